/**
 * Filling an empty file of the store with very many rows by the store's own functions, without writing every index at every row: those that nothing
 * asks meanwhile, and the index of trigrams, are taken out of the file's schema and made again from it at the end, as they were and in the order
 * in which they were. Not here: the rows.
 */
import { readText } from '../../src/backend/sqlite/columns.ts';
import type { SqliteDatabase } from '../../src/backend/sqlite/database.ts';

/** Takes what is inserted, and keeps nothing. */
const STAND_IN = `CREATE TABLE invoice_trigrams (text);
  CREATE TRIGGER invoice_trigrams_ignored BEFORE INSERT ON invoice_trigrams BEGIN SELECT RAISE(IGNORE); END`;

/** `kept`: the indexes by which `fill` finds rows. Of trigrams it may only insert. `say` is told how far it is. */
export function loadInBulk(
  database: SqliteDatabase,
  kept: readonly string[],
  say: (text: string) => void,
  fill: () => void,
): void {
  const indexes = database
    .all(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid`)
    .map((row) => ({ name: readText(row, 'name'), sql: readText(row, 'sql') }));
  const trigrams = database.one(
    (row) => readText(row, 'sql'),
    `SELECT sql FROM sqlite_schema WHERE name = 'invoice_trigrams'`,
  );
  if (trigrams === null || kept.some((name) => !indexes.some((index) => index.name === name)))
    throw new Error('the schema has other indexes');
  // One commit: each writes nearly every page of the indexes by uuid.
  database.transaction(() => {
    for (const { name } of indexes) if (!kept.includes(name)) database.exec(`DROP INDEX ${name}`);
    database.exec(`DROP TABLE invoice_trigrams; ${STAND_IN}`);
    fill();
    say('making its indexes');
    // Those that were kept as well: of two that serve alike, SQLite takes the one made later.
    for (const name of kept) database.exec(`DROP INDEX ${name}`);
    for (const { sql } of indexes) database.exec(sql);
    say('making its trigrams');
    database.exec(`DROP TABLE invoice_trigrams; ${trigrams}`);
    database.exec(`INSERT INTO invoice_trigrams (invoice_trigrams) VALUES ('rebuild')`);
    database.exec(`UPDATE list_state SET texts_indexed = (SELECT max(id) FROM invoice_search) WHERE list = 'invoices'`);
  });
}
