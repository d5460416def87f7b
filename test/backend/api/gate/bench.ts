/**
 * Drives the gate against a limiter model on the discrete clock: own requests with a latency, and perhaps a neighbour on the
 * same key. Counts what everybody got. Not here: expectations (gate.test.ts).
 */
import type { Reserve, Turn } from '../../../../src/backend/api/gate/gate.ts';
import { KeyGates, type Pacer } from '../../../../src/backend/api/gate/key-gates.ts';
import type { Lane, RequestLog } from '../../../../src/backend/api/endpoints/calls.ts';
import { unwrap } from '../../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { startNeighbour, type Tally } from '../../../support/limited-api.ts';
import type { LimiterModel } from '../../../support/limiter-models.ts';
import { seeded } from '../../../support/seeded.ts';

export const noLog: RequestLog = { recent: () => Promise.resolve([]), append: () => undefined };

/** A gate with one client. */
export function newGate(
  clock: DiscreteClock,
  options: { readonly reserve?: Reserve; readonly requestLog?: RequestLog; readonly random?: () => number } = {},
): Pacer {
  const { reserve = null, requestLog = noLog, random = seeded(1) } = options;
  return new KeyGates({ clock, random }).pacer({ origin: 'https://api.test', key: () => 'key', requestLog, reserve });
}

/** One request through the gate: half the latency there, half back. */
export async function request(
  gate: Pacer,
  clock: DiscreteClock,
  limiter: LimiterModel,
  lane: Lane,
  latencyMs = 100,
): Promise<Turn> {
  const turn = unwrap(await gate.enter(lane).turn);
  await clock.sleep(latencyMs / 2);
  const hit = limiter.hit(clock.monotonic());
  await clock.sleep(latencyMs / 2);
  turn.end({ kind: 'answered', headers: hit.headers, refusedMs: hit.allowed ? undefined : hit.retryAfterMs });
  if (!hit.allowed) throw new Refused();
  return turn;
}

export class Refused extends Error {}

export interface BenchOptions {
  readonly limiter: LimiterModel;
  readonly requests?: number;
  readonly forMs?: number;
  readonly workers?: number;
  readonly lane?: Lane;
  readonly reserve?: number | 'automatic';
  readonly latencyMs?: number;
  readonly seed?: number;
  readonly startMs?: number;
  readonly neighbour?: { readonly perMinute: number; readonly fromMs?: number; readonly countFromMs: number };
}

export interface BenchResult {
  readonly own: Tally;
  readonly neighbour: Tally;
  /** Own requests answered since the neighbour is counted. */
  readonly ownCounted: number;
  readonly elapsedMs: number;
  readonly gate: Pacer;
  readonly clock: DiscreteClock;
}

/** Runs until so many requests were answered, or so long. */
export async function bench(options: BenchOptions): Promise<BenchResult> {
  const clock = new DiscreteClock();
  const random = seeded(options.seed ?? 1);
  if (options.startMs !== undefined) await clock.runFor(options.startMs);
  const gate = newGate(clock, { random, ...(options.reserve === undefined ? {} : { reserve: options.reserve }) });
  const own: Tally = { answered: 0, refused: 0 };
  const begun = clock.monotonic();
  const until = options.forMs === undefined ? Number.POSITIVE_INFINITY : begun + options.forMs;
  const wanted = options.requests ?? Number.POSITIVE_INFINITY;
  const state = { taken: 0, ownCounted: 0 };
  const { limiter } = options;
  const neighbour =
    options.neighbour === undefined ? null : startNeighbour({ clock, limiter, random, ...options.neighbour });
  const latency = (): number => options.latencyMs ?? 80 + random() * 40;
  const worker = async (): Promise<void> => {
    while (state.taken < wanted && clock.monotonic() < until) {
      state.taken += 1;
      try {
        await request(gate, clock, limiter, options.lane ?? 'backfill', latency());
        own.answered += 1;
        if (neighbour?.counts() === true) state.ownCounted += 1;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        own.refused += 1;
        state.taken -= 1;
      }
    }
  };
  const workers = Array.from({ length: options.workers ?? 1 }, worker);
  await clock.run(Promise.all(workers));
  neighbour?.stop();
  const elapsedMs = clock.monotonic() - begun;
  return { own, neighbour: neighbour?.tally ?? NOBODY, ownCounted: state.ownCounted, elapsedMs, gate, clock };
}

const NOBODY: Tally = { answered: 0, refused: 0 };
