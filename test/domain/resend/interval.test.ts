/** What refusals as too soon teach, story by story. Whole runs with it: test/faults/bulk/bulk.test.ts. */
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_WAIT_MS,
  type IntervalFact,
  type IntervalKnowledge,
  isReliable,
  learnAccepted,
  learnTooSoon,
  NO_KNOWLEDGE,
  waitBefore,
} from '../../../src/domain/resend/interval.ts';

const T = 1_800_000_000_000;

function fact(
  invoiceUuid: string,
  afterMs: number,
  sinceAnyMs: number | null = null,
  sinceOwnMs: number | null = null,
): IntervalFact {
  return { invoiceUuid, atMs: T + afterMs, sinceOwnMs, sinceAnyMs };
}

/** Twenty seconds between any two, as two refusals taught it. */
function ofAll(): IntervalKnowledge {
  const first = learnTooSoon(learnAccepted(NO_KNOWLEDGE, fact('a', 0)), fact('b', 500, 500), 20_000);
  return learnTooSoon(first, fact('c', 1_200, 1_200), 19_000);
}

describe('the scope', () => {
  it('is in doubt after one refusal: nothing is learned and another invoice is asked at once', () => {
    const doubt = learnTooSoon(NO_KNOWLEDGE, fact('b', 500, 500), 20_000);
    expect(doubt).toMatchObject({ interval: null, doubt: { invoiceUuid: 'b', anyMs: 20_500 } });
    expect(isReliable(doubt, T)).toBe(false);
    expect(waitBefore(doubt, 500, T + 500)).toBe(0);
  });

  it('is all when another one is refused too; of two readings the lesser counts', () => {
    expect(ofAll()).toMatchObject({ doubt: null, interval: { ms: 20_200, scope: 'all', learnedAtMs: T + 1_200 } });
  });

  it('is each invoice when another one is taken meanwhile', () => {
    const doubt = learnTooSoon(NO_KNOWLEDGE, fact('b', 500, 500, 30_000), 60_000);
    const known = learnAccepted(doubt, fact('c', 1_000, 1_000));
    expect(known).toMatchObject({ doubt: null, interval: { ms: 90_000, scope: 'each-invoice' } });
    expect(waitBefore(known, 0, T + 1_000)).toBe(0);
  });

  it('an invoice that was resent itself says nothing of the others', () => {
    const doubt = learnTooSoon(NO_KNOWLEDGE, fact('b', 500, 500, 30_000), 60_000);
    const still = learnTooSoon(doubt, fact('c', 1_000, 1_000, 29_000), 61_000);
    expect(still).toMatchObject({ interval: null, doubt: { invoiceUuid: 'c' } });
  });

  it('a refused invoice that is taken after its wait, or the wait itself, settles nothing', () => {
    const doubt = learnTooSoon(NO_KNOWLEDGE, fact('b', 0, 500), 20_000);
    expect(learnAccepted(doubt, fact('c', 25_000)).interval).toBeNull();
    expect(learnAccepted(doubt, fact('b', 25_000)).interval).toBeNull();
  });

  it('no refusal in ten resends in a row: there is none that a run would notice', () => {
    let known = NO_KNOWLEDGE;
    for (let n = 0; n < 9; n += 1) known = learnAccepted(known, fact(`i${n}`, n * 400, 400));
    expect(known.interval).toBeNull();
    known = learnAccepted(known, fact('i9', 4_000, 400));
    expect(known.interval).toMatchObject({ ms: 0, scope: 'all' });
    expect(isReliable(known, T + 4_000)).toBe(true);
    expect(waitBefore(known, 0, T + 4_000)).toBe(0);
    expect(learnTooSoon(known, fact('x', 5_000, 400), 10_000)).toMatchObject({ interval: null, doubt: {} });
  });
});

describe('the length', () => {
  it('is waited for, counted from the last resend of any invoice', () => {
    expect(waitBefore(ofAll(), 5_000, T + 6_000)).toBe(15_200);
    expect(waitBefore(ofAll(), 90_000, T + 90_000)).toBe(0);
    expect(waitBefore(ofAll(), null, T)).toBe(0);
  });

  it('readings within a second are one interval, the least of them; another one replaces it', () => {
    expect(learnTooSoon(ofAll(), fact('d', 9_000, 9_100), 11_000).interval?.ms).toBe(20_100);
    expect(learnTooSoon(ofAll(), fact('d', 9_000, 9_900), 11_000).interval?.ms).toBe(20_200);
    expect(learnTooSoon(ofAll(), fact('d', 9_000, 9_000), 40_000).interval?.ms).toBe(49_000);
  });

  it('refused although it had waited: what was known is too short, however little', () => {
    expect(learnTooSoon(ofAll(), fact('d', 21_000, 20_300), 1_000).interval?.ms).toBe(21_300);
  });

  it('taken although it should have been refused: all is forgotten and learned anew', () => {
    expect(learnAccepted(ofAll(), fact('d', 5_000, 5_000))).toMatchObject({ interval: null, accepted: 1, looks: 0 });
    expect(learnAccepted(ofAll(), fact('d', 20_000, 19_500)).interval?.ms).toBe(20_200);
  });

  it('is looked at again early, soon at first and then more and more seldom', () => {
    const looks: number[] = [];
    let known = ofAll();
    for (let accepted = 0; looks.length < 6; accepted += 1) {
      if (waitBefore(known, 1_000, T + 2_000) > 0) {
        known = learnAccepted(known, fact(`i${accepted}`, 2_000, 20_300));
        continue;
      }
      looks.push(known.accepted);
      known = learnTooSoon(known, fact('look', 2_000, 1_000), 19_200);
    }
    expect(looks).toEqual([3, 6, 12, 24, 25, 25]);
  });

  it('of each invoice: one that was resent a moment ago tells it again', () => {
    const doubt = learnTooSoon(NO_KNOWLEDGE, fact('b', 0, 500, 500), 60_000);
    const known = learnAccepted(doubt, fact('c', 100, 100));
    expect(learnTooSoon(known, fact('d', 9_000, 100, 30_000), 60_000).interval).toMatchObject({ ms: 90_000 });
    // One that nobody has resent: perhaps the API has changed its mind.
    expect(learnTooSoon(known, fact('e', 9_000, 100), 60_000)).toMatchObject({ doubt: { invoiceUuid: 'e' } });
  });

  it('FAULT-8: a refusal that does not say how long', () => {
    expect(learnTooSoon(NO_KNOWLEDGE, fact('b', 0, 500), null).doubt?.untilMs).toBe(T + DEFAULT_WAIT_MS);
  });

  it('without a known send before it nothing is counted that may be wrong', () => {
    expect(learnTooSoon(ofAll(), fact('d', 5_000), 60_000).interval).toEqual(ofAll().interval);
  });

  it('what was learned yesterday is a guess', () => {
    expect(isReliable(ofAll(), T + 25 * 3_600_000)).toBe(false);
    expect(waitBefore(ofAll(), 0, T + 25 * 3_600_000)).toBe(0);
  });
});
