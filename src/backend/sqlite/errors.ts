// What can go wrong with a database file, as a typed error that survives the way between threads (as data, see workers/threads/protocol).
import Database from 'better-sqlite3';

export const STORE_ERROR_CODES = [
  /** Another connection held the file for longer than the busy time-out. */
  'locked',
  /** No room on the disk. Heals by itself when there is room again. */
  'disk-full',
  /** The file is damaged or is no database. A mirror is set aside and rebuilt; the books never are. */
  'corrupt',
  /** The books are not there, or have nothing in them, where books have been. */
  'books-missing',
  /** A newer version of the console wrote the file; this one must not touch it. */
  'newer-schema',
  /** A version from before the first release wrote the file. A mirror is set aside and read anew; the books are not touched. */
  'older-schema',
  /** The file or its folder cannot be written. */
  'read-only',
  /** The worker thread died with the call in its hands. What it was about to write may or may not be there. */
  'worker-lost',
  'other',
] as const;
export type StoreErrorCode = (typeof STORE_ERROR_CODES)[number];

export type StoreFile = 'mirror' | 'books' | 'lock' | 'none';

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly file: StoreFile;

  constructor(code: StoreErrorCode, file: StoreFile, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
    this.file = file;
  }
}

/** An error of the driver or of the file system as StoreError; every other thrown value is given back as it is. */
export function toStoreError(error: unknown, file: StoreFile): unknown {
  if (error instanceof Database.SqliteError) {
    return new StoreError(codeOf(error.code), file, `${file}: ${error.code}: ${error.message}`, { cause: error });
  }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return new StoreError(codeOfSystem(String(error.code)), file, `${file}: ${error.message}`, { cause: error });
  }
  return error;
}

function codeOfSystem(systemCode: string): StoreErrorCode {
  if (systemCode === 'ENOSPC' || systemCode === 'EDQUOT') return 'disk-full';
  return ['EACCES', 'EPERM', 'EROFS'].includes(systemCode) ? 'read-only' : 'other';
}

function codeOf(sqliteCode: string): StoreErrorCode {
  if (/^SQLITE_(BUSY|LOCKED)/.test(sqliteCode)) return 'locked';
  // The index of the write-ahead log could not be made larger; nothing but a full disk does that.
  if (sqliteCode.startsWith('SQLITE_FULL') || sqliteCode === 'SQLITE_IOERR_SHMSIZE') return 'disk-full';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode)) return 'corrupt';
  // A page that the file should have and has not: the file was cut short.
  if (sqliteCode === 'SQLITE_IOERR_SHORT_READ') return 'corrupt';
  if (/^SQLITE_(READONLY|PERM|AUTH)/.test(sqliteCode)) return 'read-only';
  return 'other';
}
