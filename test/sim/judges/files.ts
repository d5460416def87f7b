/** What lies on the disk, read beside the console as anybody may: each look opens the file and closes it again. Not here: what has to stand there. */
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
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

  constructor(folder: () => string) {
    this.folder = folder;
  }

  /** Null before there are any. */
  books<Answer>(look: (file: OpenFile) => Answer): Answer | null {
    return looked(booksPath(this.folder()), look);
  }

  /** Of the profile that everything is about; null before there is one. */
  mirror<Answer>(look: (file: OpenFile) => Answer): Answer | null {
    return this.profileId === null ? null : looked(mirrorPath(this.folder(), this.profileId), look);
  }
}

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
