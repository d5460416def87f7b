/** The gate on the discrete clock: lanes, probes, refusals, the server's word, restarts. Not here: figures (faults/pacing.test.ts). */
import { describe, expect, test } from 'vitest';
import type { Lane } from '../../../../src/backend/api/endpoints/calls.ts';
import { failed, unwrap } from '../../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { LimiterModel, MODELS } from '../../../support/limiter-models.ts';
import { bench, newGate, request } from './bench.ts';
import { seeded } from '../../../support/seeded.ts';

const NO_HEADERS = { limit: null, remaining: null, resetMs: null };

describe('no refusal', () => {
  test('eight visible callers at once are not refused either', async () => {
    for (const model of MODELS) {
      const { own } = await bench({ limiter: new LimiterModel(model), requests: 600, workers: 8, lane: 'visible' });
      expect(own).toEqual({ answered: 600, refused: 0 });
    }
  });
});

describe('a neighbour on the same key', () => {
  test('without a neighbour none is seen, and one that left is forgotten after ten minutes', async () => {
    for (const model of MODELS) {
      const { gate } = await bench({ limiter: new LimiterModel(model), requests: 500, workers: 4, lane: 'visible' });
      expect(gate.budget()).toMatchObject({ foreignUse: false, foreignPerMinute: 0, reserve: 5 });
    }
    const limiter = new LimiterModel('first-hit');
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    await clock.run(request(gate, clock, limiter, 'backfill'));
    for (let index = 0; index < 10; index += 1) limiter.hit(clock.monotonic());
    await clock.run(request(gate, clock, limiter, 'backfill'));
    expect(gate.budget()).toMatchObject({ foreignUse: true, reserve: 25 });
    await clock.runFor(10 * 60_000 + 1);
    expect(gate.budget()).toMatchObject({ foreignUse: false, reserve: 5 });
  });
});

describe('lanes', () => {
  test('a click goes at once while the backfill waits, out of the reserve', async () => {
    const clock = new DiscreteClock();
    const limiter = new LimiterModel('first-hit');
    const gate = newGate(clock);
    for (let index = 0; index < 95; index += 1) await clock.run(request(gate, clock, limiter, 'backfill'));
    const order: string[] = [];
    const backfill = request(gate, clock, limiter, 'backfill').then(() => order.push('backfill'));
    const before = clock.monotonic();
    const clicks = Array.from({ length: 5 }, async (_, index) => {
      await request(gate, clock, limiter, index % 2 === 0 ? 'click' : 'confirm');
      order.push(`urgent at ${clock.monotonic() - before}`);
    });
    await clock.run(Promise.all(clicks));
    expect(order).toEqual(Array.from({ length: 5 }, () => 'urgent at 100'));
    expect(gate.budget().waitingMs).toBeGreaterThan(40_000);
    // The reserve is spent now: even a click has to wait, and it goes before the backfill.
    const late = request(gate, clock, limiter, 'click').then(() => order.push('late click'));
    await clock.run(Promise.all([backfill, late]));
    expect(order.slice(5)).toEqual(['late click', 'backfill']);
  });

  test('the most urgent lane first, and a promoted caller with it', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    const order: string[] = [];
    const blocker = unwrap(await clock.run(gate.enter('visible').turn));
    const enter = (lane: Lane, name: string) => {
      const entry = gate.enter(lane);
      const pass = async (): Promise<void> => {
        const turn = unwrap(await entry.turn);
        order.push(name);
        setImmediate(() => turn.end({ kind: 'answered', headers: NO_HEADERS }));
      };
      void pass();
      return entry;
    };
    enter('backfill', 'backfill');
    enter('check', 'check');
    const promoted = enter('backfill', 'promoted');
    await clock.runFor(1);
    enter('visible', 'visible');
    enter('confirm', 'confirm');
    enter('click', 'click');
    promoted.promote('click');
    blocker.end({ kind: 'answered', headers: NO_HEADERS });
    await clock.runFor(10);
    expect(order).toEqual(['promoted', 'click', 'confirm', 'visible', 'check', 'backfill']);
  });

  test('one backfill at a time', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    const first = unwrap(await clock.run(gate.enter('backfill').turn));
    const second = gate.enter('backfill');
    const other = gate.enter('visible');
    first.end({ kind: 'answered', headers: NO_HEADERS });
    const [turn] = await clock.run(Promise.all([second.turn, other.turn]));
    const third = gate.enter('backfill');
    await clock.runFor(1_000);
    expect(gate.budget().queued).toBe(1);
    unwrap(turn).end({ kind: 'answered', headers: NO_HEADERS });
    await clock.run(third.turn);
  });

  test('the backfill is never starved beyond ten minutes', async () => {
    const clock = new DiscreteClock();
    const limiter = new LimiterModel('sliding-log');
    const gate = newGate(clock);
    const state = { over: false };
    // More clicks than the limit allows, for ever.
    const clicker = async (): Promise<void> => {
      while (!state.over) await request(gate, clock, limiter, 'click').catch(() => undefined);
    };
    for (let index = 0; index < 20; index += 1) void clicker();
    await clock.runFor(30_000);
    const begun = clock.monotonic();
    await clock.run(request(gate, clock, limiter, 'backfill'), 10 * 60_000);
    expect(clock.monotonic() - begun).toBeLessThanOrEqual(10 * 60_000);
    state.over = true;
  });

  test('a caller that gives up leaves the queue', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    const first = unwrap(await clock.run(gate.enter('backfill').turn));
    const stop = new AbortController();
    const waiting = gate.enter('backfill', stop.signal);
    expect(gate.budget().queued).toBe(1);
    stop.abort();
    expect(await waiting.turn).toEqual(failed({ kind: 'cancelled' }));
    expect(gate.budget().queued).toBe(0);
    expect(await gate.enter('click', AbortSignal.abort()).turn).toEqual(failed({ kind: 'cancelled' }));
    first.end({ kind: 'not-sent' });
    await clock.runFor(100);
    expect(clock.sleepers).toBe(0);
  });
});

