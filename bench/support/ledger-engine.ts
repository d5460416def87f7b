/**
 * The whole engine over the folder of the million invoices with the ledger handed over to it, as a screen does it. Books of its own, so that what one
 * run keeps is not there for the next; the mirror is the folder's own, which nothing here writes. Not here: what is measured.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { MAX_PIECE_BYTES } from '../../src/contract/calls/imports.ts';
import { type Bench, startBench, temporaryFolder, until } from '../../test/integration/bench.ts';
import { LEDGER_MAPPING, LEDGER_TOLERANCES } from './ledger-file.ts';
import { fillBooks, PROFILE } from './million.ts';
import type { ReadPage } from './pages-while.ts';
import { PLAIN_CSV } from '../../src/domain/ledger/import.ts';

export interface LedgerEngine {
  readonly bench: Bench;
  readonly sourceId: string;
  readonly readPage: ReadPage;
  /** Hands the file over; answers its id. */
  handOver(path: string): Promise<string>;
  /** Waits until the import has ended; throws when it has not been done. */
  untilImported(jobId: string): Promise<void>;
  close(): Promise<void>;
}

/** A data folder with books of its own over the folder's mirror; the caller deletes it. */
export async function withOwnBooks(folder: string): Promise<string> {
  const own = temporaryFolder();
  // Mirrors without books are an installation that has lost them, and are not opened.
  await fillBooks(own);
  mkdirSync(dirname(mirrorPath(own, PROFILE)), { recursive: true, mode: 0o700 });
  symlinkSync(mirrorPath(folder, PROFILE), mirrorPath(own, PROFILE));
  return own;
}

/** Starts it over books of their own. */
export async function startLedgerEngine(folder: string): Promise<LedgerEngine> {
  const own = await withOwnBooks(folder);
  const bench = await startBench({ dataFolder: own });
  const sourceId = randomUUID();
  const source = { format: PLAIN_CSV, mapping: LEDGER_MAPPING, tolerances: LEDGER_TOLERANCES };
  await bench.call('sources.save', { id: sourceId, name: 'Bench', kind: 'orders', ...source }, PROFILE);
  return {
    bench,
    sourceId,
    readPage: (input) => bench.call('invoices.page', input, PROFILE),
    handOver: (path) => handedOver(bench, path),
    async untilImported(jobId) {
      const ended = await until(
        async () => (await bench.call('jobs.list', {}, PROFILE)).jobs.find(({ id }) => id === jobId),
        (job) => job !== undefined && job.state !== 'running' && job.state !== 'waiting',
        600_000,
      );
      if (ended?.state !== 'done') throw new Error(`the import ended as ${JSON.stringify(ended)}`);
    },
    async close() {
      await bench.stop();
      rmSync(own, { recursive: true, force: true });
    },
  };
}

async function handedOver(bench: Bench, path: string): Promise<string> {
  const bytes = statSync(path).size;
  const { fileId } = await bench.call('files.open', { name: 'ledger.csv', bytes }, PROFILE);
  const descriptor = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(MAX_PIECE_BYTES);
    for (let offset = 0; offset < bytes; ) {
      const read = readSync(descriptor, piece, 0, piece.length, offset);
      const data = piece.toString('base64', 0, read);
      await bench.call('files.append', { fileId, offset, data }, PROFILE);
      offset += read;
    }
  } finally {
    closeSync(descriptor);
  }
  return fileId;
}
