/** Words for entries: every outcome, pass and refusal has its own, in the row's own figures, and hostile words do no harm. */
import { describe, expect, it } from 'vitest';
import { type Entry, HAND_MATCH_REFUSALS, MATCH_OUTCOMES, MATCH_PASSES } from '../../../src/domain/ledger/entry.ts';
import {
  HAND_MATCH_REFUSAL_WORDS,
  OUTCOME_WORDS,
  OUTCOMES_ON_SCREEN,
  outcomeName,
  PASS_WORDS,
  saidWords,
  whyWords,
} from '../../../src/renderer/parts/entry-words.ts';
import { HOSTILE } from './records.ts';

const TOLD: Parameters<typeof whyWords>[0] = {
  outcome: 'matched',
  pass: 'id-and-amount',
  kind: 'orders',
  delta: '0',
  unit: 'EUR',
  status: 'fulfilled',
  statusText: 'Versendet',
};

function why(told: Partial<Entry>): string {
  return whyWords({ ...TOLD, ...told });
}

describe('words for entries', () => {
  it('stand for every outcome once, and each has a name of its own', () => {
    expect([...OUTCOMES_ON_SCREEN].sort()).toEqual([...MATCH_OUTCOMES].sort());
    expect(new Set(MATCH_OUTCOMES.map((outcome) => OUTCOME_WORDS[outcome].name)).size).toBe(MATCH_OUTCOMES.length);
    expect(new Set(MATCH_PASSES.map((pass) => PASS_WORDS[pass].name)).size).toBe(MATCH_PASSES.length);
    // What needs nobody comes first, in one piece.
    const order = OUTCOMES_ON_SCREEN.map((outcome) => OUTCOME_WORDS[outcome].isInOrder);
    expect(order).toEqual([...order].sort((left, right) => Number(right) - Number(left)));
    expect(outcomeName('missing-here', 'wallet')).toBe('No such withdrawal');
    expect(outcomeName('missing-here', 'orders')).toBe('No such invoice');
    expect(outcomeName(null, 'orders')).toBe('Not looked at yet');
  });

  it('say why in the row’s own figures', () => {
    expect(why({})).toBe('to the last digit');
    expect(why({ pass: 'by-hand' })).toBe('the sums agree');
    expect(why({ pass: 'id', delta: null })).toBe('no money on either side');
    expect(why({ outcome: 'amount-differs', delta: '-1234.5' })).toBe('1,234.5 EUR less than ours');
    expect(why({ outcome: 'within-tolerance', delta: '0.01', kind: 'wallet', unit: 'USDT' })).toBe(
      '0.01 USDT more than ours',
    );
    expect(why({ outcome: 'not-compared', kind: 'wallet' })).toBe('money that went out');
    expect(why({ outcome: 'not-compared' })).toBe('the invoice has no amount for it');
    expect(why({ outcome: 'amount-differs', delta: null })).toBe('the amount of the invoice is not known');
    expect(why({ outcome: 'currency-differs', unit: 'PLN' })).toBe('the invoice is not in PLN');
    expect(why({ outcome: 'paid-not-fulfilled', status: 'cancelled', statusText: 'Storno' })).toBe(
      'your ledger says “Storno”',
    );
    expect(why({ outcome: 'paid-not-fulfilled', status: 'unfulfilled', statusText: null })).toBe(
      'your ledger says not fulfilled',
    );
    for (const outcome of [...MATCH_OUTCOMES, null]) expect(why({ outcome, delta: '1' }).length).toBeGreaterThan(8);
  });

  it('refuse in sentences, and let no hostile word through', () => {
    const sentences = HAND_MATCH_REFUSALS.map((reason) => HAND_MATCH_REFUSAL_WORDS[reason]('order-7'));
    expect(new Set(sentences).size).toBe(HAND_MATCH_REFUSALS.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(HAND_MATCH_REFUSAL_WORDS.taken(null)).not.toContain('(');
    for (const words of [
      HAND_MATCH_REFUSAL_WORDS.taken(HOSTILE.rtl),
      saidWords({ status: 'unknown', statusText: HOSTILE.rtl }),
      why({ outcome: 'currency-differs', unit: HOSTILE.rtl }),
    ]) {
      expect(words).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(words.length).toBeLessThan(200);
    }
  });
});
