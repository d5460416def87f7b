// Rates over time, by currency, source and side, as readings of the list found them. The API tells only the present ones. Pure.
import { z } from 'zod';
import * as by from '../kernel/list.ts';
import { defineList } from '../kernel/list.ts';
import { compareMoney } from '../kernel/money/money.ts';
import { count, instant, money, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { toEpochMs } from '../kernel/time/time.ts';
import type { Rate } from '../records/rate.ts';

/** How often the list is read while the console runs, milliseconds. */
export const RATES_EVERY_MS = 30 * 60_000;
/** Longer than this between two readings of a pair is a gap: nothing is known of it. A reading may be half an interval late. */
export const RATE_GAP_MS = 1.5 * RATES_EVERY_MS;
export const RATE_GAP_WORDS = `${RATE_GAP_MS / 60_000} minutes`;
/** Every reading is kept for so many days, then the first of each hour, then the first of each day; both ends of each run beside them. */
export const WHOLE_DAYS = 7;
export const HOURLY_DAYS = 90;

/** A price as it was read. `run` tells readings without a gap between them from those before and after. */
export const RATE_SEEN = z.object({ at: instant, price: money });
type RateSeen = ToldOf<typeof RATE_SEEN>;
export interface RunPoint extends RateSeen {
  readonly run: number;
}

/** A side of a market over a span. Lowest, highest, first and last are of all readings that are kept, `points` are those of a picture. */
export const RATE_SERIES = z.object({
  source: textOrNull,
  side: textOrNull,
  readings: count,
  first: RATE_SEEN,
  last: RATE_SEEN,
  lowest: RATE_SEEN,
  highest: RATE_SEEN,
  /** Between two readings, and from the last one to the end of the span. */
  gaps: count,
  longestGapMs: count,
  points: z.array(RATE_SEEN.extend({ run: count })),
});
export type RateSeries = ToldOf<typeof RATE_SERIES>;

export const RATE_POINT = z.object({
  currency: z.string(),
  source: textOrNull,
  side: textOrNull,
  at: instant,
  price: money,
  /** Nothing was read for longer than the interval before it. */
  afterGap: z.boolean(),
});
export type RatePoint = ToldOf<typeof RATE_POINT>;

/** The newest first, unless it is asked for the other way round. */
export const RATE_HISTORY_LIST = defineList({
  filter: { currency: by.words, from: by.bound, to: by.bound },
  sort: ['at'],
});

export interface PairPrice {
  readonly currency: string;
  readonly source: string | null;
  readonly side: string | null;
  readonly price: string;
}

/** The prices of a reading: of each pair one. A pair without a currency or a price says nothing, and of one that is named twice nobody knows which holds. */
export function pricesOf(rates: readonly Rate[]): readonly PairPrice[] {
  const pairs = Map.groupBy(rates, ({ currency, source, side }) => JSON.stringify([currency, source, side]));
  return [...pairs.values()].flatMap(([rate, twin]) => {
    if (rate === undefined || twin !== undefined) return [];
    const { currency, source, side, price } = rate;
    return currency === null || price === null ? [] : [{ currency, source, side, price }];
  });
}

/** Points that a picture has room for, of each side of a market, beside the ends of its runs. */
const MOST_POINTS = 360;

/**
 * What points of one pair, oldest first, come to in [from, to): null without any. A picture gets the first of each piece of the span and both ends of
 * each run, so that a gap is drawn from where to where it was.
 */
export function seriesOf(
  points: Iterable<RunPoint>,
  { from, to }: { readonly from: string; readonly to: string },
): Omit<RateSeries, 'source' | 'side'> | null {
  const [fromMs, toMs] = [toEpochMs(from) ?? 0, toEpochMs(to) ?? 0];
  const pieceMs = Math.max(1, (toMs - fromMs) / MOST_POINTS);
  const drawn: RunPoint[] = [];
  const gapsMs: number[] = [];
  let [readings, piece] = [0, -1];
  let [first, last, lowest, highest]: (RunPoint | undefined)[] = [];
  for (const point of points) {
    const { at, price, run } = point;
    const atMs = toEpochMs(at) ?? 0;
    const isNewRun = last?.run !== run;
    if (last !== undefined && isNewRun) {
      gapsMs.push(atMs - (toEpochMs(last.at) ?? 0));
      if (drawn.at(-1) !== last) drawn.push(last);
    }
    const own = Math.floor((atMs - fromMs) / pieceMs);
    if (isNewRun || own !== piece) drawn.push(point);
    readings += 1;
    piece = own;
    first ??= point;
    if (lowest === undefined || compareMoney(price, lowest.price) < 0) lowest = point;
    if (highest === undefined || compareMoney(price, highest.price) > 0) highest = point;
    last = point;
  }
  if (first === undefined || last === undefined || lowest === undefined || highest === undefined) return null;
  if (drawn.at(-1) !== last) drawn.push(last);
  const openMs = toMs - (toEpochMs(last.at) ?? 0);
  if (openMs > RATE_GAP_MS) gapsMs.push(openMs);
  return {
    readings,
    first: seen(first),
    last: seen(last),
    lowest: seen(lowest),
    highest: seen(highest),
    gaps: gapsMs.length,
    longestGapMs: Math.max(0, ...gapsMs),
    points: drawn.map(({ at, price, run }) => ({ at, price, run })),
  };
}

const seen = ({ at, price }: RunPoint): RateSeen => ({ at, price });
