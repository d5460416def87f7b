/** Where the API strays from its specification: what is found in an answer, how it is counted, and that no value of a record is in it. */
import { describe, expect, it } from 'vitest';
import { readInvoice, readRecords } from '../../../src/backend/api/records/records.ts';
import { driftsOf, driftText, MOST_DRIFTS, withDrifts } from '../../../src/domain/support/drift.ts';

const SOURCE = {
  uuid: '11111111-1111-4111-8111-111111111111',
  external_id: 'order-17',
  amount: '49.90',
  status: 'success',
  created_at: '2026-11-20T10:00:00Z',
  is_adjusted: false,
  currency: { id: 1, code: 'EUR', name: 'Euro', symbol: '€' },
};

async function seenIn(...changes: readonly object[]) {
  const { drift, ...page } = await readRecords(
    changes.map((change) => ({ ...SOURCE, ...change })),
    readInvoice,
  );
  return driftsOf('invoice', page, drift);
}

describe('an answer', () => {
  it('as it is specified shows nothing', async () => {
    expect(await seenIn({})).toEqual([]);
  });

  it('shows unknown fields, unknown words, other shapes and what cannot be read, each once', async () => {
    const odd = { loyalty_points: { balance: 7 }, status: 'frozen', purpose: 7 };
    expect(await seenIn(odd, odd, { amount: 49.9 })).toEqual([
      { what: 'invoice.purpose: a number instead of text', example: null },
      { what: expect.stringMatching(/^unreadable: invoice\.amount: money as a number/), example: null },
      { what: 'invoice.loyalty_points: unknown field', example: 'object' },
      { what: 'invoice.status: unknown word frozen', example: null },
    ]);
  });

  it('shows names and shapes, never a value', async () => {
    const secret = {
      note: 'jane@example.com',
      sum: '12345.67',
      status: 'held for 4929123412341234',
      ['jane@example.com']: 1,
    };
    const text = driftText(withDrifts([], await seenIn(secret), '2026-11-24T20:00:00Z'), '1.0.0');
    expect(text).toContain(
      '- invoice.sum: unknown field (decimal text, 2 decimals): in 1 answers, 2026-11-24 to 2026-11-24',
    );
    expect(text).toContain('invoice.status: unknown word (25 characters that are no plain word)');
    expect(text).not.toMatch(/jane|12345|4929/);
  });
});

describe('what was seen', () => {
  it('counts answers, keeps since when, and has an end', () => {
    const one = { what: 'invoice.x: unknown field', example: 'text' };
    const first = withDrifts([], [one], '2026-11-20T00:00:00Z');
    const second = withDrifts(first, [one, { what: 'other', example: null }], '2026-11-24T00:00:00Z');
    expect(second).toEqual([
      { ...one, firstAt: '2026-11-20T00:00:00Z', lastAt: '2026-11-24T00:00:00Z', answers: 2 },
      { what: 'other', example: null, firstAt: '2026-11-24T00:00:00Z', lastAt: '2026-11-24T00:00:00Z', answers: 1 },
    ]);
    const many = Array.from({ length: 1_000 }, (_, index) => ({ what: `w${index}`, example: null }));
    const all = withDrifts(second, many, '2026-11-25T00:00:00Z');
    expect(all).toHaveLength(MOST_DRIFTS);
    expect(all[0]).toMatchObject(one);
  });
});
