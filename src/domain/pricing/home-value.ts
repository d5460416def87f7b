// What something is worth in the home currency of a business: at the invoice's own rate where its currency is the home currency, else by rates that a
// person typed. Exact until it is rounded; a gap of the rates is a gap. Pure; the rules are docs/home-currency.md.
import { z } from 'zod';
import { currencyDecimals } from '../kernel/money/parts.ts';
import { fromScaled, isMoney, multiplyScaled, roundMoney, type Scaled, toScaled } from '../kernel/money/money.ts';
import { instant, money, natural, type ToldOf } from '../kernel/shape.ts';
import { startOfDay } from '../kernel/time/time.ts';

/** A rate of days, as it was typed: so many units of the home currency for one `unit`. */
export const HOME_RATE = z.object({
  id: natural,
  /** A currency or a token: "USDT". */
  unit: z.string(),
  /** The first and the last day that it holds for, "2026-10-01". */
  from: z.string(),
  to: z.string(),
  /** Null: none holds for these days, whatever was typed before. */
  rate: money.nullable(),
  source: z.string(),
  savedAt: instant,
  savedBy: z.string(),
});
export type HomeRate = ToldOf<typeof HOME_RATE>;

/** The home currency of a business and its rates, oldest first; of several for one day the last holds. */
export interface HomeBook {
  readonly currency: string;
  readonly rates: readonly Pick<HomeRate, 'unit' | 'from' | 'to' | 'rate'>[];
}

export const MAX_HOME_RATES = 5_000;
/** Of one paste. */
export const MAX_RATE_LINES = 1_000;
export const MAX_RATE_SOURCE = 200;

export interface Valued {
  readonly amount: Scaled;
  /** What the amount is in; null: a token that the API does not name. */
  readonly unit: string | null;
  /** Of which day; null: of none. */
  readonly day: string | null;
  /** Of an invoice: the currency of the order, and its units for one USDT as of the deal. */
  readonly deal?: { readonly currency: string; readonly rate: string | null } | undefined;
}

/** The exact value in the home currency; null: no rate is known. */
export type Valuer = (of: Valued) => Scaled | null;

/** Rates are looked up once a unit and day. */
export function valuerOf({ currency, rates }: HomeBook, dealToken = 'USDT'): Valuer {
  const latest = rates.toReversed();
  const known = new Map<string, Scaled | null>();
  const typed = (unit: string, day: string): Scaled | null => {
    const key = `${day} ${unit}`;
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const rate = latest.find((one) => one.unit === unit && one.from <= day && day <= one.to)?.rate ?? null;
    const found = rate === null ? null : toScaled(rate);
    known.set(key, found);
    return found;
  };
  return ({ amount, unit, day, deal }) => {
    if (unit === null) return null;
    if (unit === currency) return amount;
    if (unit === dealToken && deal?.currency === currency && deal.rate !== null)
      return multiplyScaled(amount, toScaled(deal.rate));
    const rate = day === null ? null : typed(unit, day);
    return rate === null ? null : multiplyScaled(amount, rate);
  };
}

/** As many decimals as the currency has minor units; two for what is none that the system knows. */
export function homeDecimals(currency: string): number {
  return currencyDecimals(currency) ?? 2;
}

/** Half to even, to the minor unit. */
export function roundedHome(value: Scaled, currency: string): string {
  return roundMoney(fromScaled(value), homeDecimals(currency), 'half-even');
}

/** A line of rates that was pasted, or why it is none. */
export type RateLine =
  | {
      readonly kind: 'rate';
      readonly unit: string;
      readonly from: string;
      readonly to: string;
      readonly rate: string | null;
      readonly source: string;
    }
  | { readonly kind: 'problem'; readonly line: number; readonly why: string };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * "2026-10-05  USDT  0.9213  ECB": a day or two with ".." between them, what is priced, the rate or "none", and where it was read; parted by tabs, semicolons
 * or blanks. `amountOf` reads a number as the person writes it. Empty lines are none.
 */
export function readRateLines(text: string, amountOf: (text: string) => string | null): readonly RateLine[] {
  return text.split(/\r?\n/).flatMap((said, at): readonly RateLine[] => {
    if (said.trim() === '') return [];
    const isParted = /[\t;]/.test(said);
    const [days = '', unit = '', price = '', ...rest] = said.trim().split(isParted ? /\s*[\t;]\s*/ : /\s+/);
    const problem = (why: string): readonly RateLine[] => [{ kind: 'problem', line: at + 1, why }];
    const [from = '', to = from] = days.split('..');
    if (![from, to].every((day) => DAY.test(day) && startOfDay(day, 'UTC') !== null))
      return problem('a day is missing: 2026-10-05, or 2026-10-01..2026-10-31');
    if (from > to) return problem('the days end before they begin');
    if (unit === '') return problem('what is priced is missing');
    const rate = price.toLowerCase() === 'none' ? null : amountOf(price);
    if (rate === null && price.toLowerCase() !== 'none') return problem('the rate is no amount');
    if (rate !== null && !isRate(rate)) return problem('a rate is more than nothing');
    const source = rest.join(' ').trim();
    return source === '' ? problem('where it was read is missing') : [{ kind: 'rate', unit, from, to, rate, source }];
  });
}

/** An amount above nothing. */
export function isRate(text: string): boolean {
  return isMoney(text) && toScaled(text).units > 0n;
}
