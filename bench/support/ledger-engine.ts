/**
 * The whole engine over the folder of the million invoices with the ledger handed over to it, as a screen does it. Books of its own, so that what one
 * run keeps is not there for the next; the mirror is the folder's own, which nothing here writes. Not here: what is measured.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { MAX_PIECE_BYTES } from '../../src/contract/calls/imports.ts';
import { type Bench, startBench, temporaryFolder, until } from '../../test/integration/bench.ts';
import { ledgerFile, LEDGER_MAPPING, LEDGER_TOLERANCES } from './ledger-file.ts';
import { fillBooks, migrated, type MillionOptions, PROFILE } from './million.ts';
import { drawn, READ_AT } from './million-world.ts';
import type { Standing } from '../../src/backend/books/ledger/entries/standings.ts';
import { openBooksForReading } from '../../src/backend/workers/threads/books-opening.ts';
import { openInProcess } from '../../test/support/in-process-store.ts';
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
  /** The same, and what it wrote lies there. */
  keep(path: string): Promise<void>;
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
    async keep(path) {
      await bench.stop();
      cpSync(own, path, { recursive: true, verbatimSymlinks: true });
      rmSync(own, { recursive: true, force: true });
    },
  };
}

/** A data folder over the mirror of the folder whose books have the ledger, imported once with drawn standings (a mirror that no walk has read is not matched), and kept beside it. */
export async function ledgerFolder(folder: string, options: MillionOptions): Promise<string> {
  const kept = `${folder}-imported`;
  if (existsSync(kept)) {
    await migrated(kept);
    return kept;
  }
  const path = ledgerFile(folder, options);
  options.say('importing the ledger');
  const engine = await startLedgerEngine(folder);
  const input = {
    intentId: randomUUID(),
    fileId: await engine.handOver(path),
    sourceId: engine.sourceId,
    covers: null,
  };
  const { jobId } = await engine.bench.call('imports.run', input, PROFILE);
  await engine.untilImported(jobId);
  const unfinished = `${kept}.${process.pid}`;
  await engine.keep(unfinished);
  options.say('saying where its entries stand');
  await settle(unfinished, options.seed);
  renameSync(unfinished, kept);
  return kept;
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

/** Standings of one call. */
const BATCH = 1_000;

/** Nineteen in twenty match to the digit. */
async function settle(folder: string, seed: number): Promise<void> {
  const store = openInProcess(folder);
  const books = openBooksForReading(folder);
  let standings: Standing[] = [];
  const write = async (): Promise<void> => {
    await store.books.write('entries.settle', { profileId: PROFILE, at: READ_AT, standings });
    standings = [];
  };
  try {
    for (const [importSeq, line, entryId] of books.iterate('SELECT import_seq, line, id FROM entries')) {
      const place = {
        is: 'standing',
        importSeq: Number(importSeq),
        line: Number(line),
        entryId: String(entryId),
      } as const;
      const lot = drawn(seed, Number(line), 300, 100);
      const against = { pass: 'id', recordUuid: `record ${Number(line)}`, against: 'amount' } as const;
      const cents = (drawn(seed, Number(line), 301, 20_000) - 10_000) / 100;
      if (lot < 95) standings.push({ ...place, ...against, outcome: 'matched', delta: '0' });
      else if (lot < 98) standings.push({ ...place, ...against, outcome: 'amount-differs', delta: String(cents) });
      else
        standings.push({ ...place, outcome: 'missing-here', pass: null, recordUuid: null, against: null, delta: null });
      if (standings.length === BATCH) await write();
    }
    await write();
  } finally {
    books.close();
    await store.close();
  }
}
