/** What points of a pair come to: lowest and highest as fractions have them, gaps from where to where they were, and a picture of few points. */
import { describe, expect, it } from 'vitest';
import { pricesOf, RATE_GAP_MS, type RunPoint, seriesOf } from '../../../src/domain/pricing/rate-history.ts';
import type { Rate } from '../../../src/domain/records/rate.ts';
import { seeded } from '../../support/seeded.ts';

const START = Date.UTC(2026, 10, 1);
const iso = (ms: number): string => new Date(ms).toISOString();
const MINUTE = 60_000;

function rate(fields: Partial<Rate>): Rate {
  const none = { side: null, source: null, price: null, min_amount: null, max_amount: null, updated_at: null };
  return { asset: 'USDT', currency: null, ...none, found_by_value: {}, extra: {}, ...fields };
}

describe('the prices of a reading', () => {
  it('are one a pair: what has no price or no currency says nothing, and neither does a pair that is named twice', () => {
    const north = { currency: 'EUR', source: 'north' } as const;
    const rates = [
      rate({ ...north, side: 'buy', price: '0.91' }),
      rate({ ...north, side: 'sell', price: null }),
      rate({ currency: 'PLN', source: 'north', side: 'buy', price: '4.01' }),
      rate({ currency: 'PLN', source: 'north', side: 'buy', price: '4.02' }),
      rate({ currency: null, source: 'north', side: 'buy', price: '1' }),
      rate({ currency: 'USD', source: null, side: null, price: '1.000' }),
    ];
    expect(pricesOf(rates)).toEqual([
      { ...north, side: 'buy', price: '0.91' },
      { currency: 'USD', source: null, side: null, price: '1.000' },
    ]);
  });
});

describe('a series', () => {
  it('is none without a point', () => {
    expect(seriesOf([], { from: iso(START), to: iso(START + 1) })).toBeNull();
  });

  it('agrees with a model of whole fractions over seeded spans, and its picture has both ends of every run', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seeded(seed);
      const points: RunPoint[] = [];
      let [ms, run] = [START, 1];
      const gaps: number[] = [];
      const length = 1 + Math.floor(random() * 900);
      for (let at = 0; at < length; at += 1) {
        const isGap = at > 0 && random() < 0.05;
        const step = isGap ? RATE_GAP_MS + 1 + Math.floor(random() * 400 * MINUTE) : Math.ceil(random() * 45) * MINUTE;
        if (at > 0) ms += step;
        if (isGap) {
          run += 1;
          gaps.push(step);
        }
        // More digits than a double has.
        const price = `0.9${Math.floor(random() * 1e6)}${'123456789'.slice(0, Math.floor(random() * 10))}${Math.floor(random() * 1e9)}`;
        points.push({ at: iso(ms), price, run });
      }
      const openMs =
        random() < 0.5 ? Math.floor(random() * 30 * MINUTE) : RATE_GAP_MS + 1 + Math.floor(random() * 90 * MINUTE);
      if (openMs > RATE_GAP_MS) gaps.push(openMs);
      const told = seriesOf(points, { from: iso(START), to: iso(ms + openMs) });
      const scaled = (price: string): bigint => BigInt((price.split('.')[1] ?? '').padEnd(40, '0'));
      const best = (isBetter: (a: bigint, b: bigint) => boolean): RunPoint | undefined =>
        points.reduce<RunPoint | undefined>(
          (found, one) => (found === undefined || isBetter(scaled(one.price), scaled(found.price)) ? one : found),
          undefined,
        );
      const seen = (point: RunPoint | undefined) => ({ at: point?.at, price: point?.price });
      expect(told).toMatchObject({
        readings: points.length,
        first: seen(points[0]),
        last: seen(points.at(-1)),
        lowest: seen(best((a, b) => a < b)),
        highest: seen(best((a, b) => a > b)),
        gaps: gaps.length,
        longestGapMs: Math.max(0, ...gaps),
      });
      const drawn = new Set(told?.points.map(({ at }) => at));
      const ends = points.filter((one, at) => points[at - 1]?.run !== one.run || points[at + 1]?.run !== one.run);
      expect(ends.filter(({ at }) => !drawn.has(at))).toEqual([]);
      expect(drawn.size).toBeLessThanOrEqual(361 + ends.length);
      expect(told?.points).toEqual(points.filter(({ at }) => drawn.has(at)));
    }
  });
});
