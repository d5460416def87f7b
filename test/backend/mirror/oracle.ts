/**
 * What a list of invoices should answer, by brute force and by other means than the mirror's: BigInt fractions for money, Date and
 * digits for instants, plain comparison for text.
 */
import { unusualWords } from '../../../src/domain/support/unusual.ts';
import { INVOICE_AMOUNTS, type InvoiceAmount } from '../../../src/domain/kernel/money/amount-filter.ts';
import type { Invoice, InvoiceFilter, InvoiceSortField } from '../../../src/domain/records/invoice.ts';
import type { Sort } from '../../../src/domain/kernel/list.ts';

/** A fraction numerator / 10^scale, from the text alone. */
export interface Fraction {
  readonly numerator: bigint;
  readonly scale: bigint;
}

export function fractionOf(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  return { numerator: BigInt(whole + decimals), scale: BigInt(decimals.length) };
}

export function addFractions(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * 10n ** right.scale + right.numerator * 10n ** left.scale,
    scale: left.scale + right.scale,
  };
}

/** The same value? */
export function equalFractions(left: Fraction, right: Fraction): boolean {
  return compareFractions(left, right) === 0n;
}

function compareFractions(left: Fraction, right: Fraction): bigint {
  return left.numerator * 10n ** right.scale - right.numerator * 10n ** left.scale;
}

