/**
 * The parts of a create that need no clock and no store: its fields, what the console refuses by itself, the exact bytes, and the
 * comparison with what the API has. Not here: the protocol (create.ts).
 */
import type { Failure } from '../../domain/failure.ts';
import type { Invoice } from '../../domain/invoice.ts';
import { canonicalMoney, compareMoney, isMoney } from '../../domain/money.ts';
import type { CreateIntent } from '../books/creates.ts';

export interface CreateFields {
  readonly external_id: string;
  readonly customer_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly purpose?: string | undefined;
  readonly callback_url?: string | undefined;
  readonly success_url?: string | undefined;
  readonly fail_url?: string | undefined;
}

/** A sent field that the invoice does not have as sent. */
export interface FieldDifference {
  readonly field: string;
  readonly sent: string | null;
  readonly found: string | null;
}

/** `unknown` needs a person: the request may have been applied. `refused` covers requests that never left this machine. */
export type CreateOutcome = 'created' | 'existing' | 'conflict' | 'refused' | 'unknown';

export interface CreateReport {
  readonly intentId: string;
  readonly outcome: CreateOutcome;
  readonly invoice: Invoice | null;
  readonly differences: readonly FieldDifference[];
  readonly failure: Failure | null;
}

type Problem = { readonly path: string; readonly message: string };

const UUID_SHAPED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What the console itself refuses before anything is sent; null when the fields may go out. */
export function problemsOf(fields: CreateFields): readonly Problem[] {
  const problems: Problem[] = [];
  const { external_id: externalId, amount } = fields;
  if (externalId === '.' || externalId === '..') {
    problems.push({ path: 'external_id', message: 'cannot be addressed afterwards: it is a path segment of its own' });
  }
  if (UUID_SHAPED.test(externalId)) {
    problems.push({ path: 'external_id', message: 'looks like an invoice uuid and could address another invoice' });
  }
  if (!isMoney(amount) || compareMoney(amount, '0') <= 0) {
    problems.push({ path: 'amount', message: 'must be a decimal number greater than zero' });
  } else if ((canonicalMoney(amount).split('.')[1] ?? '').length > 2) {
    problems.push({ path: 'amount', message: 'has more than two decimals' });
  }
  return problems;
}

/** The exact bytes of the request: fixed field order, the amount with two decimals. */
export function createBody(fields: CreateFields): string {
  const [whole = '0', fraction = ''] = canonicalMoney(fields.amount).split('.');
  return JSON.stringify({
    external_id: fields.external_id,
    customer_id: fields.customer_id,
    amount: `${whole}.${fraction.padEnd(2, '0')}`,
    currency: fields.currency,
    purpose: fields.purpose,
    callback_url: fields.callback_url,
    success_url: fields.success_url,
    fail_url: fields.fail_url,
  });
}

/** Sent fields that the invoice does not have as sent. An empty address counts as not sent (specification, preconditions). */
export function differencesBetween(fields: CreateFields, invoice: Invoice): readonly FieldDifference[] {
  const differences: FieldDifference[] = [];
  const compare = (field: string, sent: string | undefined, found: string | null, same = sent === found): void => {
    if (sent !== undefined && sent !== '' && !same) differences.push({ field, sent, found });
  };
  compare('amount', fields.amount, invoice.amount, compareMoney(fields.amount, invoice.amount) === 0);
  compare('currency', fields.currency, invoice.currency.code);
  compare('external_id', fields.external_id, invoice.external_id);
  compare('customer_id', fields.customer_id, invoice.customer_id);
  compare('purpose', fields.purpose, invoice.purpose);
  compare('callback_url', fields.callback_url, invoice.callback_url);
  compare('success_url', fields.success_url, invoice.success_url);
  compare('fail_url', fields.fail_url, invoice.fail_url);
  return differences;
}

/** The fields of a recorded intent, out of the bytes that were sent. */
export function fieldsOf(intent: CreateIntent): CreateFields {
  const sent: unknown = JSON.parse(intent.body);
  const text = (name: string): string | undefined => {
    const value: unknown = typeof sent === 'object' && sent !== null ? Reflect.get(sent, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    external_id: intent.externalId,
    customer_id: text('customer_id') ?? '',
    amount: text('amount') ?? '0',
    currency: text('currency') ?? '',
    purpose: text('purpose'),
    callback_url: text('callback_url'),
    success_url: text('success_url'),
    fail_url: text('fail_url'),
  };
}
