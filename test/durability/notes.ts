/** What a recorded life notes between its writes, and how a state of a database is told. */
import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';

/** The profile whose mirror is written. */
export const PROFILE = 'p1';

export type Note =
  /** A commit has ended: the database holds this. `durable`: no loss of power may take it back. */
  | readonly ['state', database: 'books' | 'mirror', state: string, promise: 'durable' | 'lazy']
  /** A copy of the books was made and noted with its checksum. */
  | readonly ['copied', name: string]
  /** A copy is about to be put back, and it is. */
  | readonly ['restoring']
  | readonly ['restored'];

/** Everything that the tables hold, as one word; the same for the same rows. */
export function stateOf(database: Database.Database): string {
  const names = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).pluck().all();
  const hash = createHash('sha256');
  for (const name of names)
    hash.update(
      `${String(name)} ${JSON.stringify(
        database
          .prepare(`SELECT * FROM "${String(name)}"`)
          .raw()
          .all(),
      )}\n`,
    );
  return hash.digest('hex').slice(0, 16);
}