/** Nanoseconds since the epoch, or null for what is no instant. */
function nanoseconds(text: string): bigint | null {
  const full = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  const [, seconds = '', fraction = ''] = /^(.{19})(?:\.(\d+))?Z$/.exec(full) ?? [];
  const milliseconds = Date.parse(`${seconds}Z`);
  return Number.isNaN(milliseconds) ? null : BigInt(milliseconds) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

const MONEY: ReadonlySet<InvoiceSortField> = new Set(['amount', 'amount_to_send', 'rate', 'settled_amount_usdt']);
const TIMES: ReadonlySet<InvoiceSortField> = new Set(['created_at', 'expires_at', 'finished_at']);

function textOf(invoice: Invoice, field: InvoiceSortField): string | null {
  if (field === 'currency') return invoice.currency.code;
  if (field === 'payment_method') return invoice.payment_method?.name ?? null;
  if (field === 'is_adjusted') return invoice.is_adjusted ? '1' : '0';
  return invoice[field];
}

function isMissing(invoice: Invoice, field: InvoiceSortField): boolean {
  const text = textOf(invoice, field);
  return text === null || (TIMES.has(field) && nanoseconds(text) === null);
}

function compareField(left: Invoice, right: Invoice, field: InvoiceSortField): number {
  const [a, b] = [textOf(left, field) ?? '', textOf(right, field) ?? ''];
  if (MONEY.has(field))
    return (
      Number(compareFractions(fractionOf(a), fractionOf(b)) > 0n) ||
      -Number(a !== b && compareFractions(fractionOf(a), fractionOf(b)) < 0n)
    );
  if (TIMES.has(field)) return Number((nanoseconds(a) ?? 0n) - (nanoseconds(b) ?? 0n));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The newest comes first among those with the same of these. */
const GROUPED: ReadonlySet<InvoiceSortField> = new Set([
  'status',
  'payment_method',
  'customer_id',
  'amount',
  'settled_amount_usdt',
]);

/** The list turned round is the same from its end: ties ascend where it goes its own way, amounts and instants down and everything else up. */
function isFalling(field: InvoiceSortField): boolean {
  return MONEY.has(field) || TIMES.has(field) || field === 'is_adjusted';
}

function compare(left: Invoice, right: Invoice, sort: readonly Sort<InvoiceSortField>[]): number {
  for (const { by, direction } of sort.length === 0 ? [{ by: 'created_at', direction: 'desc' } as const] : sort) {
    const [noLeft, noRight] = [isMissing(left, by), isMissing(right, by)];
    if (noLeft !== noRight) return noLeft ? 1 : -1;
    if (noLeft) continue;
    const verdict = compareField(left, right, by);
    if (verdict !== 0) return direction === 'asc' ? verdict : -verdict;
  }
  const [first] = sort;
  const isTurned = first !== undefined && (first.direction === 'desc') !== isFalling(first.by);
  const isGrouped = sort.length === 1 && first !== undefined && GROUPED.has(first.by);
  const tie = isGrouped ? compare(left, right, []) : left.uuid < right.uuid ? -1 : 1;
  return isTurned ? -tie : tie;
}

function inRange(text: string | null, from: string | undefined, to: string | undefined): boolean {
  if ((from ?? '') === '' && (to ?? '') === '') return true;
  const at = text === null ? null : nanoseconds(text);
  if (at === null) return false;
  const lower = from === undefined || from === '' ? null : nanoseconds(from);
  const upper = to === undefined || to === '' ? null : nanoseconds(to);
  return (lower === null || at >= lower) && (upper === null || at < upper);
}

/** Either instant does. */
function onDay(invoice: Invoice, from: string | undefined, to: string | undefined): boolean {
  return inRange(invoice.created_at, from, to) || inRange(invoice.finished_at, from, to);
}

/** `paid`: without any deliveries only an adjustment says it. */
export function hasAmount(
  invoice: Invoice,
  amount: InvoiceFilter['amount'],
  paid = invoice.adjustment?.actual_amount_fiat ?? null,
): boolean {
  if (amount === undefined || (amount.from === undefined && amount.to === undefined)) return true;
  const amounts: Readonly<Record<InvoiceAmount, string | null>> = {
    ordered: invoice.amount,
    toPay: invoice.amount_to_send,
    paid,
    net: invoice.settled_amount_usdt,
  };
  const of = amount.of === undefined || amount.of.length === 0 ? INVOICE_AMOUNTS : amount.of;
  return of.some((one) => {
    const text = amounts[one];
    if (text === null) return false;
    const value = fractionOf(text);
    const isUnder = amount.from !== undefined && compareFractions(value, fractionOf(amount.from)) < 0n;
    return !isUnder && (amount.to === undefined || compareFractions(value, fractionOf(amount.to)) <= 0n);
  });
}

function matches(invoice: Invoice, filter: InvoiceFilter): boolean {
  const isOneOf = (words: readonly string[] | undefined, word: string): boolean =>
    words === undefined || words.length === 0 || words.includes(word);
  const method = invoice.payment_method?.name ?? null;
  const haystacks = [invoice.uuid, invoice.external_id, invoice.customer_id, invoice.purpose, method];
  const needle = (filter.text ?? '').toLowerCase();
  return (
    isOneOf(filter.status, invoice.status) &&
    isOneOf(filter.currency, invoice.currency.code) &&
    (filter.adjusted === undefined || filter.adjusted === invoice.is_adjusted) &&
    // None of these has a delivery.
    (filter.unusual === undefined || filter.unusual === (unusualWords(invoice) !== null)) &&
    (filter.customerId === undefined || filter.customerId === '' || filter.customerId === invoice.customer_id) &&
    (filter.method === undefined || filter.method === '' || filter.method.toLowerCase() === method?.toLowerCase()) &&
    (needle === '' || haystacks.some((text) => (text ?? '').toLowerCase().includes(needle))) &&
    inRange(invoice.created_at, filter.createdFrom, filter.createdTo) &&
    inRange(invoice.finished_at, filter.finishedFrom, filter.finishedTo) &&
    onDay(invoice, filter.dayFrom, filter.dayTo) &&
    hasAmount(invoice, filter.amount)
  );
}

/** All matching invoices in order. */
export function select(
  invoices: readonly Invoice[],
  filter: InvoiceFilter,
  sort: readonly Sort<InvoiceSortField>[],
): readonly Invoice[] {
  return invoices.filter((one) => matches(one, filter)).sort((left, right) => compare(left, right, sort));
}
