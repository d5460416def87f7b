// Many rows by few statements: a call for each of them costs as much as the row. What fails takes the caller's whole transaction with it; without
// OR FAIL SQLite would keep each page of the tables as it was, so that it could undo the statement alone.
import type { SqliteDatabase, SqlValue } from './database.ts';

/** So many go at once, the most first. */
const AT_ONCE = [100, 10, 1] as const;

export interface ManyRows {
  readonly width: number;
  readonly statements: readonly { readonly rows: number; readonly sql: string }[];
}

/** The statements that insert rows with cells for these columns; `behind` stands behind the values (`ON CONFLICT …`). */
export function manyRows(table: string, columns: readonly string[], behind = ''): ManyRows {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const statements = AT_ONCE.map((rows) => {
    const values = Array.from({ length: rows }, () => row).join(', ');
    return { rows, sql: `INSERT OR FAIL INTO ${table} (${columns.join(', ')}) VALUES ${values} ${behind}` };
  });
  return { width: columns.length, statements };
}

/** Inserts them in their order, within the caller's transaction. `cells`: those of the rows one after the other. */
export function insertRows(
  database: SqliteDatabase,
  { width, statements }: ManyRows,
  cells: readonly SqlValue[],
): void {
  let at = 0;
  for (const { rows, sql } of statements) {
    for (; at + rows * width <= cells.length; at += rows * width)
      database.run(sql, ...cells.slice(at, at + rows * width));
  }
}
