/** Random invoices, filters and sorts for properties: few distinct values, so that ties, nulls and hits are frequent. */
import fc from 'fast-check';
import {
  type AmountFilter,
  INVOICE_AMOUNTS,
  type InvoiceAmount,
} from '../../../src/domain/kernel/money/amount-filter.ts';
import {
  INVOICE_LIST,
  type Invoice,
  type InvoiceFilter,
  type InvoiceSortField,
} from '../../../src/domain/records/invoice.ts';
import type { Sort } from '../../../src/domain/kernel/list.ts';
import { invoice, uuidOf } from './sample.ts';

/** Values that differ in spelling only, in the eighteenth decimal only, in size by far, and below zero. */
export const AMOUNTS = [
  '0',
  '0.00',
  '5',
  '5.00',
  '10',
  '9.99',
  '9.990',
  '100',
  '1000000000000000000000000',
  '0.000000000000000001',
  '0.000000000000000002',
  '1.000000000000000001',
  '1.000000000000000002',
  '-3',
  '-3.5',
  '-20',
] as const;
const TIMES = [
  '2026-11-20T23:59:59Z',
  '2026-11-21T00:00:00Z',
  '2026-11-21T00:00:00.000001Z',
  '2026-11-21T00:00:00.1Z',
  '2026-11-21T12:00:00.123456Z',
  '2026-11-22T00:00:00Z',
  'not a time',
] as const;
const STATUSES = ['pending', 'success', 'fail', 'expired', 'canceled', 'refunded'] as const;
const CURRENCIES = ['EUR', 'PLN', 'eur'] as const;
const METHODS = ['Card', 'BLIK', 'Straße 100%', 'a_b*c?[d]'] as const;
const CUSTOMERS = ['anna', 'Béla', 'c%', ''] as const;
const PURPOSES = [
  '',
  'Order [1]',
  'ORDER 100%',
  'order_1*',
  'ŻÓŁW',
  'ab',
  '日本語のテキスト',
  'quote " and \\ back',
] as const;
const NEEDLES = [
  '',
  'o',
  'or',
  'ord',
  'ORDER',
  'ER-1',
  '"1',
  '100%',
  '_',
  '*',
  '[1]',
  '?[d',
  'żół',
  'straße',
  '本語',
  '日本語',
  '-8000-',
  '" and',
] as const;
const BOUNDS = ['2026-11-21', '2026-11-22', '2026-11-21T00:00:00.000001Z', '2026-11-21T12:00:00Z', ''] as const;

const orNull = <Value>(values: readonly Value[]): fc.Arbitrary<Value | null> => fc.constantFrom(...values, null);

/** Invoices with distinct uuids whose order is not that of their creation. */
export function invoices(count: number): fc.Arbitrary<readonly Invoice[]> {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: count, maxLength: count });
  return numbers.chain((list) => fc.tuple(...list.map((number) => oneInvoice(number))));
}

function oneInvoice(number: number): fc.Arbitrary<Invoice> {
  return fc
    .record({
      external_id: fc.constantFrom('a', 'B', 'c-1', `id-${number}`),
      customer_id: orNull(CUSTOMERS),
      purpose: orNull(PURPOSES),
      amount: fc.constantFrom(...AMOUNTS),
      amount_to_send: orNull(AMOUNTS),
      status: fc.constantFrom(...STATUSES),
      created_at: fc.constantFrom(...TIMES),
      expires_at: orNull(TIMES),
      finished_at: orNull(TIMES),
      rate: orNull(AMOUNTS),
      settled_amount_usdt: orNull(AMOUNTS),
      is_adjusted: fc.boolean(),
      adjustment: orNull(AMOUNTS).map((paid) =>
        paid === null
          ? null
          : {
              expected_amount_fiat: '5',
              actual_amount_fiat: paid,
              expected_amount_usdt: '5',
              actual_amount_usdt: '5',
            },
      ),
      callback_url: orNull(['https://a.example', 'https://b.example']),
      currency: fc.constantFrom(...CURRENCIES).map((code) => ({ id: 1, code, name: code, symbol: code })),
      payment_method: orNull(METHODS).map((name) => (name === null ? null : { name, logo_url: null })),
    })
    .map((change) => invoice(number, { uuid: uuidOf(number), ...change }));
}

const optional = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(values, { nil: undefined, freq: 1 });

/** Filters of which most have one or two conditions. */
export function filters(): fc.Arbitrary<InvoiceFilter> {
  const rare = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: optional(values) });
  return fc.record({
    status: rare(fc.subarray([...STATUSES], { maxLength: 3 })),
    currency: rare(fc.subarray([...CURRENCIES], { maxLength: 2 })),
    adjusted: rare(fc.boolean()),
    unusual: rare(fc.boolean()),
    text: rare(fc.constantFrom(...NEEDLES)),
    customerId: rare(fc.constantFrom(...CUSTOMERS)),
    method: rare(fc.constantFrom(...METHODS)),
    createdFrom: rare(fc.constantFrom(...BOUNDS)),
    createdTo: rare(fc.constantFrom(...BOUNDS)),
    finishedFrom: rare(fc.constantFrom(...BOUNDS)),
    finishedTo: rare(fc.constantFrom(...BOUNDS)),
    dayFrom: rare(fc.constantFrom(...BOUNDS)),
    dayTo: rare(fc.constantFrom(...BOUNDS)),
    amount: rare(amountFilters()),
  });
}

/** Of some of an invoice's amounts, with bounds that may be missing or the wrong way round. */
export function amountFilters(): fc.Arbitrary<AmountFilter<InvoiceAmount>> {
  return fc.record({
    of: optional(fc.subarray([...INVOICE_AMOUNTS])),
    from: optional(fc.constantFrom(...AMOUNTS)),
    to: optional(fc.constantFrom(...AMOUNTS)),
  });
}

/** Up to three sort keys. */
export function sorts(): fc.Arbitrary<readonly Sort<InvoiceSortField>[]> {
  const key = fc.record({ by: fc.constantFrom(...INVOICE_LIST.sort), direction: fc.constantFrom('asc', 'desc') });
  return fc.array(key, { maxLength: 3 });
}
