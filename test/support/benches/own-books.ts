/**
 * The merchant's own books over a real store: files handed over, imported, matched and taken back by the real jobs, without an engine around them. And
 * all that the books hold as text, to be compared. Not here: worlds with planted faults (ledger.ts), writing files (ledger-file.ts).
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  clearHanded,
  createHanded,
  handedSize,
  removeHanded,
  writeHanded,
} from '../../../src/backend/files/reading/handed-folder.ts';
import type { JobContext } from '../../../src/backend/jobs/kernel/context.ts';
import { HandedFiles } from '../../../src/backend/jobs/ledger/handed-files.ts';
import { Imports } from '../../../src/backend/jobs/ledger/import.ts';
import { Reconciliation } from '../../../src/backend/jobs/reconcile/reconcile.ts';
import type { JobView } from '../../../src/domain/exports/report-job.ts';
import { systemClock, systemIds } from '../../../src/backend/system.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import {
  PLAIN_CSV,
  type CoverageClaim,
  type Import,
  type Mapping,
  type Source,
} from '../../../src/domain/ledger/import.ts';
import { computeOver } from '../taken-rows.ts';
import { clientAt, jobContext } from './job-context.ts';
import { ORDER_MAPPING, PLAIN_DIALECT, writeCsv } from '../files/ledger-file.ts';

const PIECE = 300_000;

export const WALLET_MAPPING: Mapping = {
  ...ORDER_MAPPING,
  columns: { ident: 'id', address: 'address', amount: 'amount', unit: 'currency', at: 'date', status: 'status' },
  statusWords: { in: 'fulfilled', out: 'cancelled' },
  otherStatus: 'fulfilled',
};

export const ORDER_TITLES = ['id', 'amount', 'currency', 'date', 'status', 'customer', 'memo'] as const;

/** The bytes of a ledger; rows are cells in the order of ORDER_TITLES. */
export function ledger(rows: readonly (readonly string[])[], titles: readonly string[] = ORDER_TITLES): Buffer {
  return writeCsv([titles, ...rows], PLAIN_DIALECT).bytes;
}

/** Rows that say nothing in particular, from `from` on. */
export function orders(count: number, from = 0): string[][] {
  return Array.from({ length: count }, (_, index) => {
    const at = from + index;
    const day = String(1 + (at % 28)).padStart(2, '0');
    return [
      `order-${at}`,
      `${at + 1}.${10 + (at % 90)}`,
      at % 5 === 0 ? 'PLN' : 'EUR',
      `2026-10-${day}`,
      'paid',
      `c${at % 7}`,
      '',
    ];
  });
}

export class OwnBooks {
  readonly files: HandedFiles;
  readonly imports: Imports;
  readonly context: JobContext;
  readonly store: Store;
  /** How often the books were said to have changed. */
  changes = 0;
  /** As the job that matches would have it; there is none of its own here. */
  betweenMatches: (work: () => Promise<void>) => Promise<void> = (work) => work();

  constructor(store: Store, dataFolder: string, parts: Partial<JobContext> = {}) {
    this.store = store;
    this.context = jobContext({
      client: clientAt('http://127.0.0.1:9', 'nobody asks', { clock: systemClock }),
      mirror: store.mirror('p1'),
      books: store.books,
      clock: systemClock,
      ...parts,
    });
    this.files = new HandedFiles(this.context.profileId, systemIds, {
      create: (profileId, id) => createHanded(dataFolder, profileId, id),
      write: writeHanded,
      size: handedSize,
      remove: removeHanded,
      clear: (profileId) => clearHanded(dataFolder, profileId),
    });
    this.imports = new Imports(this.context, {
      compute: parts.books === undefined ? store.compute.bind(store) : computeOver(store, parts.books.write),
      files: this.files,
      booksChanged: () => {
        this.changes += 1;
      },
      betweenMatches: (work) => this.betweenMatches(work),
    });
  }

