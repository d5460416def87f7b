/** What looks like a neighbour or like a bucket and is none, and what is: single responses through the gate, on the discrete clock. */
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { LimiterModel, MODELS } from '../../../support/limiter-models.ts';
import { bench, newGate, request } from './bench.ts';

describe('no neighbour', () => {
  test('an answer that was long under way, while older requests left the window', async () => {
    const clock = new DiscreteClock();
    const limiter = new LimiterModel('sliding-log');
    const gate = newGate(clock);
    for (let number = 0; number < 40; number += 1) await clock.run(request(gate, clock, limiter, 'check'));
    await clock.runFor(52_000);
    // Counted while all forty still are; answered when none is.
    const turn = unwrap(await clock.run(gate.enter('check').turn));
    const { headers } = limiter.hit(clock.monotonic());
    await clock.runFor(9_000);
    turn.end({ kind: 'answered', headers });
    expect(gate.budget()).toMatchObject({ foreignUse: false, reserve: 5 });
  });

  test('a request of ours that was given up and is counted later', async () => {
    const clock = new DiscreteClock();
    const limiter = new LimiterModel('first-hit');
    const gate = newGate(clock);
    await clock.run(request(gate, clock, limiter, 'check'));
    const lost = unwrap(await clock.run(gate.enter('check').turn));
    lost.end({ kind: 'lost' });
    await clock.run(request(gate, clock, limiter, 'check'));
    limiter.hit(clock.monotonic());
    await clock.run(request(gate, clock, limiter, 'check'));
    await clock.runFor(5_000);
    await clock.run(request(gate, clock, limiter, 'check'));
    expect(gate.budget().foreignUse).toBe(false);
    limiter.hit(clock.monotonic());
    await clock.run(request(gate, clock, limiter, 'check'));
    expect(gate.budget().foreignUse).toBe(true);
  });
});

describe('a server that gives requests back one by one', () => {
  test('is recognised, and only that one: others never get more than the limit within a minute', async () => {
    for (const model of MODELS) {
      const { own, elapsedMs } = await bench({
        limiter: new LimiterModel(model),
        requests: 150,
        reserve: 0,
        latencyMs: 100,
      });
      expect(own.refused).toBe(0);
      // Fifty more than the limit: half a minute on a bucket, a whole one elsewhere.
      if (model === 'token-bucket') expect(elapsedMs).toBeLessThan(35_000);
      else expect(elapsedMs).toBeGreaterThan(60_000);
    }
  });

  test('is doubted at once when it refuses', async () => {
    const clock = new DiscreteClock();
    const limiter = new LimiterModel('token-bucket');
    const gate = newGate(clock, { reserve: 0 });
    for (let number = 0; number < 100; number += 1) await clock.run(request(gate, clock, limiter, 'backfill'));
    const turn = unwrap(await clock.run(gate.enter('backfill').turn));
    turn.end({ kind: 'answered', headers: { limit: 100, remaining: 0, resetMs: 1_000 }, refusedMs: 1_000 });
    const begun = clock.monotonic();
    await clock.run(gate.enter('backfill').turn);
    // Our own log leads again.
    expect(clock.monotonic() - begun).toBeGreaterThan(40_000);
  });

  test('leaves the reserve to a neighbour who comes later, and notices it', async () => {
    const limiter = new LimiterModel('token-bucket');
    const neighbour = { perMinute: 50, fromMs: 60_000, countFromMs: 0 };
    const result = await bench({ limiter, forMs: 300_000, latencyMs: 100, seed: 3, neighbour });
    expect(result.own.refused).toBe(0);
    expect(result.neighbour.refused).toBe(0);
    expect(result.gate.budget()).toMatchObject({ foreignUse: true, reserve: 25 });
  });
});
