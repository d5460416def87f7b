/** What fees are, by brute force: rationals as BigInt numerators (oracles/statement.ts), days by Intl. Imports neither the engine nor its money nor its time. */
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import { nanoseconds, rational } from './statement.ts';

export interface ExpectedFees {
  count: number;
  uncounted: number;
  paid: bigint;
  gross: bigint;
  net: bigint;
  credited: bigint;
  customer: bigint;
  customerUsdt: bigint;
  customerUnknown: number;
}

const MILLIONTH = 10n ** 54n;

/** paid ÷ rate to millionths, a tie to the even one; the rate is not nothing. */
function worth(paid: bigint, rate: bigint): bigint {
  const above = paid * 10n ** 6n;
  const [size, sign] = above < 0n ? [-above, -1n] : [above, 1n];
  const [whole, rest] = [size / rate, size % rate];
  const isUp = 2n * rest > rate || (2n * rest === rate && whole % 2n === 1n);
  return sign * (whole + (isUp ? 1n : 0n)) * MILLIONTH;
}

/** Of one invoice; null where something that the estimate takes is not told. */
export function feeOf({ amount, amount_to_send, rate, settled_amount_usdt, is_adjusted, adjustment }: Invoice) {
  const paid = is_adjusted ? (adjustment?.actual_amount_fiat ?? null) : amount;
  if (paid === null || rate === null || rational(rate) === 0n || settled_amount_usdt === null) return null;
  const over = is_adjusted || amount_to_send === null ? null : rational(amount_to_send) - rational(amount);
  const gross = worth(rational(paid), rational(rate));
  return {
    paid: rational(paid),
    gross,
    fee: gross - rational(settled_amount_usdt),
    customer: over,
    customerUsdt: over === null ? null : worth(over, rational(rate)),
  };
}

/** Successes that finished from `fromMs` on and before `toMs`. */
export function paidWithin(invoices: readonly Invoice[], fromMs: number, toMs: number): readonly Invoice[] {
  return invoices.filter(({ status, finished_at }) => {
    const at = nanoseconds(finished_at);
    return status === 'success' && at !== null && at >= BigInt(fromMs) * 1_000_000n && at < BigInt(toMs) * 1_000_000n;
  });
}

/** "2026-10-05" of the zone. */
export function dayIn(instant: string | null, timeZone: string): string {
  const ms = Number((nanoseconds(instant) ?? 0n) / 1_000_000n);
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return format.format(ms);
}

/** The sums of each key. */
export function expectedFees(
  invoices: readonly Invoice[],
  keyOf: (invoice: Invoice) => unknown,
): ReadonlyMap<string, ExpectedFees> {
  const sums = new Map<string, ExpectedFees>();
  for (const invoice of invoices) {
    const key = JSON.stringify(keyOf(invoice));
    const one = sums.get(key) ?? { ...NOTHING };
    sums.set(key, one);
    const credited = rational(invoice.settled_amount_usdt ?? '0');
    const fee = feeOf(invoice);
    one.credited += credited;
    if (fee === null) {
      one.uncounted += 1;
      continue;
    }
    one.count += 1;
    one.paid += fee.paid;
    one.gross += fee.gross;
    one.net += credited;
    one.customer += fee.customer ?? 0n;
    one.customerUsdt += fee.customerUsdt ?? 0n;
    if (fee.customer === null) one.customerUnknown += 1;
  }
  return sums;
}

const NOTHING: ExpectedFees = {
  count: 0,
  uncounted: 0,
  paid: 0n,
  gross: 0n,
  net: 0n,
  credited: 0n,
  customer: 0n,
  customerUsdt: 0n,
  customerUnknown: 0,
};

/** What the networks took of approved withdrawals that were processed within, by day and token. */
export function expectedNetworks(
  withdrawals: readonly Withdrawal[],
  { fromMs, toMs, timeZone }: { readonly fromMs: number; readonly toMs: number; readonly timeZone: string },
): ReadonlyMap<string, { count: number; missing: number; fee: bigint }> {
  const sums = new Map<string, { count: number; missing: number; fee: bigint }>();
  for (const { status, processed_at, token, network_commission } of withdrawals) {
    const at = nanoseconds(processed_at);
    if (status !== 'approved' || at === null) continue;
    if (at < BigInt(fromMs) * 1_000_000n || at >= BigInt(toMs) * 1_000_000n) continue;
    const key = JSON.stringify([dayIn(processed_at, timeZone), token]);
    const one = sums.get(key) ?? { count: 0, missing: 0, fee: 0n };
    sums.set(key, one);
    one.count += 1;
    if (network_commission === null) one.missing += 1;
    else one.fee += rational(network_commission);
  }
  return sums;
}
