/** What the commands of the books get besides their input. */
import type { SqliteDatabase } from '../../sqlite/database.ts';

export interface BooksContext {
  readonly database: SqliteDatabase;
}
