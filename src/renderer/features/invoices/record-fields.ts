/**
 * Every field of an invoice record in the API's own names, also the ones the specification does not know, as text. Pure. Not
 * here: how a field looks.
 */
import type { Invoice } from '../../../domain/invoice.ts';

export interface RecordField {
  readonly name: string;
  readonly kind: 'text' | 'money' | 'instant' | 'flag';
  /** Null is the API's null; it is shown as such and never as an empty cell. */
  readonly value: string | null;
  readonly known: boolean;
}

/** All fields in the order of the specification; nested ones with a dot, unknown ones last. */
export function recordFields(invoice: Invoice): readonly RecordField[] {
  return [
    ...identityFields(invoice),
    ...moneyFields(invoice),
    ...timeFields(invoice),
    ...urlFields(invoice),
    ...extraFields(invoice.extra),
  ];
}

function identityFields(invoice: Invoice): readonly RecordField[] {
  return [
    field('uuid', 'text', invoice.uuid),
    field('external_id', 'text', invoice.external_id),
    field('customer_id', 'text', invoice.customer_id),
    field('purpose', 'text', invoice.purpose),
    field('status', 'text', invoice.status),
    field('payment_method.name', 'text', invoice.payment_method?.name ?? null),
  ];
}

function moneyFields(invoice: Invoice): readonly RecordField[] {
  const { currency } = invoice;
  return [
    field('amount', 'money', invoice.amount),
    field('amount_to_send', 'money', invoice.amount_to_send),
    field('currency.code', 'text', currency.code),
    field('currency.name', 'text', currency.name),
    field('currency.symbol', 'text', currency.symbol),
    field('currency.id', 'text', currency.id === null ? null : String(currency.id)),
    field('rate', 'money', invoice.rate),
    field('settled_amount_usdt', 'money', invoice.settled_amount_usdt),
    field('is_adjusted', 'flag', String(invoice.is_adjusted)),
    ...adjustmentFields(invoice),
  ];
}

function adjustmentFields(invoice: Invoice): readonly RecordField[] {
  const { adjustment } = invoice;
  if (adjustment === null) return [field('adjustment', 'text', null)];
  return [
    field('adjustment.expected_amount_fiat', 'money', adjustment.expected_amount_fiat),
    field('adjustment.actual_amount_fiat', 'money', adjustment.actual_amount_fiat),
    field('adjustment.expected_amount_usdt', 'money', adjustment.expected_amount_usdt),
    field('adjustment.actual_amount_usdt', 'money', adjustment.actual_amount_usdt),
  ];
}

function timeFields(invoice: Invoice): readonly RecordField[] {
  return [
    field('created_at', 'instant', invoice.created_at),
    field('expires_at', 'instant', invoice.expires_at),
    field('finished_at', 'instant', invoice.finished_at),
  ];
}

function urlFields(invoice: Invoice): readonly RecordField[] {
  return [
    field('payment_url', 'text', invoice.payment_url),
    field('callback_url', 'text', invoice.callback_url),
    field('success_url', 'text', invoice.success_url),
    field('fail_url', 'text', invoice.fail_url),
    field('payment_method.logo_url', 'text', invoice.payment_method?.logo_url ?? null),
  ];
}

/** Fields that the specification does not name, each as one line of text. */
export function extraFields(extra: Readonly<Record<string, unknown>>): readonly RecordField[] {
  return Object.entries(extra).map(([name, value]) => ({ name, kind: 'text', value: asText(value), known: false }));
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function field(name: string, kind: RecordField['kind'], value: string | null): RecordField {
  return { name, kind, value, known: true };
}
