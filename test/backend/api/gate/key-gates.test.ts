/** Clients that share the gate of a key, on the discrete clock: who shares, what is shared, and when a key is forgotten. */
import { describe, expect, test } from 'vitest';
import type { RequestLog } from '../../../../src/backend/api/endpoints/calls.ts';
import type { Reserve } from '../../../../src/backend/api/gate/gate.ts';
import { KeyGates, type Pacer } from '../../../../src/backend/api/gate/key-gates.ts';
import { failed, unwrap } from '../../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { LimiterModel } from '../../../support/limiter-models.ts';
import { noLog, request } from './bench.ts';
import { seeded } from '../../../support/seeded.ts';

const ORIGIN = 'https://api.test';

function newGates(): { clock: DiscreteClock; gates: KeyGates } {
  const clock = new DiscreteClock();
  return { clock, gates: new KeyGates({ clock, random: seeded(1) }) };
}

function client(
  gates: KeyGates,
  key: () => string | null,
  more: { origin?: string; requestLog?: RequestLog; reserve?: Reserve | null } = {},
): Pacer {
  const { origin = ORIGIN, requestLog = noLog, reserve = null } = more;
  return gates.pacer({ origin, key, requestLog, reserve });
}

describe('who shares a gate', () => {
  test('the same key at the same origin, and nobody else', async () => {
    const { clock, gates } = newGates();
    const limiter = new LimiterModel('sliding-log');
    const one = client(gates, () => 'key');
    const same = client(gates, () => 'key');
    const otherKey = client(gates, () => 'another');
    const otherOrigin = client(gates, () => 'key', { origin: 'https://other.test' });
    for (let number = 0; number < 7; number += 1) await clock.run(request(one, clock, limiter, 'check'));
    expect(same.budget().remaining).toBe(93);
    expect(otherKey.budget().remaining).toBe(100);
    expect(otherOrigin.budget().remaining).toBe(100);
    expect(gates.size).toBe(3);
  });

  test('together they keep the limit that each alone would use up', async () => {
    const { clock, gates } = newGates();
    const limiter = new LimiterModel('first-hit');
    const walk = async (pacer: Pacer): Promise<void> => {
      for (let number = 0; number < 150; number += 1) await request(pacer, clock, limiter, 'check');
    };
    await clock.run(Promise.all([walk(client(gates, () => 'key')), walk(client(gates, () => 'key'))]));
    expect(clock.monotonic()).toBeGreaterThan(180_000);
    expect(client(gates, () => 'key').budget().foreignUse).toBe(false);
  });

  test('each notes its own requests, and those of earlier runs are read once', async () => {
    const { clock, gates } = newGates();
    const limiter = new LimiterModel('sliding-log');
    const notes: string[] = [];
    const log = (name: string, earlier: number): RequestLog => ({
      recent: () => {
        notes.push(`read ${name}`);
        return Promise.resolve(Array.from({ length: earlier }, () => clock.now()));
      },
      append: async () => void notes.push(name),
    });
    const [first, second] = [log('first', 3), log('second', 4)];
    const one = client(gates, () => 'key', { requestLog: first });
    await clock.run(request(one, clock, limiter, 'check'));
    await clock.run(
      request(
        client(gates, () => 'key', { requestLog: second }),
        clock,
        limiter,
        'check',
      ),
    );
    await clock.run(
      request(
        client(gates, () => 'key', { requestLog: first }),
        clock,
        limiter,
        'check',
      ),
    );
    expect(notes).toEqual(['read first', 'first', 'read second', 'second', 'first']);
    // Three of each run before may have been forgotten.
    expect(one.budget().remaining).toBe(100 - 6 - 7 - 3);
  });
});

describe('a key', () => {
  test('that is replaced takes its client to the other gate', async () => {
    const { clock, gates } = newGates();
    const limiter = new LimiterModel('sliding-log');
    const state: { key: string | null } = { key: null };
    const pacer = client(gates, () => state.key);
    expect(pacer.budget().remaining).toBe(100);
    state.key = 'old';
    for (let number = 0; number < 5; number += 1) await clock.run(request(pacer, clock, limiter, 'check'));
    state.key = 'new';
    expect(pacer.budget().remaining).toBe(100);
    state.key = 'old';
    expect(pacer.budget().remaining).toBe(95);
  });

  test('is forgotten when nobody holds it and its requests no longer count', async () => {
    const { clock, gates } = newGates();
    const limiter = new LimiterModel('sliding-log');
    const tried = client(gates, () => 'key');
    for (let number = 0; number < 5; number += 1) await clock.run(request(tried, clock, limiter, 'click'));
    tried.leave();
    await clock.runFor(30_000);
    // Whoever comes while they count goes on where the other one stopped.
    const kept = client(gates, () => 'key');
    expect(kept.budget().remaining).toBe(95);
    kept.leave();
    await clock.runFor(60_000);
    expect(gates.size).toBe(1);
    await clock.runFor(1_000);
    expect(gates.size).toBe(0);
    expect(clock.sleepers).toBe(0);
  });
});

describe('what is shared', () => {
  test('a refusal closes the gate for all, a dismissal is for one', async () => {
    const { clock, gates } = newGates();
    const [one, two] = [client(gates, () => 'key'), client(gates, () => 'key')];
    const first = unwrap(await clock.run(one.enter('click').turn));
    first.end({ kind: 'answered', headers: { limit: 100, remaining: 0, resetMs: 30_000 }, refusedMs: 30_000 });
    const [ones, twos] = [one.enter('click'), two.enter('click')];
    expect(two.budget().waitingMs).toBeGreaterThanOrEqual(30_000);
    one.dismiss({ kind: 'cancelled' });
    expect(await ones.turn).toEqual(failed({ kind: 'cancelled' }));
    expect(await clock.run(twos.turn)).toMatchObject({ ok: true });
  });

  test('the largest reserve that somebody wants counts; who has no opinion changes nothing', () => {
    const { gates } = newGates();
    const careful = client(gates, () => 'key', { reserve: 40 });
    const automatic = client(gates, () => 'key', { reserve: 'automatic' });
    const tried = client(gates, () => 'key');
    const reserves = () => [careful, automatic, tried].map((pacer) => pacer.budget().reserve);
    // Each takes its place when it first asks.
    reserves();
    expect(reserves()).toEqual([40, 40, 40]);
    expect(automatic.budget().reserveSet).toBe('automatic');
    careful.setReserve(0);
    expect(reserves()).toEqual([5, 5, 5]);
    automatic.leave();
    expect(tried.budget().reserve).toBe(0);
    careful.setReserve(5_000);
    expect(careful.budget()).toMatchObject({ reserve: 99, reserveSet: 5_000 });
  });
});
