/**
 * One import of the ledger into books of their own by the whole engine, in a process of its own: read, checked, named, staged by the writer's thread
 * and committed, until the job is done. Handing the file over is not in it, nor the match that follows. Prints one line of JSON. With `pages`
 * somebody reads the list of invoices meanwhile. Not here: the peer (peers/duckdb-ledger.ts).
 *
 *     node bench/support/import-store-run.ts FOLDER LEDGER.CSV [pages]
 */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type LedgerEngine, startLedgerEngine } from './ledger-engine.ts';
import { PROFILE } from './million.ts';
import { withPages } from './pages-while.ts';
import { peakMegabytes } from './peak-memory.ts';

export interface ImportStoreRun {
  readonly seconds: number;
  readonly rows: number;
  readonly entries: number;
  readonly rejected: number;
  /** Of books.db and what belongs to it. */
  readonly megabytes: number;
  /** Milliseconds of `invoices.page`; none when nobody read. */
  readonly idlePages: readonly number[];
  readonly pages: readonly number[];
  readonly peakMegabytes: number;
}

async function imported(engine: LedgerEngine, fileId: string): Promise<number> {
  const started = performance.now();
  const input = { intentId: randomUUID(), fileId, sourceId: engine.sourceId, covers: null };
  const { jobId } = await engine.bench.call('imports.run', input, PROFILE);
  await engine.untilImported(jobId);
  return (performance.now() - started) / 1000;
}

async function main(): Promise<void> {
  const [folder = '', path = '', also] = process.argv.slice(2);
  const engine = await startLedgerEngine(folder);
  try {
    const fileId = await engine.handOver(path);
    const reading = also === 'pages' ? engine.readPage : null;
    const { value, ...taken } = await withPages(reading, () => imported(engine, fileId));
    const { bench } = engine;
    const [done] = (await bench.call('imports.list', { offset: 0, limit: 1 }, PROFILE)).rows;
    const sizes = ['books.db', 'books.db-wal'].map((name) => statSync(join(bench.dataFolder, name)).size);
    const run: ImportStoreRun = {
      seconds: value,
      rows: done?.rows ?? 0,
      entries: done?.entries ?? 0,
      rejected: done?.rejected ?? 0,
      megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1_048_576,
      ...taken,
      peakMegabytes: peakMegabytes(),
    };
    process.stdout.write(`${JSON.stringify(run)}\n`);
  } finally {
    await engine.close();
  }
}

if (import.meta.main) await main();
