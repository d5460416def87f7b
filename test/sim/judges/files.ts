/**
 * What lies on the disk, read beside the console as anybody may. Books and mirror stay open from look to look, since opening one reads all of its schema; but
 * whenever the console closes a file it is closed here first, so that the console is the last one, who tidies up. Not here: what has to stand there.
 */
import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { booksPath, mirrorPath } from '../../../src/backend/workers/threads/locations.ts';
import { isFields } from '../../../src/domain/kernel/fields.ts';

export type Cells = Readonly<Record<string, unknown>>;
type Cell = string | number | null;

export interface OpenFile {
  all(sql: string, ...values: Cell[]): readonly Cells[];
}

/** The folder of the present life, and its profile. */
export class Files {
  readonly folder: () => string;
  profileId: string | null = null;
  readonly #books = new KeptFile();
  readonly #mirror = new KeptFile();

  constructor(folder: () => string) {
    this.folder = folder;
  }

  /** Null before there are any. */
  books<Answer>(look: (file: OpenFile) => Answer): Answer | null {
    return this.#books.look(booksPath(this.folder()), look);
  }

  /** Of the profile that everything is about; null before there is one. */
  mirror<Answer>(look: (file: OpenFile) => Answer): Answer | null {
    return this.profileId === null ? null : this.#mirror.look(mirrorPath(this.folder(), this.profileId), look);
  }

  /** Lets go of what is open. */
  close(): void {
    this.#books.close();
    this.#mirror.close();
  }
}

/** Those that are open. */
const kept = new Set<KeptFile>();

const close: (this: SqliteDatabase) => void = Reflect.get(SqliteDatabase.prototype, 'close');
SqliteDatabase.prototype.close = function closeLast(this: SqliteDatabase): void {
  for (const file of kept) if (file.path === this.path) file.close();
  close.call(this);
};

interface Kept {
  readonly inode: bigint;
  readonly database: Database.Database;
  readonly statements: Map<string, Database.Statement>;
  /** It has its tables. */
  isMade: boolean;
}

/** The file of a name, as long as it is the same one. */
class KeptFile {
  path = '';
  #kept: Kept | null = null;

  look<Answer>(path: string, look: (file: OpenFile) => Answer): Answer | null {
    const inode = statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
    if (path !== this.path || inode !== this.#kept?.inode) this.close();
    if (inode === undefined) return null;
    this.path = path;
    this.#kept ??= {
      inode,
      database: new Database(path, { readonly: true, fileMustExist: true }),
      statements: new Map(),
      isMade: false,
    };
    kept.add(this);
    const { database, statements } = this.#kept;
    if (!this.#kept.isMade) {
      // A disk that is in the way may cut its making short.
      if (database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined) return null;
      this.#kept.isMade = true;
    }
    return look({
      all: (sql, ...values) => {
        const statement = statements.get(sql) ?? database.prepare(sql);
        statements.set(sql, statement);
        return statement.all(...values).filter(isFields);
      },
    });
  }

  close(): void {
    kept.delete(this);
    this.#kept?.database.close();
    this.#kept = null;
  }
}

/** Any other file: opened, and closed again. */
export function looked<Answer>(path: string, look: (file: OpenFile) => Answer): Answer | null {
  if (!existsSync(path)) return null;
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return look({
      all: (sql, ...values) =>
        database
          .prepare(sql)
          .all(...values)
          .filter(isFields),
    });
  } finally {
    database.close();
  }
}

export function textOf(cells: Cells | undefined, name: string): string {
  const cell = cells?.[name];
  return typeof cell === 'string' ? cell : '';
}

export function numberOf(cells: Cells | undefined, name: string): number {
  return Number(cells?.[name] ?? Number.NaN);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
