// Brings a file to the schema of this version of the console, by `user_version`, all steps in one transaction.
import { readInteger } from './columns.ts';
import type { SqliteDatabase } from './database.ts';
import { StoreError } from './errors.ts';

export interface Migration {
  /** The first one makes a new file; each later one is a number more. A released migration never changes. */
  readonly version: number;
  readonly sql: string;
  /** Runs after the SQL in the same transaction, for what SQL alone cannot tell from the rows that are there. */
  readonly fill?: (database: SqliteDatabase) => void;
}

/** The schema version of the file; 0 for a new one. */
export function schemaVersion(database: SqliteDatabase): number {
  const row = database.get('PRAGMA user_version');
  return row === null ? 0 : readInteger(row, 'user_version');
}

/**
 * Runs the missing migrations. `before` is called first when an existing file (version 1 or later) is about to change. A file of a newer version is
 * refused with the code `newer-schema`, one from before the first migration with `older-schema`; neither is touched.
 */
export function migrate(
  database: SqliteDatabase,
  migrations: readonly Migration[],
  before?: (from: number, to: number) => void,
): { readonly from: number; readonly to: number } {
  const first = migrations[0]?.version ?? 1;
  const target = first + migrations.length - 1;
  const from = schemaVersion(database);
  if (from > target) {
    const message = `This file was written by a newer version of Merchant Console (its format is ${from}, this version reads up to ${target}). Install the newer version again, or use another data folder.`;
    throw new StoreError('newer-schema', database.file, message);
  }
  if (from === target) return { from, to: target };
  if (from > 0 && from < first) {
    const message = `This file was written by a version of Merchant Console from before the first release (its format is ${from}, this version reads from ${first} on). Open it with that version, or use another data folder.`;
    throw new StoreError('older-schema', database.file, message);
  }
  if (from > 0) before?.(from, target);
  database.transaction(() => {
    for (const [index, migration] of migrations.entries()) {
      if (migration.version !== first + index) throw new Error('migrations must be numbered without gaps');
      if (migration.version <= from) continue;
      database.exec(migration.sql);
      migration.fill?.(database);
    }
    database.exec(`PRAGMA user_version = ${target}`);
  });
  return { from, to: target };
}
