// Version 10 of the mirror's schema: stored records take the API's own shape.
import { fieldsOf, isFields } from '../../../domain/kernel/fields.ts';
import { cellInteger, cellText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';

const TABLES = ['invoice_records', 'withdrawals', 'deliveries'] as const;

/** How nearly every record ended: with nothing the specification does not name. */
const NOTHING_ELSE = ',"extra":{}}';
const ROWS = 2_000;

/**
 * Up to version 9 what the specification does not name stood under `extra`, at the end of the record; it belongs beside the rest. Runs once, within
 * the migration. What cannot be read stays as it is: whoever reads it finds the file damaged.
 */
export function takeExtraOut(database: SqliteDatabase): void {
  for (const table of TABLES) {
    const others = `SELECT id, record FROM ${table} WHERE id > ? AND substr(record, -${NOTHING_ELSE.length}) <> ? ORDER BY id LIMIT ?`;
    for (let after = 0; ; ) {
      const rows = [...database.iterate(others, after, NOTHING_ELSE, ROWS)];
      for (const [id, record] of rows) {
        after = cellInteger(id);
        const text = apiShape(cellText(record));
        if (text !== null) database.run(`UPDATE ${table} SET record = ? WHERE id = ?`, text, after);
      }
      if (rows.length < ROWS) break;
    }
    database.run(
      `UPDATE ${table} SET record = substr(record, 1, length(record) - ${NOTHING_ELSE.length}) || '}' WHERE substr(record, -${NOTHING_ELSE.length}) = ?`,
      NOTHING_ELSE,
    );
  }
}

function apiShape(text: string): string | null {
  try {
    const { extra, ...fields } = fieldsOf(JSON.parse(text));
    return isFields(extra) ? JSON.stringify({ ...fields, ...extra }) : null;
  } catch {
    return null;
  }
}
