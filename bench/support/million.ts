/**
 * A data folder with one business of very many invoices, as a console that has long been running would hold it: stored by the store's own functions
 * (invoices, records, addresses, search, deliveries, desk, what receivers were told, withdrawals), so that every table is what the
 * engine makes of it, with its indexes made at the end. Built once for a size and a seed, and kept. Not here: what is measured on it.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { storeDeliveries } from '../../src/backend/mirror/webhooks/deliveries.ts';
import { storeInvoices } from '../../src/backend/mirror/sync/invoice-store.ts';
import { bindOrigin } from '../../src/backend/mirror/kernel/binding.ts';
import { MIRROR_MIGRATIONS } from '../../src/backend/mirror/kernel/schema.ts';
import { storeWithdrawals } from '../../src/backend/mirror/sync/withdrawal-store.ts';
import type { MirrorWriteContext } from '../../src/backend/mirror/kernel/context.ts';
import { migrate } from '../../src/backend/sqlite/migrations.ts';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { openInProcess } from '../../test/support/in-process-store.ts';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { pauseWatches } from '../../test/support/benches/paused-watch.ts';
import { loadInBulk } from './bulk-load.ts';
import { deliveryOf, invoiceAt, READ_AT, withdrawalAt } from './million-world.ts';

/** The profile of the folder. It has no key, so that nothing is asked while something is measured. */
export const PROFILE = 'bench-business';

/** Days around all of its invoices. */
export const PERIOD = { from: '2025-11-01', to: '2026-11-02' } as const;

/** Older folders are not used any more once what is drawn has changed. */
const EDITION = 1;

/** Records of one page. */
const BATCH = 20_000;

/** The indexes by which the store finds what is there while it stores new invoices with their deliveries. */
const LOOKED_AT = ['invoices_missing', 'withdrawals_missing', 'desk_by_invoice', 'attempts_by_invoice'] as const;

export interface MillionOptions {
  readonly size: number;
  readonly seed: number;
  /** Where it is kept. */
  readonly folder: string;
  readonly say: (text: string) => void;
}

/** The path of the folder; it is built when it is not there yet. */
export async function millionFolder({ size, seed, folder: kept, say }: MillionOptions): Promise<string> {
  const folder = join(kept, `merchant-console-reports-${size}-${seed}-${EDITION}`);
  if (existsSync(folder)) {
    say(`the folder of ${size} invoices is there`);
    await migrated(folder);
    return folder;
  }
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(join(unfinished, 'mirrors'), { recursive: true, mode: 0o700 });
  try {
    // Mirrors without books are an installation that has lost them, and are not opened.
    await fillBooks(unfinished);
    fillMirror({ path: mirrorPath(unfinished, PROFILE), size, seed, say });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

/** What an older console has built, or imported into, is brought to this one's schema, once. */
export async function migrated(folder: string): Promise<void> {
  const store = openInProcess(folder);
  try {
    await store.books.read('profiles.list', {});
    await store.mirror(PROFILE).read('binding', {});
  } finally {
    await store.close();
  }
}

/** The pragmas of the store, except that a crash may cost the file: it would only be built again. */
function openUnsafe(path: string): SqliteDatabase {
  const database = SqliteDatabase.open({
    path,
    file: 'mirror',
    mode: 'read-write',
    synchronous: 'NORMAL',
    cacheMegabytes: 1024,
  });
  database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF');
  return database;
}

interface Filling extends Omit<MillionOptions, 'folder' | 'say'> {
  readonly path: string;
  readonly say?: (text: string) => void;
}

/** A mirror with that world at the path, by the store's own functions. */
export function fillMirror({ path, size, seed, say = () => undefined }: Filling): void {
  const database = openUnsafe(path);
  try {
    migrate(database, MIRROR_MIGRATIONS);
    const context: MirrorWriteContext = { database, profileId: PROFILE, observe: () => undefined };
    loadInBulk(database, LOOKED_AT, say, () => {
      bindOrigin(context, { origin: ORIGIN, businessUuid: null });
      const started = performance.now();
      for (let from = 0; from < size; from += BATCH) {
        const to = Math.min(size, from + BATCH);
        storeSome(context, { from, to, size, seed });
        say(`${to} of ${size} stored, ${Math.round(to / ((performance.now() - started) / 1000))} a second`);
      }
      const totalItems = Math.ceil(size / 50);
      for (let from = 0; from < totalItems; from += BATCH) {
        const records = placesOf(from, Math.min(totalItems, from + BATCH)).map((index) =>
          withdrawalAt(index, totalItems, seed),
        );
        storeWithdrawals(context, { ...PAGE, records, totalItems });
      }
    });
    database.exec('PRAGMA journal_mode = WAL');
  } finally {
    database.close();
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly seed: number;
}

const placesOf = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

function storeSome(context: MirrorWriteContext, { from, to, size, seed }: Range): void {
  const records = placesOf(from, to).map((index) => invoiceAt(index, size, seed));
  storeInvoices(context, { ...PAGE, records, totalItems: size });
  for (const [at, record] of records.entries()) {
    const delivery = deliveryOf(record, from + at, seed);
    if (delivery === null) continue;
    storeDeliveries(context, { invoiceUuid: record.uuid, deliveries: [delivery], asOf: READ_AT });
  }
}

export const ORIGIN = 'https://api.bench.example';
export const PAGE = { quarantined: [], asOf: READ_AT, source: 'invoices', pass: null } as const;

/** The books of the folder: the one profile, without a key. */
export async function fillBooks(folder: string): Promise<void> {
  await pauseWatches(folder);
  const store = openInProcess(folder);
  try {
    await store.books.write('profiles.add', {
      id: PROFILE,
      name: 'Bench',
      kind: 'business',
      origin: ORIGIN,
      baseUrl: ORIGIN,
      apiRoot: `${ORIGIN}/api/v1`,
      keyStorage: 'absent',
      readOnly: false,
      businessUuid: null,
      unprovedSince: null,
      createdAt: READ_AT,
    });
  } finally {
    await store.close();
  }
}
