/** Version 10 of the mirror: records of an older file take the API's own shape, and nothing else about it changes. */
import { expect, it } from 'vitest';
import { MIRROR_MIGRATIONS } from '../../../../src/backend/mirror/kernel/schema.ts';
import { indexTexts } from '../../../../src/backend/mirror/kernel/search.ts';
import { SqliteDatabase } from '../../../../src/backend/sqlite/database.ts';
import { migrate } from '../../../../src/backend/sqlite/migrations.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { mirrorPath } from '../../../../src/backend/workers/threads/locations.ts';
import { adjustedInvoice, delivery, invoice, page, temporaryFolder, uuidOf, withdrawal } from '../sample.ts';

const OTHERS = [
  {},
  { note: 'x' },
  { extra: { extra: {} }, later: [null, { extra: {} }] },
  { note: ',"extra":{}}' },
] as const;
const asOf = '2026-11-21T10:00:00Z';

it('opens a file of version 9 with every record as it was', async () => {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  const { write, read } = store.mirror('p1');
  const invoices = OTHERS.map((extra, number) => (number === 1 ? adjustedInvoice : invoice)(number + 1, { extra }));
  const deliveries = OTHERS.map((extra, number) => delivery(number + 1, { extra }));
  const withdrawals = OTHERS.map((extra, number) => withdrawal(number + 1, { extra }));
  await write('invoices.store', page(invoices));
  await write('withdrawals.store', page(withdrawals));
  await write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries, asOf });
  const everything = async (): Promise<readonly unknown[]> => [
    await Promise.all(invoices.map(({ uuid }) => read('invoices.get', { uuid }))),
    await Promise.all(withdrawals.map(({ uuid }) => read('withdrawals.get', { uuid }))),
    await read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) }),
  ];
  const before = await everything();
  expect(before[2]).toMatchObject({ deliveries });
  await store.close();

  const file = mirrorPath(folder.path, 'p1');
  const open = (): SqliteDatabase =>
    SqliteDatabase.open({ path: file, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  const records = (database: SqliteDatabase): readonly (readonly [string, number, unknown])[] =>
    ['invoice_records', 'withdrawals', 'deliveries'].flatMap((table) =>
      database
        .all(`SELECT id, record FROM ${table} ORDER BY id`)
        .map((row) => [table, Number(row['id']), row['record']] as const),
    );
  const older = open();
  const now = records(older);
  for (const [table, id, text] of now) {
    const { extra: _, ...known } = (table === 'withdrawals'
      ? withdrawals
      : table === 'deliveries'
        ? deliveries
        : invoices)[0] ?? { extra: {} };
    const source: Record<string, unknown> = JSON.parse(String(text));
    const names = new Set(Object.keys(known));
    const entries = Object.entries(source);
    const inner = Object.fromEntries(entries.filter(([name]) => !names.has(name)));
    const was = { ...Object.fromEntries(entries.filter(([name]) => names.has(name))), extra: inner };
    older.run(`UPDATE ${table} SET record = ? WHERE id = ?`, JSON.stringify(was), id);
  }
  expect(records(older)).not.toEqual(now);
  // As it was then: with trigrams of every text, and without what later versions have added.
  indexTexts(older, true);
  older.exec(`DROP INDEX attempts_in_order; DROP INDEX withdrawals_by_address; DROP TABLE invoice_tallies; DROP TABLE search_letters;
    DROP INDEX invoices_by_expiry; DROP INDEX invoices_by_method; DROP INDEX desk_by_attempts; DROP INDEX desk_by_delivered; DROP INDEX desk_by_order;
    CREATE INDEX invoices_money ON invoices (currency); CREATE INDEX deliveries_by_state ON deliveries (state, next_attempt_at_key);
    ALTER TABLE list_state DROP COLUMN texts_indexed; ALTER TABLE list_state DROP COLUMN stored; ALTER TABLE list_state DROP COLUMN pass;
    ALTER TABLE list_state DROP COLUMN in_pass; PRAGMA user_version = 9`);
  expect(migrate(older, MIRROR_MIGRATIONS)).toMatchObject({ from: 9 });
  expect(records(older)).toEqual(now);
  older.close();

  const again = openInProcess(folder.path);
  const { read: readAgain } = again.mirror('p1');
  expect(await readAgain('invoices.get', { uuid: uuidOf(3) })).toMatchObject({ record: { extra: OTHERS[2] } });
  const asked = { filter: { text: 'order-' }, sort: [], offset: 0, limit: 10 };
  expect(await readAgain('invoices.page', asked)).toMatchObject({ total: OTHERS.length });
  await again.close();
  folder.remove();
});
