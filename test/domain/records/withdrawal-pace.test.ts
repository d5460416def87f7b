/** The median of the business's own withdrawals against exact fractions, and silence below five of them. */
import { describe, expect, it } from 'vitest';
import { LEAST_SAMPLE, paceOf } from '../../../src/domain/records/withdrawal-pace.ts';
import { seeded } from '../../support/seeded.ts';

describe('how long withdrawals took', () => {
  it('is not said of fewer than five, and those that ended before they began are none', () => {
    expect(paceOf([])).toEqual({ sample: 0, medianMs: null });
    expect(paceOf([1, 2, 3, 4])).toEqual({ sample: 4, medianMs: null });
    expect(paceOf([1, 2, 3, 4, -5])).toEqual({ sample: 4, medianMs: null });
    expect(paceOf([9, 1, 5, 3, 7])).toEqual({ sample: 5, medianMs: 5 });
    expect(paceOf([9, 1, 5, 4, 7, 2])).toEqual({ sample: 6, medianMs: 4.5 });
  });

  it('is the exact median of seeded samples: as many are shorter as are longer', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seeded(seed);
      const took = Array.from(
        { length: LEAST_SAMPLE + Math.floor(random() * 60) },
        () => Math.floor(random() * 50) * 60_000,
      );
      const { sample, medianMs } = paceOf(took);
      // Twice the median is whole: of the k-th smallest, counted rather than sorted.
      const nth = (k: number): bigint => {
        for (const one of new Set(took)) {
          const below = took.filter((ms) => ms < one).length;
          if (below <= k && k < below + took.filter((ms) => ms === one).length) return BigInt(one);
        }
        throw new Error('no such element');
      };
      const twice = nth((took.length - 1) >> 1) + nth(took.length >> 1);
      expect(sample).toBe(took.length);
      expect(BigInt((medianMs ?? 0) * 2)).toBe(twice);
    }
  });
});
