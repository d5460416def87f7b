// How often each value of some columns occurs, each column counted under what the filter asks of all the others: the rows are gone through once, and their
// few combinations are added up for every column. For filters that no index holds: SQLite groups by sorting, which costs as much as the look at the rows.
import { readInteger, readText, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { named, rowReader } from '../../sqlite/rows.ts';
import { Conditions } from './conditions.ts';
import type { Where } from '../../sqlite/terms.ts';

export interface FacetColumn {
  readonly name: string;
  /** What the filter asks of this column. */
  readonly ask: (conditions: Conditions) => void;
}

/** Of each column that are told. */
const MOST_VALUES = 500;

/** Rows of `value` and `n` by column, the most frequent first. `where` asks nothing of the columns themselves. */
export function facetsAtOnce(
  database: SqliteDatabase,
  rows: { readonly from: string; readonly where: Where },
  columns: readonly FacetColumn[],
): (column: string) => readonly Row[] {
  const names = columns.map(({ name }) => name).join(', ');
  const parts = columns.map((column) => {
    const conditions = new Conditions();
    conditions.add(`${column.name} IS NOT NULL`);
    for (const other of columns) if (other !== column) other.ask(conditions);
    const { sql, parameters } = conditions.where();
    return {
      sql: `SELECT * FROM (SELECT '${column.name}' AS facet, ${column.name} AS value, sum(n) AS n FROM combined ${sql}
        GROUP BY value ORDER BY n DESC, value LIMIT ${MOST_VALUES})`,
      parameters,
    };
  });
  const sql = `WITH combined AS MATERIALIZED (
      SELECT ${names}, count(*) AS n FROM ${rows.from} ${rows.where.sql} GROUP BY ${names})
    ${parts.map((part) => part.sql).join(' UNION ALL ')}`;
  const found = database.all(sql, ...rows.where.parameters, ...parts.flatMap(({ parameters }) => parameters));
  const byColumn = Map.groupBy(found, (row) => readText(row, 'facet'));
  return (column) => byColumn.get(column) ?? [];
}

/** How often a value occurs, of a row with `value` and `n`. */
export const readFacet = rowReader({ value: readText, count: named('n', readInteger) });
