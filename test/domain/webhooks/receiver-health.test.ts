/** When a receiver is down: within minutes, never in a quiet week, over once, and never for the address of one order. */
import { describe, expect, it } from 'vitest';
import { THRESHOLDS } from '../../../src/domain/console/console-settings.ts';
import {
  type MadeAttempt,
  type ReceiverOutage,
  receiverStanding,
  type ReceiverStanding,
} from '../../../src/domain/webhooks/receiver-health.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import { attemptsOfWeek, HOUR_MS, MINUTE_MS, type ShopWeek } from '../../support/worlds/traffic.ts';

const FIRST = { failuresInRow: THRESHOLDS.failuresInRow.first, failureShare: THRESHOLDS.failureShare.first };
const DAY_MS = 24 * HOUR_MS;

interface Word {
  readonly kind: 'down' | 'recovered';
  readonly at: number;
  readonly standing: ReceiverStanding;
}

/** Everything that is told of a week, looked at after each attempt that may change anything, as the mirror would show it. */
function wordsOf(attempts: readonly MadeAttempt[], thresholds = FIRST): readonly Word[] {
  const words: Word[] = [];
  let known: ReceiverOutage['kind'] | null = null;
  let from = 0;
  let begin = 0;
  for (const [index, { atMs, isSuccess }] of attempts.entries()) {
    if (known === null && isSuccess) continue;
    while ((attempts[begin]?.atMs ?? 0) < Math.max(from, atMs - DAY_MS) || index - begin > 3_000) begin += 1;
    const standing = receiverStanding(attempts.slice(begin, index + 1), atMs, thresholds, known);
    if (standing === null) continue;
    words.push({ kind: standing.kind, at: atMs, standing });
    known = standing.kind === 'down' ? standing.of : null;
    if (standing.kind === 'recovered') from = standing.atMs;
  }
  return words;
}

/** The third attempt that failed of those made since. */
function thirdFailure(attempts: readonly MadeAttempt[], since: number): number {
  return attempts.filter(({ atMs, isSuccess }) => atMs >= since && !isSuccess)[2]?.atMs ?? Number.NaN;
}

const QUIET: ShopWeek = { perMinute: 5, failures: 0.03, ownAddress: 0, restarts: 0, awayMs: 0 };

function quietWeek(seed: number): ShopWeek {
  const random = seeded(seed + 1_000);
  return {
    perMinute: 0.2 * 100 ** random(),
    failures: 0.01 + 0.02 * random(),
    ownAddress: 0.005 * random(),
    restarts: 5,
    awayMs: 45_000,
  };
}

describe('a receiver that is well', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
    'FAULT-90 is never told to be down in quiet week %i',
    (seed) => {
      expect(wordsOf(attemptsOfWeek(seed, quietWeek(seed)))).toEqual([]);
    },
  );
});

describe('a receiver that is down', () => {
  const at = 3 * DAY_MS + 14 * HOUR_MS;

  it.each([20, 10, 5, 2, 1, 0.5])(
    'FAULT-91 is told within four minutes of the third failure at %f orders a minute, and its end once',
    (perMinute) => {
      for (let seed = 1; seed <= scaled(10); seed += 1) {
        const shop = { ...QUIET, perMinute, failures: 0.02, down: [at, at + 2 * HOUR_MS] as const };
        const attempts = attemptsOfWeek(seed, shop);
        const words = wordsOf(attempts);
        expect(words.map(({ kind }) => kind)).toEqual(['down', 'recovered']);
        const [down, recovered] = words;
        expect(((down?.at ?? 0) - thirdFailure(attempts, at)) / MINUTE_MS).toBeLessThan(4);
        expect(((recovered?.at ?? 0) - at - 2 * HOUR_MS) / MINUTE_MS).toBeLessThan(15);
      }
    },
  );

  it('FAULT-91 is told when half of it fails', () => {
    const attempts = attemptsOfWeek(1, { ...QUIET, down: [at, at + 2 * HOUR_MS], downShare: 0.6 });
    const words = wordsOf(attempts);
    expect(words.map(({ kind }) => kind)).toEqual(['down', 'recovered']);
    expect(words[0]?.standing).toMatchObject({ of: 'many', cause: 'refused' });
  });
});

describe('a single thing', () => {
  const attempt = (order: string, minute: number, change: Partial<MadeAttempt> = {}): MadeAttempt => {
    return { order, atMs: minute * MINUTE_MS, isSuccess: false, isFirst: false, cause: 'refused', ...change };
  };
  const failing = (order: string, minute: number): readonly MadeAttempt[] => [
    attempt(order, minute, { isFirst: true }),
    ...[1, 6, 36, 156, 516, 1236].map((after) => attempt(order, minute + after)),
  ];
  const inOrder = (attempts: readonly MadeAttempt[]): readonly MadeAttempt[] =>
    attempts.toSorted((a, b) => a.atMs - b.atMs);

  it('FAULT-92 the address of one order, or of two, that fails seven times is no host that is down', () => {
    expect(receiverStanding(failing('a', 0), 1237 * MINUTE_MS, FIRST, null)).toBeNull();
    const two = inOrder([...failing('a', 0), ...failing('b', 3)]);
    expect(receiverStanding(two, 1240 * MINUTE_MS, FIRST, null)).toBeNull();
  });

  it('FAULT-92 the retries of orders that failed before are no news, however many there are', () => {
    const old = ['a', 'b', 'c', 'd'].flatMap((order) => [1, 2, 3].map((minute) => attempt(order, 100 + minute)));
    expect(receiverStanding(inOrder(old), 104 * MINUTE_MS, FIRST, null)).toBeNull();
  });

  it('FAULT-92 failures that are old say nothing about now', () => {
    const three = inOrder(['a', 'b', 'c'].flatMap((order, index) => failing(order, index).slice(0, 3)));
    expect(receiverStanding(three, 9 * MINUTE_MS, FIRST, null)).toMatchObject({ kind: 'down', of: 'every', orders: 3 });
    expect(receiverStanding(three, 24 * MINUTE_MS, FIRST, null)).toBeNull();
  });

  it('FAULT-91 the number in a row is the one that is set', () => {
    const three = inOrder(['a', 'b', 'c'].flatMap((order, index) => failing(order, index).slice(0, 3)));
    expect(receiverStanding(three, 9 * MINUTE_MS, { ...FIRST, failuresInRow: 10 }, null)).toBeNull();
  });

  it('FAULT-93 is over only when several orders arrive and no new one has failed for two minutes', () => {
    const arrived = (order: string, minute: number): MadeAttempt =>
      attempt(order, minute, { isSuccess: true, isFirst: true, cause: null });
    const down = inOrder(['a', 'b', 'c'].flatMap((order, index) => failing(order, index).slice(0, 3)));
    const two = [...down, arrived('d', 10), arrived('e', 11)];
    expect(receiverStanding(two, 14 * MINUTE_MS, FIRST, 'every')).toBeNull();
    const three = [...two, arrived('f', 12)];
    expect(receiverStanding(three, 14 * MINUTE_MS, FIRST, 'every')).toEqual({
      kind: 'recovered',
      atMs: 10 * MINUTE_MS,
    });
    const again = [...three, attempt('g', 13, { isFirst: true })];
    expect(receiverStanding(again, 16 * MINUTE_MS, FIRST, 'every')).toBeNull();
  });
});
