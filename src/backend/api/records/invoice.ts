/**
 * Reading invoices (specification, "Invoice"). The create answer lists fewer fields than a read, so `is_adjusted` may be absent
 * there and nowhere else.
 */
import type { Currency, Invoice, InvoiceAdjustment, PaymentMethodBrief } from '../../../domain/invoice.ts';
import { type Fields, type Reading, readRecord } from './fields.ts';

/** One invoice of a read. */
export function readInvoice(source: unknown): Reading<Invoice> {
  return readRecord('invoice', source, (fields) => invoiceOf(fields, false));
}

/** The invoice in the answer of a create call. */
export function readCreatedInvoice(source: unknown): Reading<Invoice> {
  return readRecord('invoice', source, (fields) => invoiceOf(fields, true));
}

function invoiceOf(fields: Fields, created: boolean): Invoice {
  const uuid = fields.requiredUuid('uuid');
  const createdAt = fields.text('created_at');
  if (createdAt === null) fields.note('created_at', 'missing');
  const invoice = {
    uuid,
    external_id: fields.requiredText('external_id'),
    customer_id: fields.text('customer_id'),
    purpose: fields.text('purpose'),
    amount: fields.requiredMoney('amount'),
    amount_to_send: fields.money('amount_to_send'),
    currency: readCurrency(fields),
    status: fields.requiredText('status', 64),
    callback_url: fields.text('callback_url'),
    success_url: fields.text('success_url'),
    fail_url: fields.text('fail_url'),
    payment_url: fields.text('payment_url'),
    created_at: createdAt ?? '',
    expires_at: fields.text('expires_at'),
    finished_at: fields.text('finished_at'),
    payment_method: readMethod(fields),
    rate: fields.money('rate'),
    settled_amount_usdt: fields.money('settled_amount_usdt'),
    is_adjusted: readAdjusted(fields, created),
    adjustment: readAdjustment(fields),
  };
  return { ...invoice, extra: fields.extra() };
}

/** The short form of a currency; only its code is indispensable. */
export function readCurrency(fields: Fields): Currency {
  const source = fields.object('currency');
  if (source === null) {
    fields.broken('currency', 'missing');
    return { id: null, code: '', name: '', symbol: '' };
  }
  const nested = fields.nested('currency', source);
  const code = nested.requiredText('code', 64);
  return { id: nested.integer('id'), code, name: nested.text('name') ?? code, symbol: nested.text('symbol') ?? '' };
}

function readMethod(fields: Fields): PaymentMethodBrief | null {
  const source = fields.object('payment_method');
  if (source === null) return null;
  const nested = fields.nested('payment_method', source);
  const name = nested.text('name');
  if (name === null) return nested.note('name', 'missing');
  return { name, logo_url: nested.text('logo_url') };
}

function readAdjusted(fields: Fields, created: boolean): boolean {
  const value = fields.value('is_adjusted');
  if (typeof value === 'boolean') return value;
  if (created && value === undefined) return false;
  fields.broken('is_adjusted', 'not true or false');
  return false;
}

function readAdjustment(fields: Fields): InvoiceAdjustment | null {
  const source = fields.object('adjustment');
  if (source === null) return null;
  const nested = fields.nested('adjustment', source);
  const expectedFiat = nested.money('expected_amount_fiat');
  const actualFiat = nested.money('actual_amount_fiat');
  const expectedUsdt = nested.money('expected_amount_usdt');
  const actualUsdt = nested.money('actual_amount_usdt');
  if (expectedFiat === null || actualFiat === null || expectedUsdt === null || actualUsdt === null) {
    return fields.note('adjustment', 'an amount is missing');
  }
  return {
    expected_amount_fiat: expectedFiat,
    actual_amount_fiat: actualFiat,
    expected_amount_usdt: expectedUsdt,
    actual_amount_usdt: actualUsdt,
  };
}
