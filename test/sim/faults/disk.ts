/**
 * The disk under the store: full, not to be written, or its files held by another program, in the middle of a transaction, with the errors that SQLite has for
 * it. What was kept free for intents is room indeed. Not here: what a loss of power leaves of files (durability), and other files of the engine (console).
 */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { type StoreFile, toStoreError } from '../../../src/backend/sqlite/errors.ts';
import { reservedRoomPath } from '../../../src/backend/workers/threads/locations.ts';
import type { Stream } from '../chance.ts';

export const DISK_TROUBLES = ['full', 'read-only', 'locked'] as const;
export type DiskTrouble = (typeof DISK_TROUBLES)[number];

/** Does a trouble of `of` meet a file of that kind? What is no database is met by that of all. */
export function isOfDisk(of: 'all' | 'books' | 'mirror', file: StoreFile): boolean {
  return of === 'all' || of === file;
}

export interface Disk {
  /** Whatever lies below it is on this disk. */
  readonly root: string;
  readonly chance: Stream;
  /** What is the matter with files of this kind now; null: nothing. */
  readonly trouble: (file: StoreFile) => DiskTrouble | null;
  /** Hears of each error that it made. */
  readonly struck: (trouble: DiskTrouble, file: StoreFile) => void;
  /** After so many pages the log is played into the file. */
  readonly checkpointPages: number;
}

const ERRORS: Readonly<Record<DiskTrouble, readonly [code: string, message: string]>> = {
  full: ['SQLITE_FULL', 'database or disk is full'],
  'read-only': ['SQLITE_READONLY', 'attempt to write a readonly database'],
  locked: ['SQLITE_BUSY', 'database is locked'],
};
/** Statements of a transaction that still find room. */
const MOST_BEFORE_FULL = 4;

const disks = new Set<Disk>();

/** Puts the files below a folder on it. The result takes it away again. */
export function insert(disk: Disk): () => void {
  disks.add(disk);
  return () => disks.delete(disk);
}

const open = SqliteDatabase.open.bind(SqliteDatabase);
SqliteDatabase.open = (options) => {
  const disk = diskOf(options.path);
  const database = open(options);
  if (disk === undefined || options.mode === 'read-only') return database;
  try {
    // Who holds the file holds it for everybody who would write.
    if (disk.trouble(options.file) === 'locked') strike(disk, 'locked', options.file);
    database.exec(`PRAGMA wal_autocheckpoint = ${disk.checkpointPages}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return put(database, disk);
};

/** The innermost: a second console has a disk of its own below the first one's folder. */
function diskOf(path: string): Disk | undefined {
  return [...disks].filter(({ root }) => path.startsWith(root)).toSorted((a, b) => b.root.length - a.root.length)[0];
}

function strike(disk: Disk, trouble: DiskTrouble, file: StoreFile): never {
  disk.struck(trouble, file);
  const [code, message] = ERRORS[trouble];
  throw toStoreError(new Database.SqliteError(message, code), file);
}

/** Its writes meet what the disk is. */
function put(database: SqliteDatabase, disk: Disk): SqliteDatabase {
  const { file } = database;
  const [run, transaction] = [database.run.bind(database), database.transaction.bind(database)];
  let left: number | null = null;
  /** What of the room kept for intents was given back lies on the disk until somebody has written into it. */
  let kept = keptBytes(database);
  const hasRoomAgain = (): boolean => {
    const now = keptBytes(database);
    const isFreed = now < kept;
    kept = now;
    return isFreed;
  };
  const meet = (): void => {
    const trouble = disk.trouble(file);
    if (trouble === null || trouble === 'locked') return;
    if (trouble === 'read-only') strike(disk, trouble, file);
    left ??= hasRoomAgain() ? Number.POSITIVE_INFINITY : disk.chance.between(0, MOST_BEFORE_FULL);
    if (left <= 0) strike(disk, trouble, file);
    left -= 1;
  };
  const within = <Value>(work: () => Value): Value => {
    if (disk.trouble(file) === 'locked') strike(disk, 'locked', file);
    left = null;
    return transaction(work);
  };
  const written: SqliteDatabase['run'] = (sql, ...parameters) => {
    meet();
    return run(sql, ...parameters);
  };
  return Object.assign(database, { run: written, transaction: within });
}

function keptBytes({ path, file }: SqliteDatabase): number {
  const dataFolder = file === 'mirror' ? dirname(dirname(path)) : dirname(path);
  return statSync(reservedRoomPath(dataFolder), { throwIfNoEntry: false })?.size ?? 0;
}
