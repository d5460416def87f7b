// One connection to one SQLite file: opened with the pragmas of the house, statements cached, driver errors turned into StoreError.
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { makeFolderNow } from '../whole-file.ts';
import type { Row } from './columns.ts';
import { type StoreFile, toStoreError } from './errors.ts';

export type SqlValue = string | number | bigint | null | Uint8Array;
/** The values of a statement's question marks, or one object for the names in it (`@runId`): what it does not name is not looked at. */
type Parameters = readonly SqlValue[] | readonly [object];

export interface OpenOptions {
  readonly path: string;
  readonly file: StoreFile;
  readonly mode: 'read-write' | 'read-only';
  /** NORMAL may lose the last commits when the power fails, never more; FULL loses nothing. */
  readonly synchronous: 'NORMAL' | 'FULL';
  readonly cacheMegabytes?: number | undefined;
  readonly busyTimeoutMs?: number | undefined;
}

type Statement = Database.Statement<(SqlValue | object)[], Row>;

/** Filters and sorts give many texts of SQL; the oldest of them go first. */
const CACHED_STATEMENTS = 200;

export class SqliteDatabase {
  readonly path: string;
  readonly file: StoreFile;
  readonly #driver: Database.Database;
  readonly #statements = new Map<string, Statement>();
  readonly #connection = randomUUID();
  readonly #synchronous: OpenOptions['synchronous'];
  readonly #mode: OpenOptions['mode'];

  private constructor(options: OpenOptions, driver: Database.Database) {
    this.path = options.path;
    this.file = options.file;
    this.#synchronous = options.synchronous;
    this.#mode = options.mode;
    this.#driver = driver;
  }

  /** Opens the file, creating it (0600, in a folder of 0700) unless read-only. Throws StoreError. */
  static open(options: OpenOptions): SqliteDatabase {
    let driver: Database.Database | null = null;
    try {
      if (options.mode === 'read-write') prepareFile(options.path);
      driver = new Database(options.path, {
        readonly: options.mode === 'read-only',
        fileMustExist: true,
        timeout: options.busyTimeoutMs ?? 5000,
      });
      setPragmas(driver, options);
      return new SqliteDatabase(options, driver);
    } catch (error) {
      driver?.close();
      throw toStoreError(error, options.file);
    }
  }

  all(sql: string, ...parameters: Parameters): readonly Row[] {
    return this.#guard(() => this.#statement(sql).all(...parameters));
  }

  get(sql: string, ...parameters: Parameters): Row | null {
    return this.#guard(() => this.#statement(sql).get(...parameters) ?? null);
  }

  /** What `read` makes of the first row; null where there is none. */
  one<Value>(read: (row: Row) => Value, sql: string, ...parameters: Parameters): Value | null {
    const row = this.get(sql, ...parameters);
    return row === null ? null : read(row);
  }

