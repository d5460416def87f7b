/**
 * The page walk step by step: what it costs, what it says, and that it ends in all cases. Not here: thousands of walks over lists that
 * move (test/faults/sync/walks.test.ts).
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterVerdict,
  nextStep,
  parseWalk,
  restartWalk,
  startWalk,
  type WalkStep,
} from '../../../../src/backend/api/walk/walk.ts';
import { type ListOrder, MovingList, ORDERS, walkTo } from './model.ts';
import { seeded } from '../../../support/seeded.ts';

const STEP: WalkStep = {
  page: 1,
  perPage: 100,
  totalItems: 1000,
  totalPages: 10,
  hasNext: true,
  itemCount: 100,
  fresh: 0,
  seen: 500,
  seenInPass: 100,
  serverTime: 't',
};

describe('lists that only grow', () => {
  test('CERT-5: a list that shuffles with each request is called not provable, or certified truthfully', () => {
    const words = new Set<string>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const list = new MovingList('shuffled', 300, seeded(seed));
      const run = walkTo(list, { mode: 'full' });
      expect(run.requests).toBeLessThanOrEqual(7 * 62);
      expect(run.verdict.kind === 'certified' && !run.truthful).toBe(false);
      if (run.verdict.kind !== 'certified') words.add(`${run.verdict.kind}: ${run.verdict.reason}`);
    }
    expect([...words]).toEqual([
      'as-far-as-seen: The list changes its order from request to request, so it can not be proved complete.',
    ]);
  });

  test('CERT-1: a quiet list costs its pages and not one request more', () => {
    for (const order of ORDERS.filter((name) => name !== 'shuffled')) {
      const run = walkTo(new MovingList(order, 12_500, seeded(1)), { mode: 'full' }, { perPage: 100 });
      expect(run.verdict).toEqual({ kind: 'certified', asOf: 't125' });
    }
  });

  test('CERT-1: an empty list is certified by its first response', () => {
    expect(walkTo(new MovingList('uuid', 0, seeded(1)), { mode: 'full' })).toMatchObject({
      requests: 1,
      verdict: { kind: 'certified' },
    });
  });
});

describe('CERT-1: keeping up', () => {
  function grown(order: ListOrder, added: number): { requests: number; kind: string } {
    const list = new MovingList(order, 10_000, seeded(3));
    const mirror = new Set(list.members);
    for (let index = 0; index < added; index += 1) list.insert();
    const run = walkTo(list, { mode: 'new', lastTotal: 10_000 }, { mirror, perPage: 100 });
    expect(run.truthful).toBe(true);
    return { requests: run.requests, kind: run.verdict.kind };
  }

  test('nothing new costs one request', () => {
    for (const order of ORDERS) expect(grown(order, 0)).toEqual({ requests: 1, kind: 'certified' });
  });

  test('700 new ones cost some ten requests wherever they are', () => {
    expect(grown('created-desc', 700)).toEqual({ requests: 8, kind: 'certified' });
    expect(grown('created-asc', 700)).toEqual({ requests: 8, kind: 'certified' });
  });

  test('new ones scattered over the list cost the whole list once', () => {
    expect(grown('uuid', 50).requests).toBeLessThanOrEqual(105);
    expect(grown('uuid', 50).kind).toBe('certified');
  });
});

describe('CERT-3: lists that lose records', () => {
  test('a total that falls ends the trust for good', () => {
    const list = new MovingList('created-desc', 100, seeded(1));
    let responses = 0;
    const run = walkTo(
      list,
      { mode: 'full' },
      {
        churn: () => {
          responses += 1;
          if (responses === 3) list.remove();
        },
      },
    );
    expect(run.state.growOnly).toBe(false);
    expect(run.state.mode).toBe('strict');
    // One record that is gone was perhaps seen; two equal passes certify what is there now.
    expect(run.verdict.kind).toBe('certified');
  });

  test('a fall since the last walk counts as well', () => {
    const list = new MovingList('uuid', 50, seeded(1));
    const run = walkTo(list, { mode: 'new', lastTotal: 60 }, { mirror: new Set(list.members) });
    expect(run.state.growOnly).toBe(false);
    expect(run.requests).toBe(21);
  });

  test('after that, equal numbers are no certificate', () => {
    const list = new MovingList('uuid', 50, seeded(1));
    const run = walkTo(list, { mode: 'new', growOnly: false }, { mirror: new Set(list.members) });
    expect(run.verdict).toMatchObject({ kind: 'as-far-as-seen' });
  });

  test('strict: removals and inserts at every moment, no false certificate', () => {
    let certified = 0;
    for (const order of ORDERS) {
      for (let seed = 1; seed <= 60; seed += 1) {
        const random = seeded(seed);
        const list = new MovingList(order, 100, random);
        const churn = (): void => {
          if (random() < 0.02) list.remove();
          if (random() < 0.02) list.insert();
        };
        const run = walkTo(list, { mode: 'strict' }, { churn });
        expect(run.state.growOnly).toBe(false);
        if (run.verdict.kind !== 'certified') continue;
        certified += 1;
        expect(run.covers).toBe(true);
      }
    }
    expect(certified).toBeGreaterThan(100);
  });

  test('strict on a list that never rests: not certified, and bounded', () => {
    const random = seeded(5);
    const list = new MovingList('created-desc', 100, random);
    const run = walkTo(list, { mode: 'strict' }, { churn: () => list.insert() });
    expect(run.verdict.kind).not.toBe('certified');
    expect(run.requests).toBeLessThan(400);
  });
});

describe('CERT-4: after a strict walk', () => {
  const step = { ...STEP, totalItems: 100, totalPages: 1, hasNext: false, seen: 100 };
  const inVain = { kind: 'as-far-as-seen', reason: 'moving' } as const;
  const ended = { state: startWalk({ mode: 'strict' }), verdict: inVain, unshown: 0, everLost: false };
  const kept = { growOnly: false, verdict: inVain };

  test('counting proves again where nothing that was known is gone', () => {
    expect(afterVerdict(ended, step)).toEqual({ growOnly: true, verdict: { kind: 'certified', asOf: 't' } });
    expect(afterVerdict(ended, { ...step, seen: 99 })).toEqual({ growOnly: true, verdict: inVain });
  });

  test('not where a total fell, a pass lacked what was known or nobody can tell, or a record was ever lost', () => {
    const doubted = { ...ended, state: { ...ended.state, doubted: true } };
    for (const one of [doubted, { ...ended, unshown: 1 }, { ...ended, unshown: null }, { ...ended, everLost: true }])
      expect(afterVerdict(one, step)).toEqual(kept);
  });
});

describe('FAULT-37 CERT-5: servers that lie', () => {
  const page = (change: Partial<WalkStep>): WalkStep => ({ ...STEP, ...change });

  test('has_next for ever, the same page for ever: bounded', () => {
    let state = startWalk({ mode: 'full' });
    let requests = 0;
    for (;;) {
      requests += 1;
      const progress = nextStep(
        state,
        page({ page: state.page, fresh: requests === 1 ? 100 : 0, seen: 100, itemCount: 100 }),
      );
      state = progress.state;
      if (progress.verdict === null) continue;
      expect(progress.verdict).toEqual({
        kind: 'incomplete',
        seen: 100,
        total: 1000,
        reason: 'The API counts more records than its pages show.',
      });
      break;
    }
    expect(requests).toBeLessThanOrEqual(40);
  });

  test('a total that counts too much', () => {
    let state = startWalk({ mode: 'full' });
    let verdict = null;
    let requests = 0;
    const mirror = new Set<number>();
    while (verdict === null) {
      const first = (state.page - 1) * 100;
      const ids = Array.from({ length: Math.max(0, Math.min(100, 950 - first)) }, (_, index) => first + index);
      const fresh = ids.filter((id) => !mirror.has(id)).length;
      for (const id of ids) mirror.add(id);
      const step = page({
        page: state.page,
        hasNext: state.page < 10,
        itemCount: ids.length,
        fresh,
        seen: mirror.size,
      });
      ({ state, verdict } = nextStep(state, step));
      requests += 1;
    }
    expect(verdict).toMatchObject({
      kind: 'incomplete',
      seen: 950,
      total: 1000,
      reason: 'The API counts more records than its pages show.',
    });
    expect(requests).toBe(30);
  });

  test('records without a readable id', () => {
    const unreadable = nextStep(
      startWalk({ mode: 'full' }),
      page({ totalItems: 100, totalPages: 1, hasNext: false, fresh: 97, seen: 97, unreadable: 3 }),
    );
    expect(unreadable.verdict).toEqual({
      kind: 'incomplete',
      seen: 97,
      total: 100,
      reason: 'Some records have no readable id.',
    });
  });

  test('CERT-6: any numbers: every walk ends within its bounds, and its state survives JSON', () => {
    const steps = fc.record({
      perPage: fc.integer({ min: 1, max: 1000 }),
      totalItems: fc.nat({ max: 3000 }),
      totalPages: fc.nat({ max: 3000 }),
      hasNext: fc.boolean(),
      itemCount: fc.nat({ max: 1000 }),
      fresh: fc.nat({ max: 3 }),
      seen: fc.nat({ max: 3000 }),
      seenInPass: fc.nat({ max: 3000 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('full', 'new', 'strict'),
        fc.array(steps, { minLength: 1, maxLength: 20 }),
        (mode, script) => {
          let state = startWalk({ mode });
          for (let requests = 0; requests < 60_000; requests += 1) {
            const step = script[requests % script.length];
            if (step === undefined) return true;
            const progress = nextStep(state, { ...step, page: state.page, serverTime: 't' });
            if (progress.verdict !== null) return true;
            expect(progress.state.page).toBeGreaterThanOrEqual(1);
            expect(requests < 50 ? parseWalk(JSON.stringify(progress.state)) : progress.state).toEqual(progress.state);
            state = progress.state;
          }
          return false;
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('CERT-7: checkpoints', () => {
  test('a walk goes on at its page; after a pause it begins its pass again', () => {
    const list = new MovingList('uuid', 100, seeded(1));
    const { state } = nextStep(startWalk({ mode: 'strict', firstPass: 7 }), {
      page: 1,
      perPage: 5,
      totalItems: 100,
      totalPages: 20,
      hasNext: true,
      itemCount: list.page(1, 5).length,
      fresh: 5,
      seen: 5,
      seenInPass: 5,
      serverTime: 't',
    });
    expect(parseWalk(JSON.stringify(state))).toEqual(state);
    expect(state).toMatchObject({ page: 2, pass: 7 });
    expect(restartWalk(state)).toMatchObject({ page: 1, pass: 8, items: 0, total: 100 });
  });

  test('what is no checkpoint is none', () => {
    for (const text of [
      '',
      'null',
      '{}',
      '{"version":2}',
      '[',
      JSON.stringify({ ...startWalk({ mode: 'full' }), page: 0 }),
    ]) {
      expect(parseWalk(text)).toBeNull();
    }
  });
});
