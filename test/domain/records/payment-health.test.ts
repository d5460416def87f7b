/** When payments by a method have stopped: never by chance, never in a first week, never on a day that is quiet all over. */
import { describe, expect, it } from 'vitest';
import { THRESHOLDS } from '../../../src/domain/console/console-settings.ts';
import {
  BEFORE_SILENCE_MS,
  isSilent,
  LONGEST_SILENCE_MS,
  type SilenceFacts,
  USUAL_WEEKS,
} from '../../../src/domain/records/payment-health.ts';
import { seeded } from '../../support/seeded.ts';
import { arrivals, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../support/worlds/traffic.ts';

const LEAST_MS = THRESHOLDS.silentMinutes.first * MINUTE_MS;

/** How many of the sorted instants lie after `from` up to `to`. */
function countIn(sorted: readonly number[], from: number, to: number): number {
  return firstAfter(sorted, to) - firstAfter(sorted, from);
}

function firstAfter(sorted: readonly number[], at: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function factsAt(paid: readonly number[], now: number): SilenceFacts {
  const from = paid[firstAfter(paid, now) - 1] ?? 0;
  const weeks = Array.from({ length: USUAL_WEEKS }, (_, week) => (week + 1) * WEEK_MS);
  return {
    silentMs: now - from,
    usual: weeks.map((ago) => countIn(paid, from - ago, now - ago)),
    before: countIn(paid, from - BEFORE_SILENCE_MS, from),
    usualBefore: weeks.map((ago) => countIn(paid, from - BEFORE_SILENCE_MS - ago, from - ago)),
  };
}

/** Instants, by the minute, at which a silence would be told. */
function toldIn(paid: readonly number[], from: number, to: number): readonly number[] {
  const told: number[] = [];
  for (let now = from; now < to; now += MINUTE_MS) {
    const last = paid[firstAfter(paid, now) - 1] ?? 0;
    if (now - last < LEAST_MS || now - last > LONGEST_SILENCE_MS) continue;
    if (isSilent(factsAt(paid, now), LEAST_MS)) told.push(now);
  }
  return told;
}

const WEEKS = 24;
const paidBy = (seed: number, perMinute: number): readonly number[] => [
  ...arrivals(seeded(seed), perMinute, 0, WEEKS * WEEK_MS),
];

describe('payments that arrive', () => {
  it.each([0.02, 0.1, 0.3, 1, 5])(
    'FAULT-94 are never told to have stopped in twenty quiet weeks, at %f a minute',
    (perMinute) => {
      expect(toldIn(paidBy(7 + perMinute, perMinute), 0, WEEKS * WEEK_MS)).toEqual([]);
    },
  );

  it('FAULT-94 are not missed on a day that is quiet all over', () => {
    const holiday = [20 * WEEK_MS + 2 * 24 * HOUR_MS, 20 * WEEK_MS + 3 * 24 * HOUR_MS] as const;
    const random = seeded(5);
    const paid = paidBy(5, 1).filter((at) => at < holiday[0] || at > holiday[1] || random() < 0.1);
    expect(toldIn(paid, holiday[0], holiday[1])).toEqual([]);
  });
});

describe('payments that stop', () => {
  const stop = 20 * WEEK_MS + 2 * 24 * HOUR_MS + 15 * HOUR_MS;
  const stopped = (perMinute: number): readonly number[] =>
    paidBy(3, perMinute).filter((at) => at < stop || at > stop + 3 * HOUR_MS);

  it.each([
    [5, 31],
    [1, 33],
    [0.3, 95],
  ])('FAULT-95 at %f a minute are told within %i minutes', (perMinute, minutes) => {
    const [first = Number.POSITIVE_INFINITY] = toldIn(stopped(perMinute), stop, stop + 3 * HOUR_MS);
    expect((first - stop) / MINUTE_MS).toBeLessThanOrEqual(minutes);
    expect((first - stop) / MINUTE_MS).toBeGreaterThan(20);
  });

  it('FAULT-95 are told no sooner than is set', () => {
    const facts = factsAt(stopped(5), stop + 40 * MINUTE_MS);
    expect(isSilent(facts, 30 * MINUTE_MS)).toBe(true);
    expect(isSilent(facts, 60 * MINUTE_MS)).toBe(false);
  });

  it('FAULT-94 are no news in a first week, without weeks to hold them against', () => {
    const first = stopped(5).filter((at) => at > stop - WEEK_MS);
    expect(toldIn(first, stop, stop + 3 * HOUR_MS)).toEqual([]);
  });
});
