/**
 * The figures of pacing, on the discrete clock with a latency of 100 ms: how near a thousand list requests come to the time that no
 * client can beat, and what a neighbour on the same key feels of us. Four ways of limiting, since the specification names none.
 * Requests are cheap here, so most of it is whole also outside of a soak run. Not here: the walk that certifies, the engine.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { bench } from '../../backend/api/gate/bench.ts';
import { clientOf } from '../../backend/api/fixture.ts';
import { DiscreteClock, holdDuringRequests } from '../../support/discrete-clock.ts';
import { LimitedFront, serveLimited } from '../../support/limited-api.ts';
import { floorMs, LimiterModel, type Model, MODELS } from '../../support/limiter-models.ts';
import { scaled, SOAK } from '../../support/scale.ts';

const LIMIT = 100;
const LATENCY_MS = 100;
/** A moment within the minute, so that windows by the clock do not begin with us. */
const START_MS = 37_300;
/** 100,000 invoices in pages of 100. */
const REQUESTS = 1_000;
/** So many are left to others without a neighbour, and with one (automatic). */
const RESERVE = { quiet: 5, neighbour: 25 };

/** Of our own requests beside a neighbour. */
const OWN_REFUSED = 0.002;

const figures: string[] = [];
afterAll(() => {
  for (const figure of figures) console.log(figure);
});

describe(`${REQUESTS} list requests`, () => {
  for (const model of MODELS) {
    for (const rounding of SOAK ? (['up', 'down'] as const) : (['up'] as const)) {
      for (const reserve of [0, 'automatic'] as const) {
        test(`${model}, seconds rounded ${rounding}, reserve ${reserve}`, async () => {
          const limiter = new LimiterModel(model, LIMIT, rounding);
          const result = await bench({
            limiter,
            requests: REQUESTS,
            reserve,
            latencyMs: LATENCY_MS,
            startMs: START_MS,
          });
          expect(result.own).toEqual({ answered: REQUESTS, refused: 0 });
          judge(`${model}, ${rounding}, reserve ${reserve}`, model, reserve, REQUESTS, result.elapsedMs);
        });
      }
    }
  }

  // One request more than whole windows hold is where a client that only counts its own log loses a window on a bucket.
  test('a request beyond the last whole window costs no more than it must', async () => {
    for (const model of MODELS) {
      const result = await bench({
        limiter: new LimiterModel(model),
        requests: 1_001,
        reserve: 0,
        latencyMs: LATENCY_MS,
      });
      expect(result.own.refused).toBe(0);
      expect(floorMs(model, 1_001, LIMIT) / result.elapsedMs).toBeGreaterThanOrEqual(0.97);
    }
  });
});

describe('the same through the client and real sockets', () => {
  // Two hundred and one are the fewest that have to wait twice.
  const requests = SOAK ? REQUESTS : 201;
  for (const model of SOAK ? MODELS : (['sliding-log', 'token-bucket'] as const)) {
    for (const reserve of SOAK ? ([0, 'automatic'] as const) : ([0] as const)) {
      test(`${model}, reserve ${reserve}`, async () => {
        const { elapsedMs, refused } = await overSockets(model, reserve, requests);
        expect(refused).toBe(0);
        judge(`sockets, ${model}, reserve ${reserve}`, model, reserve, requests, elapsedMs);
      });
    }
  }
});

describe('a neighbour on the same key', () => {
  const seeds = SOAK ? 12 : 1;
  const forMs = SOAK ? 30 * 60_000 : 10 * 60_000;
  for (const model of MODELS) {
    for (const [perMinute, most] of [
      [20, 0.01],
      [50, 0.05],
    ] as const) {
      for (const fromMs of SOAK ? [0, 200_000] : [0]) {
        test(`${model}, ${perMinute} a minute, ${fromMs / 1000} s after us`, async () => {
          const shares: number[] = [];
          const uses: number[] = [];
          for (let seed = 1; seed <= seeds; seed += 1) {
            const { share, use } = await besideNeighbour(model, { perMinute, fromMs, forMs, seed });
            shares.push(share);
            uses.push(use);
          }
          const figure = `refused at most ${(100 * Math.max(...shares)).toFixed(2)} %, used at least ${Math.min(...uses).toFixed(2)}`;
          figures.push(`pacing: neighbour ${perMinute}/min, ${model}, from ${fromMs / 1000} s: ${figure}`);
          expect(Math.max(...shares)).toBeLessThanOrEqual(most);
          expect(Math.min(...uses)).toBeGreaterThanOrEqual(0.8);
        });
      }
    }
  }

  test('noticed among eight callers at once as well', async () => {
    for (const model of MODELS) {
      const limiter = new LimiterModel(model);
      const neighbour = { perMinute: 50, countFromMs: 120_000 };
      const minutes = scaled(30) + 5;
      const result = await bench({
        limiter,
        forMs: minutes * 60_000,
        seed: 5,
        latencyMs: LATENCY_MS,
        workers: 8,
        lane: 'visible',
        neighbour,
      });
      expect(result.own.refused).toBe(0);
      expect(result.neighbour.refused / (result.neighbour.answered + result.neighbour.refused)).toBeLessThanOrEqual(
        0.05,
      );
      expect(result.gate.budget()).toMatchObject({ foreignUse: true, reserve: RESERVE.neighbour });
    }
  });
});

