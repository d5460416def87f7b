// The rates as rows, with the pairs that the API left out: a price that is null and a pair that is missing stay two things. Pure.
import { compareRatePairs, RATE_STALE_AFTER_MS, type Rate, type RatePair } from '../../../domain/records/rate.ts';
import type { DayFee, FeeTotal } from '../../../domain/reconcile/fee-totals.ts';
import { compareMoney, divideMoney, percentOf, subtractMoney, toScaled } from '../../../domain/kernel/money/money.ts';
import type { RateSeries } from '../../../domain/pricing/rate-history.ts';
import { plainText } from '../../ui/index.ts';
import { toEpochMs } from '../../../domain/kernel/time/time.ts';

export type RateRow =
  | { readonly kind: 'rate'; readonly key: string; readonly rate: Rate; readonly freshness: Freshness }
  | {
      readonly kind: 'missing';
      readonly key: string;
      readonly currency: string;
      readonly source: string | null;
      readonly side: 'buy' | 'sell' | null;
    };

export type Freshness = 'fresh' | 'stale' | 'unknown';

/** Stale when the market's own time stamp is older than ten minutes; unknown when there is none to judge by. */
export function freshnessOf(rate: Rate, nowMs: number): Freshness {
  const at = rate.updated_at === null ? null : toEpochMs(rate.updated_at);
  if (at === null) return 'unknown';
  return nowMs - at > RATE_STALE_AFTER_MS ? 'stale' : 'fresh';
}

/**
 * One row per currency, source and side, in that order, and a row for every pair of a currency in use that the snapshot does
 * not have. Which pairs could exist is read from the snapshot itself: the specification names neither sources nor pairs.
 */
export function rateRows(
  rates: readonly Rate[],
  currenciesInUse: readonly string[],
  nowMs: number,
): readonly RateRow[] {
  const present: RateRow[] = rates.map((rate, index) => ({
    kind: 'rate',
    key: `${pairKey(rate.currency, rate.source, rate.side)}#${index}`,
    rate,
    freshness: freshnessOf(rate, nowMs),
  }));
  return [...present, ...missingRows(rates, currenciesInUse)].sort((left, right) =>
    compareRatePairs(pairOf(left), pairOf(right)),
  );
}

function missingRows(rates: readonly Rate[], currenciesInUse: readonly string[]): readonly RateRow[] {
  const seen = new Set(rates.map((rate) => pairKey(rate.currency, rate.source, rate.side)));
  const pairs = new Map<string, { source: string | null; side: 'buy' | 'sell' | null }>();
  for (const { source, side } of rates) pairs.set(pairKey(null, source, side), { source, side });
  if (pairs.size === 0) pairs.set('', { source: null, side: null });
  const missing: RateRow[] = [];
  for (const currency of new Set(currenciesInUse)) {
    const own = [...pairs.values()].filter(({ source, side }) => !seen.has(pairKey(currency, source, side)));
    if (own.length === pairs.size) {
      missing.push({ kind: 'missing', key: `missing:${currency}`, currency, source: null, side: null });
      continue;
    }
    for (const { source, side } of own) {
      missing.push({ kind: 'missing', key: `missing:${pairKey(currency, source, side)}`, currency, source, side });
    }
  }
  return missing;
}

function pairKey(currency: string | null, source: string | null, side: string | null): string {
  return JSON.stringify([currency, source, side]);
}

export function pairOf(row: RateRow): RatePair {
  return row.kind === 'rate' ? row.rate : row;
}

/**
 * How far the two sides of a market are apart, in per cent of the selling price: on the row of the selling side, where both have one price and
 * neither is old. Null elsewhere.
 */
export function spreadOf(row: RateRow, rows: readonly RateRow[]): string | null {
  if (row.kind !== 'rate' || row.rate.side !== 'sell') return null;
  const { currency, source } = row.rate;
  const [sell, buy] = (['sell', 'buy'] as const).map((side) => {
    const own = rows.filter((one) => pairKey(currency, source, side) === pairKey(...sidesOf(one)));
    const [only] = own;
    return own.length === 1 && only?.kind === 'rate' && only.freshness === 'fresh' ? only.rate.price : null;
  });
  if (sell === null || sell === undefined || buy === null || buy === undefined) return null;
  const apart = compareMoney(sell, buy) < 0 ? subtractMoney(buy, sell) : subtractMoney(sell, buy);
  return percentOf(apart, sell, 2);
}

function sidesOf(row: RateRow): [string | null, string | null, string | null] {
  const { currency, source, side } = pairOf(row);
  return [currency, source, side];
}

/** A line of the table: both sides of a market, or what has no side to stand on. */
export interface Market {
  readonly key: string;
  readonly currency: string | null;
  readonly source: string | null;
  readonly sell?: RateRow | undefined;
  readonly buy?: RateRow | undefined;
  /** A price whose side the API did not name, or a currency that it left out as a whole. */
  readonly only?: RateRow | undefined;
}