  /** Runs a statement without rows; answers how many rows it changed and the last inserted row's id. */
  run(sql: string, ...parameters: Parameters): { readonly changes: number; readonly lastId: number } {
    return this.#guard(() => {
      const { changes, lastInsertRowid } = this.#statement(sql).run(...parameters);
      return { changes, lastId: Number(lastInsertRowid) };
    });
  }

  /** Several statements at once, for schemas and pragmas. */
  exec(sql: string): void {
    this.#guard(() => this.#driver.exec(sql));
  }

  /**
   * Rows one after the other as arrays of cells, without holding them all. The statement is not cached, since an iterator
   * that was left early would keep it busy.
   */
  *iterate(sql: string, ...parameters: Parameters): IterableIterator<readonly unknown[]> {
    try {
      const statement = this.#driver.prepare<(SqlValue | object)[], readonly unknown[]>(sql).raw(true);
      yield* statement.iterate(...parameters);
    } catch (error) {
      throw toStoreError(error, this.file);
    }
  }

  *each(sql: string, ...parameters: Parameters): IterableIterator<Row> {
    try {
      yield* this.#driver.prepare<(SqlValue | object)[], Row>(sql).iterate(...parameters);
    } catch (error) {
      throw toStoreError(error, this.file);
    }
  }

  /** Runs `work` in one write transaction: all of it is committed, or, when it throws, none. */
  transaction<Value>(work: () => Value): Value {
    return this.#guard(() => this.#driver.transaction(work).immediate());
  }

  /**
   * The same for what is nothing yet until a later transaction says so: it is safe from a loss of power only with that one. Of many small writes
   * the disk is waited for once.
   */
  stagedTransaction<Value>(work: () => Value): Value {
    if (this.#synchronous !== 'FULL') return this.transaction(work);
    this.#guard(() => this.#driver.pragma('synchronous = NORMAL'));
    try {
      return this.transaction(work);
    } finally {
      this.#guard(() => this.#driver.pragma('synchronous = FULL'));
    }
  }

  /** Runs `work` so that all its queries see one and the same state of the file. */
  snapshot<Value>(work: () => Value): Value {
    return this.#guard(() => this.#driver.transaction(work).deferred());
  }

  /** Changes whenever another connection has committed; equal numbers mean that nothing was written in between. */
  dataVersion(): number {
    return Number(this.get('PRAGMA data_version')?.['data_version']);
  }

  /** Like dataVersion, but also another one of another connection: for whoever keeps it longer than a connection lives. */
  version(): string {
    return `${this.#connection} ${this.dataVersion()}`;
  }

  /** A consistent copy of the file at `target`, which must not exist. Of a read-only connection too: the file itself stays shut. */
  copyInto(target: string): void {
    if (this.#mode === 'read-write') return this.#copyInto(target);
    this.#guard(() => this.#driver.pragma('query_only = OFF'));
    try {
      this.#copyInto(target);
    } finally {
      this.#guard(() => this.#driver.pragma('query_only = ON'));
    }
  }

  #copyInto(target: string): void {
    this.run('VACUUM INTO ?', target);
  }

  get isOpen(): boolean {
    return this.#driver.open;
  }

  close(): void {
    this.#statements.clear();
    this.#driver.close();
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined && !known.busy) {
      // The order matters once something has to go; until then it is not kept.
      if (this.#statements.size > CACHED_STATEMENTS / 2) {
        this.#statements.delete(sql);
        this.#statements.set(sql, known);
      }
      return known;
    }
    const fresh = this.#driver.prepare<(SqlValue | object)[], Row>(sql);
    this.#statements.set(sql, fresh);
    if (this.#statements.size > CACHED_STATEMENTS) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return fresh;
  }

  #guard<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, this.file);
    }
  }
}

/**
 * Creates a missing file with a mode of its own. An existing file is never opened here: closing any descriptor of a file
 * drops the POSIX locks that SQLite holds on it in this process.
 */
function prepareFile(path: string): void {
  makeFolderNow(dirname(path));
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing === undefined) closeSync(openSync(path, 'wx', 0o600));
  else if ((existing.mode & 0o077) !== 0) chmodSync(path, 0o600);
}

function setPragmas(driver: Database.Database, options: OpenOptions): void {
  const cacheKib = (options.cacheMegabytes ?? 8) * 1024;
  const all = [`cache_size = -${cacheKib}`, 'temp_store = MEMORY', 'trusted_schema = OFF'];
  if (options.mode === 'read-only') all.push('query_only = ON');
  else all.push(...pragmasForWriting(options));
  driver.exec(all.map((pragma) => `PRAGMA ${pragma};`).join(' '));
}

function pragmasForWriting({ synchronous }: OpenOptions): readonly string[] {
  return [
    'journal_mode = WAL',
    `synchronous = ${synchronous}`,
    // Only macOS knows the difference between fsync and a write that has really reached the disk.
    `fullfsync = ${synchronous === 'FULL' ? 'ON' : 'OFF'}`,
    'foreign_keys = ON',
    'cell_size_check = ON',
    'wal_autocheckpoint = 4000',
    'journal_size_limit = 67108864',
  ];
}