/** Against C1: what can be used at most is the limit less the reserve. */
function judge(name: string, model: Model, reserve: 0 | 'automatic', requests: number, elapsedMs: number): void {
  const usable = LIMIT - (reserve === 0 ? 0 : RESERVE.quiet);
  const efficiency = floorMs(model, requests, usable) / elapsedMs;
  figures.push(`pacing: ${requests} requests, ${name}: ${efficiency.toFixed(3)} of the floor`);
  expect(efficiency).toBeGreaterThanOrEqual(0.97);
}

async function besideNeighbour(
  model: Model,
  { perMinute, fromMs, forMs, seed }: { perMinute: number; fromMs: number; forMs: number; seed: number },
): Promise<{ share: number; use: number }> {
  const countFromMs = 120_000;
  const result = await bench({
    limiter: new LimiterModel(model, LIMIT),
    forMs: fromMs + forMs,
    seed: seed * 17,
    latencyMs: LATENCY_MS,
    startMs: seed * 4_700,
    neighbour: { perMinute, fromMs, countFromMs },
  });
  const { answered, refused } = result.neighbour;
  expect(answered + refused).toBeGreaterThan((perMinute * (forMs - countFromMs)) / 60_000 / 2);
  // Before a neighbour is seen, and when it takes the whole reserve between two requests of ours, one of ours may be refused.
  expect(result.own.refused).toBeLessThanOrEqual(OWN_REFUSED * result.own.answered);
  expect(result.gate.budget()).toMatchObject({ foreignUse: true, reserve: RESERVE.neighbour });
  const left = ((LIMIT - perMinute - RESERVE.neighbour) * (forMs - countFromMs)) / 60_000;
  return { share: refused / (answered + refused), use: result.ownCounted / left };
}

/** One walker through the real client against a server, whose latency passes on the discrete clock. */
async function overSockets(
  model: Model,
  reserve: 0 | 'automatic',
  requests: number,
): Promise<{ elapsedMs: number; refused: number }> {
  const clock = new DiscreteClock();
  await clock.runFor(START_MS);
  const limiter = new LimiterModel(model, LIMIT);
  const front = new LimitedFront({ clock, limiter, latencyMs: LATENCY_MS, sleep: (ms) => clock.sleepHeld(ms) });
  const server = await serveLimited(front, ({ url }) => emptyPage(Number(url.searchParams.get('page')), requests));
  const unhold = holdDuringRequests(clock);
  const client = clientOf(server.origin, clock, { reserve });
  try {
    const begun = clock.monotonic();
    const walk = async (): Promise<void> => {
      for (let page = 1; page <= requests; page += 1) {
        const answer = await client.listInvoices({ page, perPage: 100 }, { lane: 'backfill' });
        if (!answer.ok) throw new Error(`page ${page}: ${JSON.stringify(answer.failure)}`);
        expect(answer.value.value.page).toBe(page);
      }
    };
    await clock.run(walk());
    expect(front.tally.answered).toBe(requests);
    return { elapsedMs: clock.monotonic() - begun, refused: front.tally.refused };
  } finally {
    await client.close();
    unhold();
    await server.close();
  }
}

/** A page of a list of which only the numbers matter. */
function emptyPage(page: number, pages: number) {
  const total = pages * 100;
  const data = { items: [], page, per_page: 100, total_items: total, total_pages: pages, has_next: page < pages };
  return { status: 200, body: { success: true, data } };
}