  async source(name: string, wish: Partial<Pick<Source, 'kind' | 'mapping' | 'format'>> = {}): Promise<Source> {
    const { kind = 'orders', mapping = kind === 'orders' ? ORDER_MAPPING : WALLET_MAPPING, format = PLAIN_CSV } = wish;
    const source = { id: randomUUID(), name, kind, format, mapping, tolerances: { EUR: '0.05' } };
    return this.context.books.write('sources.save', { ...this.deed(), source });
  }

  deed() {
    return { profileId: this.context.profileId, osUser: 'tester', at: new Date().toISOString() };
  }

  async hand(bytes: Uint8Array, name = 'ledger.csv'): Promise<string> {
    const id = await this.files.open(name, bytes.length);
    for (let at = 0; at < bytes.length; at += PIECE) await this.files.append(id, at, bytes.subarray(at, at + PIECE));
    return id;
  }

  /** Begins an import; answers its id. */
  async begin(source: Source, bytes: Uint8Array, covers: CoverageClaim = null): Promise<string> {
    const fileId = await this.hand(bytes);
    return this.imports.start({ intentId: randomUUID(), fileId, sourceId: source.id, covers });
  }

  /** Imports a file to its end; throws unless it is done. */
  async import(source: Source, bytes: Uint8Array, covers: CoverageClaim = null): Promise<Import> {
    const id = await this.begin(source, bytes, covers);
    const { state, reason } = await this.ended(id);
    if (state !== 'done') throw new Error(`the import is ${state}: ${reason ?? ''}`);
    const found = await this.context.books.read('imports.get', { profileId: this.context.profileId, id });
    if (found === null) throw new Error('an import that is done is not there');
    return found.import;
  }

  /** How the job of an import ended. */
  async ended(id: string): Promise<JobView> {
    await this.imports.settled();
    const view = this.imports.list().find((job) => job.id === id);
    if (view === undefined) throw new Error('no such job');
    return view;
  }

  /** The job that matches as the engine does: it clears what is not found any more. Not here: what records show by themselves. */
  reconciliation(): Reconciliation {
    return new Reconciliation(this.context, {
      match: ({ rows }) =>
        this.store.compute({ kind: 'match', profileId: this.context.profileId }, { onProgress: () => undefined, rows }),
      find: () => Promise.resolve({ invoices: 0, withdrawals: 0, findings: 0 }),
      bar: () => null,
      comparePrior: () => Promise.resolve(),
      afterRun: () => Promise.resolve(),
    });
  }

  /** Matches everything once: standings and exceptions are written as the run of the reconciliation writes them. */
  async match(): Promise<void> {
    const { books, profileId } = this.context;
    const [run, at] = [randomUUID(), new Date().toISOString()];
    await books.write('exceptions.beginRun', { profileId, run });
    await this.store.compute(
      { kind: 'match', profileId },
      {
        onProgress: () => undefined,
        onBatch: async (rows) => {
          const standings = rows.filter((row) => Reflect.get(Object(row), 'is') === 'standing');
          const findings = rows.filter((row) => Reflect.get(Object(row), 'is') === 'finding');
          await books.write('entries.settle', { profileId, at, standings: JSON.parse(JSON.stringify(standings)) });
          const found = findings.map((row): unknown => Reflect.get(Object(row), 'finding'));
          await books.write('exceptions.observe', { profileId, run, at, findings: found });
        },
      },
    );
  }
}

/** Every row of every table of the books, one a line, but for the audit log with its chain, and the highest numbers that append-only histories gave out. */
export function dumpOf(dataFolder: string): string {
  const file = new Database(join(dataFolder, 'books.db'), { readonly: true });
  const tables = file
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('activity', 'audit_heads', 'generations', 'sqlite_sequence') ORDER BY name`,
    )
    .pluck()
    .all()
    .map(String);
  const lines = tables.flatMap((table) => {
    const rows = file.prepare(`SELECT * FROM "${table}"`).raw().all();
    return rows.map((row) => `${table} ${JSON.stringify(row)}`).sort();
  });
  file.close();
  return lines.join('\n');
}