describe('refusals and probes', () => {
  test('RATE_LIMITED closes the gate for everybody, then one probe goes first', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    const first = unwrap(await clock.run(gate.enter('click').turn));
    first.end({ kind: 'answered', headers: NO_HEADERS, refusedMs: 30_000 });
    const came: number[] = [];
    const turns = (['click', 'confirm', 'visible'] as const).map(async (lane) => {
      const turn = unwrap(await gate.enter(lane).turn);
      came.push(clock.monotonic());
      await clock.sleep(500);
      turn.end({ kind: 'answered', headers: NO_HEADERS });
    });
    expect(gate.budget().waitingMs).toBeGreaterThanOrEqual(30_000);
    await clock.run(Promise.all(turns));
    expect(came[0]).toBeGreaterThanOrEqual(30_000);
    expect(came[0]).toBeLessThanOrEqual(31_000);
    expect(came[1]).toBe((came[0] ?? 0) + 500);
    expect(came[2]).toBe(came[1]);
  });

  test('refusals in a row wait longer and longer', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    const waits: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const begun = clock.monotonic();
      unwrap(await clock.run(gate.enter('backfill').turn)).end({ kind: 'answered', headers: NO_HEADERS, refusedMs: 1 });
      waits.push(Math.floor((clock.monotonic() - begun) / 1000));
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32]);
  });

  test('FAULT-22: a wait of more than a quarter of an hour is told instead of sat out', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    const first = unwrap(await clock.run(gate.enter('click').turn));
    const waiting = gate.enter('visible');
    first.end({ kind: 'answered', headers: NO_HEADERS, refusedMs: 3_600_000 });
    expect(await waiting.turn).toMatchObject({ ok: false, failure: { kind: 'rate-limited' } });
    expect(await gate.enter('click').turn).toMatchObject({ ok: false, failure: { kind: 'rate-limited' } });
    await clock.runFor(3_601_000);
    expect(await clock.run(gate.enter('click').turn)).toMatchObject({ ok: true });
  });

  test('a probe that was lost is followed by another probe', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    const first = unwrap(await clock.run(gate.enter('visible').turn));
    const others = [gate.enter('visible'), gate.enter('visible')];
    first.end({ kind: 'lost' });
    await clock.runFor(1_000);
    expect(gate.budget().queued).toBe(1);
    for (const other of others)
      void other.turn.then((turn) => unwrap(turn).end({ kind: 'answered', headers: NO_HEADERS }));
    await clock.runFor(1_000);
    expect(gate.budget().queued).toBe(0);
  });

  test('FAULT-33: refresh lets one request try first', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    unwrap(await clock.run(gate.enter('click').turn)).end({ kind: 'answered', headers: NO_HEADERS });
    gate.refresh();
    const entries = [gate.enter('click'), gate.enter('click')];
    await clock.runFor(10);
    expect(gate.budget().queued).toBe(1);
    for (const entry of entries)
      void entry.turn.then((turn) => unwrap(turn).end({ kind: 'answered', headers: NO_HEADERS }));
    await clock.runFor(10);
  });
});

