/** Version 6 of the mirror: what older versions have left wrong is mended once, and what is right stays as it is. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MIRROR_MIGRATIONS } from '../../../src/backend/mirror/schema.ts';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { migrate } from '../../../src/backend/sqlite/migrations.ts';
import { mirrorPath } from '../../../src/backend/workers/locations.ts';
import type { Delivery } from '../../../src/domain/delivery.ts';
import { openInProcess } from '../../../src/backend/workers/in-process.ts';
import { delivery, invoice, page, temporaryFolder, uuidOf } from './sample.ts';
import { FROM_VERSION_7 } from './older-schema.ts';

const ENDED = '2026-11-20T10:00:00Z';
const READ = '2026-11-20T10:10:00.000Z';
const LATER = '2026-11-21T10:00:00.000Z';
const NOON = '2026-11-20T12:00:00.000000000Z';

const payload = (credited: string): Delivery['payload'] => ({
  event: 'invoice.paid',
  data: { status: 'success', credited_usdt: credited },
});

let database: SqliteDatabase;

/** A mirror of version 6 whose file is then made what one of version 5 was. */
beforeEach(async () => {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  const { write } = store.mirror('p1');
  const success = { status: 'success', finished_at: ENDED, settled_amount_usdt: '5' } as const;
  await write(
    'invoices.store',
    page(
      [1, 2, 3, 4].map((number) => invoice(number, success)),
      { asOf: READ },
    ),
  );
  for (const [number, deliveries] of [
    [
      1,
      [
        delivery(1, { delivered_at: '2026-11-20T12:00:00Z', payload: payload('5') }),
        delivery(1, {
          uuid: uuidOf(900_101),
          created_at: ENDED,
          delivered_at: '2026-11-20T13:00:00Z',
          payload: payload('6'),
        }),
      ],
    ],
    [2, [delivery(2, { payload: payload('6') })]],
    [3, [delivery(3, { payload: payload('6') })]],
    [4, []],
  ] as const) {
    await write('deliveries.store', { invoiceUuid: uuidOf(number), deliveries, asOf: READ });
  }
  await store.close();
  database = SqliteDatabase.open({
    path: mirrorPath(folder.path, 'p1'),
    file: 'mirror',
    mode: 'read-write',
    synchronous: 'NORMAL',
  });
  database.exec(`${FROM_VERSION_7}; DELETE FROM delivery_watch; PRAGMA user_version = 5`);
  return () => {
    database.close();
    folder.remove();
  };
});

const cells = (sql: string): readonly unknown[] => database.all(sql).flatMap((row) => Object.values(row));
const mend = (): unknown => migrate(database, MIRROR_MIGRATIONS);

describe('a mirror of version 5', () => {
  it('that has nothing wrong in it is left as it is', () => {
    const all = (): readonly unknown[] =>
      ['invoices', 'deliveries', 'desk', 'told', 'delivery_watch'].map((table) =>
        database.all(`SELECT * FROM ${table}`),
      );
    const before = all();
    expect(mend()).toMatchObject({ from: 5 });
    expect(all()).toEqual(before);
  });

  it('loses the keys of times that are none, and only those', () => {
    database.exec(`UPDATE invoices SET finished_at = '2026-11-20T24:00:00Z', finished_at_key = '2026-11-20T24:00:00.000000000Z' WHERE id = 1;
      UPDATE invoices SET created_at = '+012026-11-20T10:00:00Z', created_at_key = '+012026-11-20T10:00:00.000000000Z' WHERE id = 2;
      UPDATE invoices SET expires_at = '+002026-11-20T12:00:00Z', expires_at_key = '${NOON}' WHERE id = 3;
      UPDATE desk SET finished_at_key = '2026-11-20T24:00:00.000000000Z' WHERE invoice_uuid = '${uuidOf(1)}'`);
    mend();
    expect(cells('SELECT finished_at_key IS NULL FROM invoices ORDER BY id')).toEqual([1, 0, 0, 0]);
    expect(cells('SELECT created_at_key IS NULL FROM invoices ORDER BY id')).toEqual([0, 1, 0, 0]);
    expect(cells('SELECT expires_at_key IS NULL FROM invoices WHERE id = 3')).toEqual([1]);
    expect(cells(`SELECT DISTINCT finished_at_key IS NULL FROM desk WHERE invoice_uuid = '${uuidOf(1)}'`)).toEqual([1]);
  });

  it('is told anew what its receivers took last, where that rested on such a key', () => {
    expect(cells('SELECT credited_usdt FROM told WHERE id = 1')).toEqual(['6']);
    database.exec(`UPDATE deliveries SET delivered_at_key = '2026-11-20T24:00:00.000000000Z',
      record = replace(record, '2026-11-20T13:00:00Z', '2026-11-20T24:00:00Z') WHERE uuid = '${uuidOf(900_101)}'`);
    mend();
    expect(cells('SELECT credited_usdt FROM told WHERE id = 1')).toEqual(['5']);
    expect(cells(`SELECT delivered_at_key FROM deliveries WHERE uuid = '${uuidOf(900_101)}'`)).toEqual([null]);
  });

  it('has read again what was read before its invoice changed, and nothing else', () => {
    database.exec(`UPDATE invoices SET last_changed_at = '${LATER}' WHERE id IN (1, 2, 4)`);
    // 1 was told the settled amount at last; 3 was read after its last change.
    database.exec(
      `UPDATE told SET credited_usdt = '5', credited_usdt_key = (SELECT settled_amount_usdt_key FROM invoices WHERE id = 1) WHERE id = 1`,
    );
    mend();
    expect(database.all('SELECT invoice_uuid, reason, due_key FROM delivery_watch ORDER BY invoice_uuid')).toEqual([
      { invoice_uuid: uuidOf(2), reason: 'adjusted', due_key: '' },
      { invoice_uuid: uuidOf(4), reason: 'none', due_key: '' },
    ]);
  });
});
