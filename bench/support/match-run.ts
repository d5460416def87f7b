/**
 * One dry run of the ledger by the whole engine, in a process of its own: the file read, held against every invoice of the mirror, and counted, from the
 * call to its answer. Handing the file over is not in it. Once alone; with `pages` somebody reads the list of invoices meanwhile. Prints one
 * line of JSON. Not here: the peers (peers/match_ledger.py, peers/duckdb-ledger.ts).
 *
 *     node bench/support/match-run.ts FOLDER LEDGER.CSV [pages]
 */
import { PLAIN_CSV, type DryRun } from '../../src/domain/ledger/import.ts';
import { type LedgerEngine, startLedgerEngine } from './ledger-engine.ts';
import { LEDGER_MAPPING, LEDGER_TOLERANCES } from './ledger-file.ts';
import { type Figures, figuresOfDryRun } from './ledger-figures.ts';
import { PROFILE } from './million.ts';
import { withPages } from './pages-while.ts';
import { peakMegabytes } from './peak-memory.ts';

/** Nobody reads what a look at a file tells in less, before they ask for its dry run. */
const READ_MS = 1_000;

export interface MatchRun {
  readonly seconds: number;
  /** What all threads of the process took meanwhile. */
  readonly processorSeconds: number;
  readonly rows: number;
  readonly figures: Figures;
  /** Milliseconds of `invoices.page`; none when nobody read. */
  readonly idlePages: readonly number[];
  readonly pages: readonly number[];
  readonly peakMegabytes: number;
}

async function checked(
  { bench, sourceId }: LedgerEngine,
  fileId: string,
): Promise<Pick<MatchRun, 'seconds' | 'processorSeconds'> & { readonly run: DryRun }> {
  const processor = process.cpuUsage();
  const started = performance.now();
  const reading = { format: PLAIN_CSV, mapping: LEDGER_MAPPING, tolerances: LEDGER_TOLERANCES };
  const input = { fileId, sourceId, kind: 'orders', ...reading, covers: null } as const;
  const run = await bench.call('imports.check', input, PROFILE);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(processor);
  return { run, seconds, processorSeconds: (user + system) / 1e6 };
}

async function main(): Promise<void> {
  const [folder = '', path = '', also] = process.argv.slice(2);
  const engine = await startLedgerEngine(folder);
  try {
    const fileId = await engine.handOver(path);
    // As the screen does before anybody can ask for a dry run.
    await engine.bench.call('imports.inspect', { fileId, kind: 'orders', timeZone: 'UTC' }, PROFILE);
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
    const reading = also === 'pages' ? engine.readPage : null;
    const { value, ...taken } = await withPages(reading, () => checked(engine, fileId));
    const run: MatchRun = {
      seconds: value.seconds,
      processorSeconds: value.processorSeconds,
      rows: value.run.rows,
      figures: figuresOfDryRun(value.run),
      ...taken,
      peakMegabytes: peakMegabytes(),
    };
    process.stdout.write(`${JSON.stringify(run)}\n`);
  } finally {
    await engine.close();
  }
}

if (import.meta.main) await main();
