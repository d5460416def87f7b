/**
 * The sandbox on the discrete clock behind the bench of the sync and the watch: real requests over real sockets, while which time stands
 * still. Every answer about deliveries is noted, so that a suite can hold each reading against the one before; how many there were,
 * the sandbox's own record says. Not here: expectations.
 */
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { DiscreteClock } from '../discrete-clock.ts';
import type { BenchAnswer, BenchWorld } from './sync.ts';

/** One answer about the deliveries of an invoice. */
export interface Reading {
  readonly invoice: string;
  /** On the clock. */
  readonly at: number;
  /** Of the latest delivery. */
  readonly status: string | null;
  readonly nextAttemptAt: number | null;
}

export interface WatchedSandbox extends BenchWorld {
  readonly sandbox: Sandbox;
  readonly readings: readonly Reading[];
  close(): Promise<void>;
}

/** A world of `size` invoices that begins now. Its own limiter is out of the way: the bench has one. */
export async function watchedSandbox(clock: DiscreteClock, size: number): Promise<WatchedSandbox> {
  const now = (): number => clock.now();
  const sandbox = await createSandbox({
    seed: 'watch',
    size,
    limit: 1_000_000_000,
    clock: { now, callerNow: now, skip: () => undefined, manual: true, speed: 1 },
  });
  const requests: string[] = [];
  const readings: Reading[] = [];
  const answer = async (path: string): Promise<BenchAnswer> => {
    requests.push(path);
    const response = await fetch(`${sandbox.baseUrl}/api/v1${path}`, { headers: { 'x-api-key': sandbox.apiKey } });
    const body = await response.text();
    const invoice = /^\/external\/invoices\/([^/]+)\/webhooks$/.exec(path)?.[1];
    if (invoice !== undefined) readings.push({ invoice, at: clock.now(), ...latestOf(body) });
    return { status: response.status, body };
  };
  return {
    sandbox,
    requests,
    readings,
    answer: (path) => clock.during(answer(path)),
    close: () => sandbox.close(),
  };
}

function latestOf(body: string): Pick<Reading, 'status' | 'nextAttemptAt'> {
  const { data }: { data?: { status: string; next_attempt_at?: string | null }[] } = JSON.parse(body);
  const latest = data?.at(-1);
  const next = latest?.next_attempt_at;
  return { status: latest?.status ?? null, nextAttemptAt: typeof next === 'string' ? Date.parse(next) : null };
}
