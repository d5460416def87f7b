/**
 * A process with a store over worker threads on the folder of the million invoices, as the engine has it: pages of the idle store, then tie-out
 * and statement of everything, alone and once more with pages meanwhile. Prints one line of JSON. Not here: the peer, the verdict.
 *
 *     node bench/support/report-run.ts FOLDER PROFILE FROM TO
 */
import { startStore } from '../../src/backend/workers/client.ts';
import type { Store } from '../../src/backend/workers/store.ts';
import type { InvoicePageInput } from '../../src/backend/mirror/answers.ts';
import { periodBounds } from '../../src/domain/period.ts';
import type { Statement } from '../../src/domain/statement.ts';
import type { TieOutReport } from '../../src/domain/tie-out.ts';
import { pathsOf } from '../../test/integration/bench.ts';
import { SILENT } from '../../test/backend/workers/fixture.ts';

export interface ReportRun {
  readonly statement: Statement;
  readonly tieOut: TieOutReport;
  readonly seconds: { readonly statement: number; readonly tieOut: number };
  /** Milliseconds of `invoices.page`. */
  readonly idlePages: readonly number[];
  readonly pages: readonly number[];
  /** The most that the whole process has held, megabytes. */
  readonly peakMegabytes: number;
}

/** What a person does in the list: the next rows, far down, by amount, filtered, searched. */
const PAGES: readonly InvoicePageInput[] = [
  { filter: {}, sort: [], offset: 0, limit: 100 },
  { filter: {}, sort: [], offset: 4_200, limit: 100 },
  { filter: {}, sort: [{ by: 'amount', direction: 'desc' }], offset: 100, limit: 100 },
  { filter: { status: ['success'] }, sort: [], offset: 300, limit: 100 },
  { filter: { adjusted: true }, sort: [], offset: 0, limit: 100 },
  { filter: { currency: ['PLN'], status: ['fail'] }, sort: [], offset: 0, limit: 100 },
  { filter: { text: 'ORDER-4711' }, sort: [], offset: 0, limit: 100 },
  { filter: {}, sort: [], offset: 90_000, limit: 100 },
];

const PAUSE_MS = 20;

async function pagesWhile(store: Store, profile: string, isWanted: (taken: number) => boolean): Promise<number[]> {
  const { read } = store.mirror(profile);
  const taken: number[] = [];
  while (isWanted(taken.length)) {
    const started = performance.now();
    await read('invoices.page', PAGES[taken.length % PAGES.length] ?? expectPage());
    taken.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return taken;
}

function expectPage(): never {
  throw new Error('there are pages');
}

async function reports(
  store: Store,
  profileId: string,
  period: Statement['period'],
): Promise<Pick<ReportRun, 'statement' | 'tieOut' | 'seconds'>> {
  const quiet = { onProgress: () => undefined };
  const bounds = periodBounds(period);
  const started = performance.now();
  const statement = await store.compute({ kind: 'statement', profileId, period, typed: [] }, quiet);
  const between = performance.now();
  const tieOut = await store.compute({ kind: 'tie-out', profileId, bounds }, quiet);
  const ended = performance.now();
  return { statement, tieOut, seconds: { statement: (between - started) / 1000, tieOut: (ended - between) / 1000 } };
}

async function main(): Promise<void> {
  const [folder = '', profileId = '', from = '', to = ''] = process.argv.slice(2);
  const store = await startStore({ paths: pathsOf(folder), log: SILENT });
  try {
    const period = { from, to, timeZone: 'UTC' };
    await store.books.read('profiles.list', {});
    // The totals of each filter are counted once; that is not what is asked here.
    await pagesWhile(store, profileId, (taken) => taken < PAGES.length);
    const idlePages = await pagesWhile(store, profileId, (taken) => taken < 200);
    const alone = await reports(store, profileId, period);
    const running = { is: true };
    const again = reports(store, profileId, period).finally(() => {
      running.is = false;
    });
    const pages = await pagesWhile(store, profileId, () => running.is);
    await again;
    const run: ReportRun = { ...alone, idlePages, pages, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
    process.stdout.write(`${JSON.stringify(run)}\n`);
  } finally {
    await store.close();
  }
}

if (import.meta.main) await main();
