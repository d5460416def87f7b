/**
 * A process that stores one changed answer and is killed, really killed, after the observation log is committed and before the mirror
 * is: the worst moment. `node die-between.ts FOLDER invoices|deliveries`.
 */
import { join } from 'node:path';
import { appendObservations } from '../../../src/backend/books/records/observations.ts';
import { storeDeliveries } from '../../../src/backend/mirror/webhooks/deliveries.ts';
import { storeInvoices } from '../../../src/backend/mirror/sync/invoice-store.ts';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { delivery, invoice, page, uuidOf } from './sample.ts';

const [folder = '', what] = process.argv.slice(2);
const open = (name: string, file: 'mirror' | 'books'): SqliteDatabase =>
  SqliteDatabase.open({ path: join(folder, name), file, mode: 'read-write', synchronous: 'FULL' });
const books = open('books.db', 'books');
const context = {
  database: open('mirrors/p1.db', 'mirror'),
  profileId: 'p1',
  observe: (observations: Parameters<typeof appendObservations>[1]) => {
    appendObservations(books, observations);
    process.kill(process.pid, 'SIGKILL');
  },
};
const asOf = '2026-11-21T11:00:00Z';
if (what === 'invoices')
  storeInvoices(context, page([invoice(1, { settled_amount_usdt: '81.37' })], { asOf, walk: 'new' }));
else storeDeliveries(context, { invoiceUuid: uuidOf(1), deliveries: [delivery(5, { status: 'failed' })], asOf });