describe('the server’s word', () => {
  test('FAULT-36: a changed limit is followed within one response', async () => {
    const clock = new DiscreteClock();
    const limiter = new LimiterModel('sliding-log');
    const gate = newGate(clock, { reserve: 0 });
    for (let index = 0; index < 30; index += 1) await clock.run(request(gate, clock, limiter, 'backfill'));
    limiter.limit = 50;
    const begun = clock.monotonic();
    for (let sent = 30; sent < 50; sent += 1) await clock.run(request(gate, clock, limiter, 'backfill'));
    // The last one of a window waits four seconds for a look at a neighbour.
    expect(clock.monotonic() - begun).toBeLessThan(7_000);
    await clock.run(request(gate, clock, limiter, 'backfill'));
    expect(clock.monotonic()).toBeGreaterThan(60_000);
    for (let sent = 51; sent < 100; sent += 1) await clock.run(request(gate, clock, limiter, 'backfill'));
    expect(gate.budget().limit).toBe(50);
    limiter.limit = 1000;
    for (let index = 0; index < 300; index += 1) await clock.run(request(gate, clock, limiter, 'backfill'));
    expect(gate.budget().limit).toBe(1000);
  });

  test('a Remaining used up by others is respected until the window resets', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    unwrap(await clock.run(gate.enter('backfill').turn)).end({
      kind: 'answered',
      headers: { limit: 100, remaining: 3, resetMs: 42_000 },
    });
    const backfill = gate.enter('backfill');
    void backfill.turn;
    unwrap(await clock.run(gate.enter('click').turn)).end({
      kind: 'answered',
      headers: { limit: 100, remaining: 2, resetMs: 42_000 },
    });
    expect(clock.monotonic()).toBeLessThan(10);
    await clock.run(backfill.turn);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(42_000);
    expect(clock.monotonic()).toBeLessThan(61_000);
  });

  test('the reserve can be set, nought included', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock, { reserve: 50 });
    expect(gate.budget().reserve).toBe(50);
    gate.setReserve(0);
    expect(gate.budget().reserve).toBe(0);
    gate.setReserve('automatic');
    expect(gate.budget().reserve).toBe(5);
    // A reserve as large as the limit still lets the backfill through, one at a time.
    gate.setReserve(1_000);
    const turn = unwrap(await clock.run(gate.enter('backfill').turn));
    turn.end({ kind: 'answered', headers: { limit: 100, remaining: 99, resetMs: 60_000 } });
    const begun = clock.monotonic();
    await clock.run(gate.enter('backfill').turn);
    expect(clock.monotonic() - begun).toBeGreaterThan(59_000);
  });

  test('budget listeners hear of changes until they leave', async () => {
    const clock = new DiscreteClock();
    const gate = newGate(clock);
    const heard: number[] = [];
    const leave = gate.onBudget((budget) => heard.push(budget.remaining));
    unwrap(await clock.run(gate.enter('click').turn)).end({
      kind: 'answered',
      headers: { limit: 100, remaining: 80, resetMs: 60_000 },
    });
    expect(heard.at(-1)).toBe(80);
    leave();
    const { length } = heard;
    gate.setReserve(3);
    expect(heard).toHaveLength(length);
  });
});

describe('restart', () => {
  test('a restart does not burst: the log of the minute before counts', async () => {
    const limiter = new LimiterModel('sliding-log');
    const clock = new DiscreteClock();
    const stamps: number[] = [];
    const requestLog = {
      recent: (sinceMs: number) => Promise.resolve(stamps.filter((at) => at >= sinceMs)),
      append: (atMs: number) => {
        stamps.push(atMs);
        return undefined;
      },
    };
    const first = newGate(clock, { requestLog, reserve: 0 });
    for (let index = 0; index < 90; index += 1) await clock.run(request(first, clock, limiter, 'backfill'));
    const second = newGate(clock, { requestLog, random: seeded(2), reserve: 0 });
    for (let index = 0; index < 120; index += 1) await clock.run(request(second, clock, limiter, 'backfill'));
    expect(second.budget().foreignUse).toBe(false);
    expect(clock.monotonic()).toBeGreaterThan(120_000);
  });

  test('an unreadable log and a wall clock that was set back do no harm', async () => {
    const clock = new DiscreteClock();
    const broken = { recent: () => Promise.reject(new Error('disk')), append: () => undefined };
    const gate = newGate(clock, { requestLog: broken });
    expect(await clock.run(gate.enter('click').turn)).toMatchObject({ ok: true });
    const future = { recent: () => Promise.resolve([clock.now() + 86_400_000]), append: () => undefined };
    const other = newGate(clock, { requestLog: future });
    unwrap(await clock.run(other.enter('click').turn)).end({ kind: 'not-sent' });
    // It counts, and three that may have been forgotten.
    expect(other.budget().remaining).toBe(96);
  });
});
