/** What was paid in fiat, kept beside the records: it follows each of them, and is found by its amount. */
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../src/domain/webhooks/delivery.ts';
import type { Invoice } from '../../../../src/domain/records/invoice.ts';
import { type Opened, openedForEach } from '../../workers/opened.ts';
import { adjustedInvoice, delivery, invoice, page, uuidOf } from '../sample.ts';

let opened: Opened;
openedForEach((fresh) => {
  opened = fresh;
});

const store = (asOf: string, ...records: readonly Invoice[]) =>
  opened.mirror.write('invoices.store', page(records, { asOf }));
const read = (number: number, ...deliveries: readonly Delivery[]) =>
  opened.mirror.write('deliveries.store', { invoiceUuid: uuidOf(number), deliveries, asOf: NOON });
const NOON = '2026-11-21T12:00:00Z';
const told = (amount: string): Delivery['payload'] => ({ event: 'invoice.paid', data: { status: 'success', amount } });

async function found(amount: string): Promise<readonly string[]> {
  const filter = { amount: { of: ['paid' as const], from: amount, to: amount } };
  const { rows } = await opened.mirror.read('invoices.page', { filter, sort: [], offset: 0, limit: 10 });
  return rows.map(({ record, paid }) => `${record.external_id} ${paid?.source}`);
}

describe('what was paid', () => {
  it('is what the webhook told, whenever that was read, and then what the adjustment says', async () => {
    await store('2026-11-21T10:00:00Z', invoice(1), invoice(2));
    expect(await found('49.90')).toEqual([]);
    await read(1, delivery(1, { payload: told('49.90') }));
    await read(3, delivery(3, { payload: told('49.9') }));
    expect(await found('49.9')).toEqual(['order-1 webhook']);
    await store(NOON, invoice(3, { created_at: '2026-11-20T12:00:00Z' }));
    expect(await found('49.90')).toEqual(['order-3 webhook', 'order-1 webhook']);
    await store('2026-11-22T10:00:00Z', adjustedInvoice(1));
    expect(await found('49.90')).toEqual(['order-3 webhook']);
    expect(await found('80')).toEqual(['order-1 adjustment']);
    // Of anything but a success it is a contradiction, and so not known.
    await store('2026-11-22T10:00:00Z', invoice(3, { status: 'expired' }));
    expect(await found('49.90')).toEqual([]);
  });

  it('stands in a row beside how its webhook stands, which rows are found by as well', async () => {
    await store('2026-11-21T10:00:00Z', invoice(1), invoice(2), invoice(3, { status: 'pending', finished_at: null }));
    await read(1, delivery(1, { status: 'pending', delivered_at: null, attempts: 3, next_attempt_at: NOON }));
    const rows = async (webhook: readonly ('retrying' | 'never-read')[]) =>
      (await opened.mirror.read('invoices.page', { filter: { webhook }, sort: [], offset: 0, limit: 10 })).rows.map(
        ({ record, webhook: standing }) => [record.external_id, standing],
      );
    expect(await rows(['retrying'])).toEqual([['order-1', { state: 'retrying', attempts: 3, maxAttempts: 7 }]]);
    expect(await rows(['never-read'])).toEqual([
      ['order-2', { state: 'never-read', attempts: null, maxAttempts: null }],
    ]);
    expect(await rows([])).toHaveLength(3);
  });
});