/** The rows with both sides of each market in one, in their order. Of several prices of one side each has a line. */
export function marketRows(rows: readonly RateRow[]): readonly Market[] {
  const markets = Map.groupBy(rows, (row) => pairKey(pairOf(row).currency, pairOf(row).source, null));
  return [...markets].flatMap(([name, own]) => {
    const of = (side: 'sell' | 'buy' | null) => own.filter((row) => pairOf(row).side === side);
    const [sells, buys, others] = [of('sell'), of('buy'), of(null)];
    const lines = [
      ...Array.from({ length: Math.max(sells.length, buys.length) }, (_, at) => ({ sell: sells[at], buy: buys[at] })),
      ...others.map((only) => ({ only })),
    ];
    const { currency = null, source = null } = own[0] === undefined ? {} : pairOf(own[0]);
    return lines.map((line, at) => ({ key: `${name}#${at}`, currency, source, ...line }));
  });
}

export interface Settled {
  readonly count: number;
  /** Fiat for 1 USDT, four decimals: all that was paid ÷ its worth. */
  readonly average: string | null;
  /** The same of each day, null of one on which nothing was paid. */
  readonly byDay: readonly (string | null)[];
}

/** `days`: "2026-11-21", in the order in which they are told. Null where nothing of the currency was paid. */
export function settledOf(
  currency: string,
  { currencies, days: told }: { readonly currencies: readonly FeeTotal[]; readonly days: readonly DayFee[] },
  days: readonly string[],
): Settled | null {
  const total = currencies.find((one) => one.currency === currency);
  if (total === undefined || total.count === 0) return null;
  const rateOf = (one: FeeTotal | undefined): string | null =>
    one === undefined ? null : divideMoney(one.paid, one.grossUsdt, 4, 'half-even');
  const own = told.filter((one) => one.currency === currency);
  return {
    count: total.count,
    average: rateOf(total),
    byDay: days.map((day) => rateOf(own.find((one) => one.day === day))),
  };
}

/** How a line of the picture is called. */
export function lineName({ source, side }: Pick<RateSeries, 'source' | 'side'>): string {
  return `${plainText((source ?? 'source not named').slice(0, 24))}, ${plainText((side ?? 'side not named').slice(0, 24))}`;
}

const COLOURS = ['var(--mc-bar)', 'var(--mc-bar-before)', 'var(--mc-good-mark)', 'var(--mc-bad-mark)'] as const;

/** A colour a source, and a dash a side: the lines are told apart without colour, too. */
export function lineLook(series: readonly RateSeries[], { source, side }: RateSeries) {
  const sources = [...new Set(series.map((one) => one.source))];
  const at = sources.indexOf(source);
  const dash = side === 'sell' ? '0' : side === 'buy' ? '6 3' : '2 2';
  // Of a third source on also the dashes are others.
  const strokeDasharray = at < 2 || dash === '0' ? dash : `${dash} 1 ${at}`;
  return { color: COLOURS[at % COLOURS.length] ?? COLOURS[0], strokeDasharray };
}

export interface ChartRow {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly [line: string]: number | null;
}

/**
 * A row a reading of any line: each has the price that was read last, as high as it is to be drawn, and null in a gap. Behind the end of each run stands
 * a row of its own, so that nothing is drawn across.
 */
export function chartRows(series: readonly RateSeries[]): readonly ChartRow[] {
  const lines = series.map(({ points }) => points.map((point) => ({ ...point, ms: toEpochMs(point.at) ?? 0 })));
  const ends = lines.flatMap((points) =>
    points.flatMap(({ ms, run }, at) => (points[at + 1]?.run === run ? [] : [ms + 1])),
  );
  const times = [...new Set([...lines.flatMap((points) => points.map(({ ms }) => ms)), ...ends])].sort((a, b) => a - b);
  const next = lines.map(() => 0);
  return times.map((time) => {
    const row: Record<string, number | null> & { at: number } = { at: time };
    for (const [index, points] of lines.entries()) {
      while ((points[next[index] ?? 0]?.ms ?? Number.POSITIVE_INFINITY) <= time) next[index] = (next[index] ?? 0) + 1;
      const at = (next[index] ?? 0) - 1;
      const last = points[at];
      const isOver = last !== undefined && last.ms < time && points[at + 1]?.run !== last.run;
      row[`line${index}`] = last === undefined || isOver ? null : levelOf(last.price);
    }
    return row;
  });
}

/** The point of a line that was read last at a moment; null in a gap. */
export function lastReadAt({ points }: RateSeries, at: number): RateSeries['points'][number] | null {
  const index = points.findLastIndex((point) => (toEpochMs(point.at) ?? 0) <= at);
  const point = points[index];
  if (point === undefined) return null;
  return (toEpochMs(point.at) ?? 0) < at && points[index + 1]?.run !== point.run ? null : point;
}

/** Only how high a point is; what is read stands beside it, exact. */
function levelOf(price: string): number {
  const { units, scale } = toScaled(price);
  return Number(units) / 10 ** scale;
}
