/**
 * Five thousand walks over lists that change while they are read (a tenth outside of a soak run): five orders, three rates of change,
 * 200 rows in pages of 5. While records are only added no certificate is false; when they vanish, one that was seen to fall is
 * never certified by count again. Not here: the same over sockets (walks-sockets.test.ts).
 */
import { describe, expect, test } from 'vitest';
import { PASS_LIMIT } from '../../../src/backend/api/walk/walk.ts';
import { type ListOrder, MovingList, ORDERS, type WalkRun, walkTo } from '../../backend/api/walk/model.ts';
import { SOAK, scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';

const WALKS = 5_000;
const ROWS = 200;
const PER_PAGE = 5;
/** New records and changes for a response. */
const RATES = { calm: 0.005, some: 0.1, busy: 0.6 } as const;
type Rate = keyof typeof RATES;
const EACH = Math.ceil(scaled(WALKS) / (ORDERS.length * Object.keys(RATES).length));
/** A pass over as many pages as the list has, then the passes until the walk gives up, each a little longer. */
const MOST_REQUESTS = 2 * (PASS_LIMIT + 2) * Math.ceil((2 * ROWS) / PER_PAGE);

interface Tally {
  certified: number;
  false: number;
  notProvable: number;
  incomplete: number;
}

function often(random: () => number, rate: number, act: () => void): void {
  for (let chance = rate; chance > 0; chance -= 1) if (random() < chance) act();
}

function tallyOf(runs: readonly WalkRun[], isTrue: (run: WalkRun) => boolean): Tally {
  const tally: Tally = { certified: 0, false: 0, notProvable: 0, incomplete: 0 };
  for (const run of runs) {
    if (run.verdict.kind === 'certified') tally.certified += 1;
    if (run.verdict.kind === 'certified' && !isTrue(run)) tally.false += 1;
    if (run.verdict.kind === 'as-far-as-seen') tally.notProvable += 1;
    if (run.verdict.kind === 'incomplete') tally.incomplete += 1;
  }
  return tally;
}

function growing(order: ListOrder, rate: Rate): readonly WalkRun[] {
  return Array.from({ length: EACH }, (_, index) => {
    const random = seeded(index + 1);
    const list = new MovingList(order, ROWS, random);
    const churn = (): void => {
      often(random, RATES[rate], () => list.insert());
      often(random, RATES[rate], () => list.touch());
    };
    return walkTo(list, { mode: 'full' }, { perPage: PER_PAGE, churn });
  });
}

describe('CERT-1: records are only added', () => {
  for (const order of ORDERS) {
    for (const rate of ['calm', 'some', 'busy'] as const) {
      test(`${order}, ${rate}: ${EACH} walks, no false certificate`, () => {
        const runs = growing(order, rate);
        const tally = tallyOf(runs, ({ truthful }) => truthful);
        figure(`${order}, ${rate}`, tally);
        expect(tally.false).toBe(0);
        expect(Math.max(...runs.map(({ requests }) => requests))).toBeLessThanOrEqual(MOST_REQUESTS);
        // A list in one order that is hardly touched is always proved.
        if (order !== 'shuffled' && rate === 'calm') expect(tally.certified).toBe(EACH);
        // Proved by chance and truly, or "not provable"; nothing else is said of it.
        if (order === 'shuffled') expect(tally.certified + tally.notProvable).toBe(EACH);
        if (order === 'shuffled') expect(tally.notProvable).toBeGreaterThan(EACH / 3);
      });
    }
  }
});

describe('CERT-3: records vanish as well', () => {
  const tallies: Tally[] = [];
  for (const order of ORDERS) {
    for (const rate of ['calm', 'some', 'busy'] as const) {
      test(`${order}, ${rate}: ${EACH} walks that begin strictly`, () => {
        const runs = Array.from({ length: EACH }, (_, index) => {
          const random = seeded(index + 1);
          const list = new MovingList(order, ROWS, random);
          const churn = (): void => {
            // Half as much goes as comes.
            often(random, RATES[rate], () => list.insert());
            often(random, RATES[rate] / 2, () => list.remove());
          };
          return walkTo(list, { mode: 'strict' }, { perPage: PER_PAGE, churn });
        });
        const tally = tallyOf(runs, ({ covers }) => covers);
        tallies.push(tally);
        figure(`vanishing, ${order}, ${rate}`, tally);
        expect(runs.every(({ state }) => !state.growOnly)).toBe(true);
        expect(Math.max(...runs.map(({ requests }) => requests))).toBeLessThanOrEqual(MOST_REQUESTS);
      });
    }
  }

  test('at most three in a thousand strict certificates are false', () => {
    const certified = tallies.reduce((sum, tally) => sum + tally.certified, 0);
    const wrong = tallies.reduce((sum, tally) => sum + tally.false, 0);
    figure('vanishing, strict', { certified, wrong });
    expect(tallies).toHaveLength(ORDERS.length * Object.keys(RATES).length);
    expect(certified).toBeGreaterThan(0);
    expect(wrong).toBeLessThanOrEqual(certified * 0.003);
  });

  test('once a total has fallen, counting alone certifies nothing any more', () => {
    let fell = 0;
    let wrong = 0;
    for (let seed = 1; seed <= scaled(1_500); seed += 1) {
      const random = seeded(seed);
      const order = ORDERS[seed % ORDERS.length] ?? 'uuid';
      const list = new MovingList(order, ROWS, random);
      let most = list.members.size;
      const seen = { fell: false };
      const churn = (): void => {
        often(random, 0.03, () => list.remove());
        often(random, 0.02, () => list.insert());
        if (list.members.size < most) seen.fell = true;
        most = Math.max(most, list.members.size);
      };
      const run = walkTo(list, { mode: 'full' }, { perPage: PER_PAGE, churn });
      if (!seen.fell || run.state.growOnly) continue;
      fell += 1;
      expect(run.state.mode).toBe('strict');
      if (run.verdict.kind === 'certified' && !run.covers) wrong += 1;
    }
    figure('vanishing, after the alarm', { fell, wrong });
    expect(fell).toBeGreaterThan(0);
    expect(wrong).toBeLessThanOrEqual(fell * 0.003);
  });

  test('CERT-4: the proof by counting comes back where nothing that was known is gone, and then certifies nothing false', () => {
    let back = 0;
    let wrong = 0;
    for (let seed = 1; seed <= scaled(1_500); seed += 1) {
      const random = seeded(seed);
      const order = ORDERS[seed % ORDERS.length] ?? 'uuid';
      const list = new MovingList(order, ROWS, random);
      const churn = (): void => {
        often(random, 0.03, () => list.remove());
        often(random, 0.05, () => list.insert());
      };
      const first = walkTo(list, { mode: 'strict' }, { perPage: PER_PAGE, churn });
      if (!first.growOnly) continue;
      back += 1;
      const second = walkTo(list, { mode: 'full' }, { mirror: first.mirror, perPage: PER_PAGE, churn });
      if (second.verdict.kind === 'certified' && !second.covers) wrong += 1;
    }
    figure('vanishing, counting again', { back, wrong });
    // So many records vanish here that it hardly ever comes back.
    expect(back).toBeLessThanOrEqual(scaled(1_500) * 0.02);
    expect(wrong).toBeLessThanOrEqual(1);
  });

  test('CERT-4: a list that only grows has it back after one false alarm', () => {
    for (const order of ['created-asc', 'created-desc', 'uuid'] as const) {
      for (let seed = 1; seed <= scaled(100); seed += 1) {
        const random = seeded(seed);
        const list = new MovingList(order, ROWS, random);
        const churn = (): void => often(random, RATES.some, () => list.insert());
        const mirror = walkTo(list, { mode: 'full' }, { perPage: PER_PAGE, churn }).mirror;
        const run = walkTo(list, { mode: 'strict' }, { mirror, perPage: PER_PAGE, churn });
        expect({ order, seed, growOnly: run.growOnly }).toEqual({ order, seed, growOnly: true });
        if (run.verdict.kind === 'certified') expect(run.truthful).toBe(true);
      }
    }
  });
});

/** Said in a soak run, for the readme. */
function figure(name: string, numbers: object): void {
  if (SOAK) console.info(name, JSON.stringify(numbers));
}
