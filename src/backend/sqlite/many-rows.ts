// Many rows by few statements: a call for each of them costs as much as the row. What fails takes the caller's whole transaction with it; without
// OR FAIL SQLite would keep each page of the tables as it was, so that it could undo the statement alone.
import type { SqliteDatabase, SqlValue } from './database.ts';

/** So many go at once, the most first. */
const AT_ONCE = [100, 10, 1] as const;

export type ManyRows = readonly { readonly rows: number; readonly sql: string }[];

/** The statements that insert rows with cells for these columns; `behind` stands behind the values (`ON CONFLICT …`). */
export function manyRows(table: string, columns: readonly string[], behind = ''): ManyRows {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return AT_ONCE.map((rows) => {
    const values = Array.from({ length: rows }, () => row).join(', ');
    return { rows, sql: `INSERT OR FAIL INTO ${table} (${columns.join(', ')}) VALUES ${values} ${behind}` };
  });
}

/** Inserts them in their order, within the caller's transaction. */
export function insertRows(
  database: SqliteDatabase,
  statements: ManyRows,
  cells: readonly (readonly SqlValue[])[],
): void {
  let at = 0;
  for (const { rows, sql } of statements) {
    for (; at + rows <= cells.length; at += rows) database.run(sql, ...cells.slice(at, at + rows).flat());
  }
}
