/**
 * What a period statement should say, by brute force and by other means than the console's: rationals as BigInt numerators over 10^60, instants
 * as nanoseconds, days of a zone by searching in what Intl says of it. Imports neither the engine nor its money nor its time.
 */
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';

/** Decimals of every rational here. */
const DECIMALS = 60;

/** The numerator over 10^60. */
export function rational(text: string): bigint {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return negative ? -units : units;
}

/** Nanoseconds since the epoch; null for what is no instant. */
export function nanoseconds(text: string | null): bigint | null {
  const match = /^(\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(text ?? '');
  if (match === null) return null;
  return BigInt(Date.parse(`${match[1]}Z`)) * 1_000_000n + BigInt((match[2] ?? '').padEnd(9, '0').slice(0, 9));
}

/** The first millisecond at which the calendar of the zone shows the day or a later one. */
export function dayBegins(day: string, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  let [low, high] = [Date.parse(`${day}T00:00:00Z`) - 129_600_000, Date.parse(`${day}T00:00:00Z`) + 129_600_000];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (format.format(middle) >= day) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface ExpectedLine {
  count: number;
  amount: bigint;
  uuids: string[];
}

export interface ExpectedToken {
  readonly lines: Map<string, ExpectedLine>;
  readonly currencies: Map<string, { count: number; amount: bigint }>;
  readonly balances: Map<string, { count: number; amount: bigint; commission: bigint; sent: bigint; missing: number }>;
}

interface Records {
  readonly invoices: readonly Invoice[];
  readonly withdrawals: readonly Withdrawal[];
}

/** Every line with rows, by token; the bounds in milliseconds. */
export function expectedStatement(
  { invoices, withdrawals }: Records,
  fromMs: number,
  toMs: number,
): Map<string | null, ExpectedToken> {
  const [from, to] = [BigInt(fromMs) * 1_000_000n, BigInt(toMs) * 1_000_000n];
  const tokens = new Map<string | null, ExpectedToken>([['USDT', emptyToken()]]);
  const put = (token: string | null, kind: string, uuid: string, amount: string | null): ExpectedToken => {
    const expected = tokens.get(token) ?? emptyToken();
    tokens.set(token, expected);
    const line = expected.lines.get(kind) ?? { count: 0, amount: 0n, uuids: [] };
    expected.lines.set(kind, line);
    line.count += 1;
    line.amount += rational(amount ?? '0');
    line.uuids.push(uuid);
    return expected;
  };
  for (const one of invoices) {
    const kind = kindOfInvoice(one, from, to);
    if (kind === null) continue;
    const { currencies } = put('USDT', kind, one.uuid, one.settled_amount_usdt);
    if (kind !== 'credits') continue;
    const sum = currencies.get(one.currency.code) ?? { count: 0, amount: 0n };
    currencies.set(one.currency.code, sum);
    sum.count += 1;
    sum.amount += rational(one.settled_amount_usdt ?? '0');
  }
  for (const one of withdrawals) {
    const kind = kindOfWithdrawal(one, from, to);
    if (kind === null) continue;
    const { balances } = put(one.token, kind, one.uuid, one.amount);
    if (kind !== 'withdrawals') continue;
    const key = JSON.stringify([one.balance_type, one.actor]);
    const sum = balances.get(key) ?? { count: 0, amount: 0n, commission: 0n, sent: 0n, missing: 0 };
    balances.set(key, sum);
    sum.count += 1;
    sum.amount += rational(one.amount);
    if (one.network_commission === null || one.amount_to_send === null) sum.missing += 1;
    else {
      sum.commission += rational(one.network_commission);
      sum.sent += rational(one.amount_to_send);
    }
  }
  return tokens;
}

function emptyToken(): ExpectedToken {
  return { lines: new Map(), currencies: new Map(), balances: new Map() };
}

function kindOfInvoice(one: Invoice, from: bigint, to: bigint): string | null {
  const [created, finished] = [nanoseconds(one.created_at), nanoseconds(one.finished_at)];
  switch (one.status) {
    case 'success':
      if (finished === null) return 'credits-without-date';
      if (finished < from || finished >= to) return null;
      return one.settled_amount_usdt === null ? 'credits-without-amount' : 'credits';
    case 'pending':
    case 'fail':
    case 'expired':
    case 'canceled':
      return null;
    default:
      return created !== null && created >= to ? null : 'credits-unknown-status';
  }
}

function kindOfWithdrawal(one: Withdrawal, from: bigint, to: bigint): string | null {
  const [created, processed] = [nanoseconds(one.created_at), nanoseconds(one.processed_at)];
  const isLater = created !== null && created >= to;
  switch (one.status) {
    case 'pending':
      if (created === null) return 'reserved-without-date';
      return isLater ? null : 'reserved-pending';
    case 'approved':
    case 'rejected': {
      const isApproved = one.status === 'approved';
      if (processed === null) return isApproved ? 'withdrawals-without-date' : 'rejected-without-date';
      if (processed < from) return null;
      if (processed < to) return isApproved ? 'withdrawals' : 'rejected';
      if (created === null) return 'reserved-without-date';
      return isLater ? null : 'reserved-processed-later';
    }
    default:
      return isLater ? null : 'unknown-status';
  }
}

/** The records as they are from one moment on, milliseconds. */
export interface Moment extends Records {
  readonly seenMs: number;
}

/** A period that was closed with what the records were at one of the moments, by its number. */
export interface ClosedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly closedAt: number;
}

export interface ExpectedAdjustments {
  /** First seen in the period. */
  prior: bigint;
  /** First seen before it. */
  brought: bigint;
}

/**
 * By token, what has moved in closed periods since they were closed, for the statement of a period: after each moment every closed period
 * is added up anew, and what it differs by was first seen then.
 */
export function expectedAdjustments(
  moments: readonly Moment[],
  spans: readonly ClosedSpan[],
  fromMs: number,
  toMs: number,
): Map<string | null, ExpectedAdjustments> {
  const expected = new Map<string | null, ExpectedAdjustments>();
  for (const span of spans) {
    for (const [at, { seenMs, ...records }] of moments.entries()) {
      const before = moments[at - 1];
      if (at <= span.closedAt || before === undefined || seenMs >= toMs) continue;
      const [old, fresh] = [before, records].map((of) => expectedStatement(of, span.fromMs, span.toMs));
      for (const token of new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])) {
        const sums = expected.get(token) ?? { prior: 0n, brought: 0n };
        expected.set(token, sums);
        sums[seenMs < fromMs ? 'brought' : 'prior'] += movement(fresh?.get(token)) - movement(old?.get(token));
      }
    }
  }
  return expected;
}

function movement(token: ExpectedToken | undefined): bigint {
  return (token?.lines.get('credits')?.amount ?? 0n) - (token?.lines.get('withdrawals')?.amount ?? 0n);
}
