/**
 * A process with a store over worker threads on the folder of the million invoices, as the engine has it: pages of the idle store, then tie-out
 * and statement of everything, alone and once more with pages meanwhile. Prints one line of JSON. Not here: the peer, the verdict.
 *
 *     node bench/support/report-run.ts FOLDER PROFILE FROM TO
 */
import { systemClock } from '../../src/backend/system.ts';
import { workerThreads } from '../../src/backend/workers/threads/spawn.ts';
import { startStore } from '../../src/backend/workers/threads/client.ts';
import type { Store } from '../../src/backend/workers/threads/store.ts';
import { periodBounds } from '../../src/domain/period/period.ts';
import type { Statement } from '../../src/domain/period/statement.ts';
import type { TieOutReport } from '../../src/domain/reconcile/tie-out.ts';
import { pathsOf } from '../../test/integration/bench.ts';
import { SILENT } from '../../test/backend/workers/fixture.ts';
import { idlePages, pagesDuring, type ReadPage } from './pages-while.ts';
import { peakMegabytes } from './peak-memory.ts';

export interface ReportRun {
  readonly statement: Statement;
  readonly tieOut: TieOutReport;
  readonly seconds: { readonly statement: number; readonly tieOut: number };
  /** What all threads of the process took meanwhile. */
  readonly processorSeconds: number;
  /** Milliseconds of `invoices.page`. */
  readonly idlePages: readonly number[];
  readonly pages: readonly number[];
  /** The most that the whole process has held, megabytes. */
  readonly peakMegabytes: number;
}

async function reports(
  store: Store,
  profileId: string,
  period: Statement['period'],
): Promise<Pick<ReportRun, 'statement' | 'tieOut' | 'seconds' | 'processorSeconds'>> {
  const quiet = { onProgress: () => undefined };
  const bounds = periodBounds(period);
  const processor = process.cpuUsage();
  const started = performance.now();
  const statement = await store.compute({ kind: 'statement', profileId, period, typed: [] }, quiet);
  const between = performance.now();
  const tieOut = await store.compute({ kind: 'tie-out', profileId, bounds }, quiet);
  const ended = performance.now();
  const { user, system } = process.cpuUsage(processor);
  return {
    statement,
    tieOut,
    seconds: { statement: (between - started) / 1000, tieOut: (ended - between) / 1000 },
    processorSeconds: (user + system) / 1e6,
  };
}

async function main(): Promise<void> {
  const [folder = '', profileId = '', from = '', to = ''] = process.argv.slice(2);
  const store = await startStore({ paths: pathsOf(folder), log: SILENT, clock: systemClock, spawn: workerThreads });
  try {
    const period = { from, to, timeZone: 'UTC' };
    await store.books.read('profiles.list', {});
    // As the call of a window does.
    store.expectJobs();
    const read: ReadPage = ({ filter = {}, sort = [], offset, limit }) =>
      store.mirror(profileId).read('invoices.page', { filter, sort, offset, limit });
    const idle = await idlePages(read);
    const alone = await reports(store, profileId, period);
    const { pages } = await pagesDuring(read, reports(store, profileId, period));
    const run: ReportRun = { ...alone, idlePages: idle, pages, peakMegabytes: peakMegabytes() };
    process.stdout.write(`${JSON.stringify(run)}\n`);
  } finally {
    await store.close();
  }
}

if (import.meta.main) await main();
