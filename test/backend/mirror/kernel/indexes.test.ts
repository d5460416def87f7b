/** No index is written for nothing: each is named by a query, stands in the plan of a paged call, or serves a statement that is named here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MIRROR_MIGRATIONS } from '../../../../src/backend/mirror/kernel/schema.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { migrate } from '../../../../src/backend/sqlite/migrations.ts';
import { temporaryFolder } from '../sample.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** What asks without naming the index, where it is no paged call. */
const SERVED: Readonly<Record<string, string>> = {
  invoices_by_pass: 'SELECT count(*) FROM invoices WHERE true AND last_seen_pass = ?',
  withdrawals_by_hash: 'SELECT uuid FROM withdrawals WHERE tx_hash IS NOT NULL AND lower(tx_hash) = lower(?)',
  deliveries_by_uuid: `SELECT d.uuid FROM deliveries AS d JOIN delivery_reads AS r ON r.invoice_uuid = d.invoice_uuid
    WHERE d.uuid IN (?, ?)`,
};

function textsIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !path.endsWith('schema.ts'))
    .map((path) => readFileSync(join(ROOT, folder, path), 'utf8'));
}

it('every index of the mirror is one that something is read by', () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'mirror.db');
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  onTestFinished(() => {
    database.close();
    folder.remove();
  });
  migrate(database, MIRROR_MIGRATIONS);
  const texts = [...textsIn('src/backend/mirror', '.ts'), ...textsIn('docs/queries', '.sql')];
  const indexes = database
    .all(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`)
    .map(({ name }) => String(name));
  const unnamed = indexes.filter(
    (name) => !texts.some((text) => new RegExp(`INDEX ${name}\\b|BY ${name}\\b|'${name}'`).test(text)),
  );
  expect(unnamed).toEqual(Object.keys(SERVED).sort());
  for (const [name, sql] of Object.entries(SERVED)) {
    const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...Array.from(sql.matchAll(/\?/g), () => 1));
    expect(plan.map(({ detail }) => detail).join('\n'), name).toMatch(new RegExp(`INDEX ${name}\\b`));
  }
});
