/**
 * What the engine asks of its store in an hour in which nothing happens: calls of the store for each request of the API. The list is read whole and
 * certified before, and its deliveries are known; what is left are looks, re-reads and the watch. Time is simulated (support/virtual.ts).
 */
import { startListServer } from '../support/list-server.ts';
import { MovingList, STILL } from '../support/moving-list.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { times } from '../support/stats.ts';
import { startVirtualEngine, VirtualTime } from '../support/virtual.ts';

const KEY = 'bench-key-0123456789abcdef';
const START_MS = Date.UTC(2026, 10, 21, 9, 0, 0);
const LATENCY_MS = 100;
const HOUR = 3_600_000;
/** Small, so that an hour is enough to know all of it. */
const INVOICES = 400;
const OPEN = 20;
const AT_MOST = 8;

export const quiet: BenchRow = {
  name: 'quiet',
  about: 'calls of the store for each request of the API in an hour in which nothing happens (time simulated)',
  run: async (options) => [await measured(options)],
};

async function measured({ seed, say }: RowOptions): Promise<Line> {
  const list = new MovingList({ size: INVOICES, open: OPEN, seed, startMs: START_MS, churn: STILL, key: KEY });
  const time = new VirtualTime(START_MS, LATENCY_MS);
  const server = await startListServer({ list, order: 'created-desc', time, limit: 100 });
  const engine = await startVirtualEngine(time, { baseUrl: server.baseUrl, key: KEY, reserve: 'automatic' });
  try {
    say('the first hour');
    await time.clock.runFor(HOUR);
    const before = { requests: server.counts.requests, calls: engine.storeCalls() };
    say('the quiet one');
    await time.clock.runFor(HOUR);
    const requests = server.counts.requests - before.requests;
    const calls = engine.storeCalls() - before.calls;
    return {
      what: 'calls of the store in a quiet hour',
      ours: String(calls),
      beside: `${requests} requests`,
      ratio: times(calls, requests, 1),
      limit: `≤ ${AT_MOST}×`,
      met: requests > 0 && calls <= AT_MOST * requests,
      held: calls / requests,
    };
  } finally {
    await engine.close();
    await server.close();
  }
}
