/**
 * What a person waits for a fresh record while the backfill runs, beside the same call on the idle engine: `invoices.get` with `fresh`,
 * which goes through dispatch, handler, gate (lane click), socket, mirror and back. The server takes 100 ms for every answer. Its limit
 * is out of reach, so that no click meets an empty budget (the reserve is unspent) and the backfill never rests: harder than life,
 * where it waits for most of every minute. Blocks of clicks with and without backfill take turns; the idle ones are the same engine
 * with its sync paused.
 */
import { type RealEngine, startEngine, until } from '../support/engine.ts';
import type { BenchRow, RowOptions } from '../support/report.ts';
import { startSandboxProcess } from '../support/sandbox-process.ts';
import { figure, percentile, times } from '../support/stats.ts';

const LATENCY_MS = 100;
const LIMIT = 1_000_000;
const AT_MOST = 1.3;
/** Clicks of one kind before the other kind has its turn. */
const BLOCK = 25;
/** Rows that are clicked on: read in the first pages. */
const KNOWN = 200;

interface Samples {
  readonly idle: number[];
  readonly busy: number[];
}

export const click: BenchRow = {
  name: 'click',
  about: 'p95 of a fresh read during the backfill beside the idle engine (real time, server latency 100 ms)',
  run: async ({ size, clicks, seed, say }: RowOptions) => {
    const sandbox = await startSandboxProcess(size, seed);
    await sandbox.control('limiter/set', { limit: LIMIT });
    const engine = await startEngine();
    try {
      await engine.connect(sandbox.baseUrl, sandbox.apiKey);
      await sandbox.control('settings/set', { latencyMs: LATENCY_MS });
      await walked(engine, KNOWN);
      const page = await engine.call('invoices.page', { offset: 0, limit: KNOWN });
      const uuids = page.rows.map(({ uuid }) => uuid);
      const samples: Samples = { idle: [], busy: [] };
      while (samples.busy.length < clicks) {
        await clickThrough(engine, uuids, BLOCK, samples.busy);
        const status = await engine.call('sync.status', {});
        if (status.progress === undefined) throw new Error('the backfill ended before the clicks: use a larger --size');
        await engine.call('sync.pause', {});
        await clickThrough(engine, uuids, BLOCK, samples.idle);
        await engine.call('sync.start', {});
        await walked(engine, status.invoices.seen + 1);
        say(`${samples.busy.length} of ${clicks}`);
      }
      const [busy, idle] = [percentile(samples.busy, 0.95), percentile(samples.idle, 0.95)];
      const told = (of: readonly number[]): string =>
        `p95 ${figure(percentile(of, 0.95), 'ms')} (p50 ${figure(percentile(of, 0.5))}, p99 ${figure(percentile(of, 0.99))}, n ${of.length})`;
      return [
        {
          what: 'click during the backfill',
          ours: told(samples.busy),
          beside: `idle ${told(samples.idle)}`,
          ratio: times(busy, idle),
          limit: `${AT_MOST}×`,
          met: busy / idle <= AT_MOST,
        },
      ];
    } finally {
      await engine.close();
      await sandbox.close();
    }
  },
};

/** The mirror holds so many rows and the walk goes on. */
async function walked(engine: RealEngine, rows: number): Promise<void> {
  await until(
    () => engine.call('sync.status', {}),
    ({ invoices, progress }) => invoices.seen >= rows && progress !== undefined,
    { everyMs: 20, withinMs: 60_000 },
  );
}

async function clickThrough(
  engine: RealEngine,
  uuids: readonly string[],
  count: number,
  samples: number[],
): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const ident = uuids[samples.length % uuids.length] ?? '';
    const begun = performance.now();
    const { source } = await engine.call('invoices.get', { ident, fresh: true });
    samples.push(performance.now() - begun);
    if (source !== 'api') throw new Error('the click did not reach the API');
    // A person does not click in step with the walk.
    await new Promise((resolve) => setTimeout(resolve, (samples.length * 37) % 60));
  }
}
