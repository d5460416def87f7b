// The figures of Home and of each currency. Sums are exact; shares and changes rounded half away from zero to one decimal. Pure.
import type { CallOutput } from '../../../contract/calls.ts';
import {
  addMoney,
  compareMoney,
  divideMoney,
  percentOf as exactPercentOf,
  roundMoney,
  subtractMoney,
  sumMoney,
} from '../../../domain/kernel/money/money.ts';
import { grouped, percentText } from '../../ui/text/writing.ts';

type Totals = CallOutput<'overview.totals'>;
type Fees = CallOutput<'reconciliation.feeTotals'>;
type Movements = CallOutput<'reconciliation.movements'>;

/** What is known of one range of days; a part that is not there yet is undefined. */
export interface Known {
  readonly finished: Totals | undefined;
  readonly created: Totals | undefined;
  readonly fees: Fees | undefined;
  readonly movements: Movements | undefined;
}

export interface CurrencyFigures {
  readonly currency: string;
  readonly paid: number;
  readonly gross: string;
  readonly net: string;
  /** Estimated, per cent of the gross; null where none of its invoices tells. */
  readonly feePercent: string | null;
  readonly paidOfCreated: string | null;
  readonly change: string | null;
}

/** Net of all currencies: all of it is USDT. */
export function netOf(totals: Totals | undefined): string | null {
  return totals === undefined ? null : sumMoney(totals.currencies.map(({ settledUsdt }) => settledUsdt));
}

export function grossOf(fees: Fees | undefined): string | null {
  return fees === undefined ? null : sumMoney(fees.currencies.map(({ grossUsdt }) => grossUsdt));
}

/** Gross minus net of the invoices whose worth is known: the estimated fee. */
export function feeOf(fees: Fees | undefined): string | null {
  const gross = grossOf(fees);
  if (fees === undefined || gross === null) return null;
  return subtractMoney(gross, sumMoney(fees.currencies.map(({ netUsdt }) => netUsdt)));
}

/** Successes without a rate, a credited or a paid amount: in neither gross nor fee. */
export function uncountedOf(fees: Fees | undefined): number {
  return (fees?.currencies ?? []).reduce((all, { uncounted }) => all + uncounted, 0);
}

export interface Share {
  readonly part: number;
  readonly of: number;
}

export function paidOf(created: Totals | undefined): Share | null {
  if (created === undefined) return null;
  const part = created.currencies.reduce((all, { byStatus }) => all + (byStatus['success'] ?? 0), 0);
  return { part, of: created.currencies.reduce((all, { count }) => all + count, 0) };
}

/** Credited minus withdrawn over the days; no balance, since it begins with nothing. */
export function movedOf(movements: Movements | undefined): string | null {
  return movements === undefined ? null : (movements.days.at(-1)?.cumulative ?? '0');
}

export function currencyFigures(now: Known, before: Known): readonly CurrencyFigures[] {
  const rows = (now.finished?.currencies ?? []).map(({ currency, byStatus, successAmount, settledUsdt }) => {
    const fee = now.fees?.currencies.find((one) => one.currency === currency);
    const created = now.created?.currencies.find((one) => one.currency === currency);
    const earlier = before.finished?.currencies.find((one) => one.currency === currency)?.settledUsdt ?? null;
    return {
      currency,
      paid: byStatus['success'] ?? 0,
      gross: successAmount,
      net: settledUsdt,
      feePercent: fee === undefined ? null : percentOf(subtractMoney(fee.grossUsdt, fee.netUsdt), fee.grossUsdt, 2),
      paidOfCreated:
        created === undefined ? null : percentOf(`${created.byStatus['success'] ?? 0}`, `${created.count}`, 1),
      change: earlier === null ? null : changeOf(settledUsdt, earlier),
    };
  });
  return rows.filter(({ paid }) => paid > 0).toSorted((a, b) => compareMoney(b.net, a.net));
}

/** part ÷ whole in per cent with so many decimals, half away from zero; null for a whole of nothing. */
export function percentOf(part: string, whole: string, decimals: number): string | null {
  return exactPercentOf(part, whole, decimals, 'half-up');
}

/**
 * How far an amount is from an earlier one, in per cent of it: "5.5", "-2.1"; null where the earlier one is nothing, or either is below nothing:
 * no share of a debt says more or less.
 */
export function changeOf(now: string, before: string): string | null {
  return now.startsWith('-') || before.startsWith('-') ? null : percentOf(subtractMoney(now, before), before, 1);
}

/** From ten times on it is told as times, of whole ones: a per cent of almost nothing tells nothing. From a thousand times on only that. */
export function changeWords(percent: string): string {
  const size = percent.replace('-', '');
  if (compareMoney(size, '900') < 0) return percentText(size);
  const times = roundMoney(addMoney(divideMoney(size, '100', 3, 'half-even') ?? '0', '1'), 0, 'half-up');
  return compareMoney(times, '1000') < 0 ? `${times}×` : `over ${grouped(1000)}×`;
}
