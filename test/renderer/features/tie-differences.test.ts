/** How many of a line of the tie-out are open: by unit where pages add up, the rest of the kind where there is no amount. */
import { describe, expect, it } from 'vitest';
import { openOf } from '../../../src/renderer/features/reconciliation/tie-out/differences.tsx';

const COUNTS = {
  kinds: [
    { kind: 'adjusted', open: 12, resolved: 3 },
    { kind: 'settled-missing', open: 4, resolved: 0 },
  ],
} as const;
const OPEN = {
  totals: [
    { kind: 'adjusted', unit: 'EUR', count: 7, missing: 0, delta: '-1' },
    { kind: 'adjusted', unit: 'PLN', count: 3, missing: 1, delta: '-2' },
  ],
} as const;

describe('the open ones of a line', () => {
  it('are those of its unit', () => {
    expect(openOf({ kind: 'adjusted', unit: 'PLN' }, COUNTS, OPEN)).toBe(3);
    expect(openOf({ kind: 'adjusted', unit: 'USDT' }, COUNTS, OPEN)).toBe(0);
  });

  it('without a unit are what its kind has beside them, so that the lines add up to the kind', () => {
    expect(openOf({ kind: 'adjusted', unit: null }, COUNTS, OPEN)).toBe(2);
    expect(openOf({ kind: 'settled-missing', unit: null }, COUNTS, OPEN)).toBe(4);
    expect(openOf({ kind: 'hash-missing', unit: null }, COUNTS, OPEN)).toBe(0);
  });

  it('are not known before both are read', () => {
    expect(openOf({ kind: 'adjusted', unit: 'EUR' }, undefined, OPEN)).toBeNull();
    expect(openOf({ kind: 'adjusted', unit: 'EUR' }, COUNTS, undefined)).toBeNull();
  });
});
