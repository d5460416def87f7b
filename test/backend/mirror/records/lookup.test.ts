/** Any id in the mirror: each kind, ids that are two things at once, hashes and uuids in either case, what is cut. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { FoundById } from '../../../../src/backend/mirror/records/lookup.ts';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import { delivery, invoice, page, uuidOf, withdrawal } from '../sample.ts';
import { openedForEach } from '../../workers/opened.ts';

const HASH = `0x${'aB'.repeat(32)}`;
const AS_OF = '2026-11-21T10:00:00Z';

let mirror: Mirror;

openedForEach((opened) => {
  ({ mirror } = opened);
});

async function find(ident: string): Promise<FoundById> {
  const [found] = await mirror.read('lookup.find', { idents: [ident] });
  if (found === undefined) throw new Error('an answer for each id');
  return found;
}

describe('ids of every kind', () => {
  beforeEach(async () => {
    const invoices = [
      invoice(0xab),
      invoice(2, { external_id: uuidOf(0xab) }),
      invoice(3, { external_id: 'customer-3' }),
    ];
    await mirror.write('invoices.store', page(invoices));
    const records = [
      withdrawal(7, { tx_hash: HASH }),
      withdrawal(8, { tx_hash: HASH }),
      withdrawal(9, { tx_hash: 'Base58Ab' }),
    ];
    await mirror.write('withdrawals.store', page(records));
    const early = delivery(1, { status: 'failed', created_at: '2026-11-20T10:10:00Z' });
    const late = delivery(11, {
      invoice_uuid: uuidOf(0xab),
      status: 'pending',
      attempts: 2,
      created_at: '2026-11-20T10:10:00.5Z',
    });
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(0xab), deliveries: [late, early], asOf: AS_OF });
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(3), deliveries: [], asOf: AS_OF });
  });

  it('tells an invoice by its uuid from one whose external_id looks like it', async () => {
    const { invoices } = await find(uuidOf(0xab));
    expect(invoices.map(({ row, delivery: state }) => [row.record.uuid, state])).toEqual([
      [uuidOf(0xab), 'retrying'],
      [uuidOf(2), 'never-read'],
    ]);
    expect((await find(uuidOf(0xab).toUpperCase())).invoices.map(({ row }) => row.record.uuid)).toEqual([uuidOf(0xab)]);
  });

  it('says of every invoice how its deliveries stand, also of one that is pending or that the mirror lacks', async () => {
    const pending = invoice(4, { status: 'pending', finished_at: null });
    await mirror.write('invoices.store', page([pending, { ...pending, uuid: uuidOf(5), external_id: 'order-5' }]));
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(5), deliveries: [], asOf: AS_OF });
    const unread = { invoiceUuid: uuidOf(2), deliveries: [], asOf: AS_OF, quarantined: 1 };
    await mirror.write('deliveries.store', unread);
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(6), deliveries: [delivery(6)], asOf: AS_OF });
    const uuids = [0xab, 2, 3, 4, 5, 6, 7].map(uuidOf);
    const states = ['retrying', 'unknown', 'none', 'never-read', 'none', 'delivered', 'never-read'];
    expect(await mirror.read('lookup.states', { uuids })).toEqual(states);
  });

  it('finds what is a customer and an external_id at once', async () => {
    const found = await find('customer-3');
    expect(found).toMatchObject({ customerInvoices: 2, invoices: [{ delivery: 'none' }] });
    expect(found.invoices[0]?.row.record.uuid).toBe(uuidOf(3));
    expect(await find('Customer-3')).toMatchObject({ customerInvoices: 0, invoices: [] });
  });

  it('finds deliveries by their id, with the invoice they stand under', async () => {
    const { uuid } = delivery(11);
    expect((await find(uuid.toUpperCase())).deliveries).toEqual([
      {
        uuid,
        invoiceUuid: uuidOf(0xab),
        externalId: 'order-171',
        event: 'invoice.paid',
        state: 'retrying',
        asOf: AS_OF,
      },
    ]);
  });

  it('takes hexadecimal hashes in either case and others as they are written', async () => {
    for (const hash of [HASH, HASH.toLowerCase(), `0x${HASH.slice(2).toUpperCase()}`]) {
      expect((await find(hash)).withdrawals.map(({ uuid }) => uuid)).toEqual([uuidOf(7), uuidOf(8)]);
    }
    expect((await find('Base58Ab')).withdrawals).toHaveLength(1);
    expect((await find('base58ab')).withdrawals).toHaveLength(0);
    expect((await find(uuidOf(9))).withdrawals).toMatchObject([{ uuid: uuidOf(9), amount: '50.5' }]);
  });

  it('says that there may be more', async () => {
    const same = Array.from({ length: 12 }, (_, index) => withdrawal(20 + index, { tx_hash: 'batch' }));
    await mirror.write('withdrawals.store', page(same));
    expect(await find('batch')).toMatchObject({ isCut: true });
    expect((await find('batch')).withdrawals).toHaveLength(10);
    expect((await find(HASH)).isCut).toBe(false);
  });

  it('answers in the order of the ids, also for what is nowhere', async () => {
    const idents = ['nowhere', 'order-2', '', "'; DROP TABLE invoices; --", 'order-171'];
    const found = await mirror.read('lookup.find', { idents });
    expect(found.map(({ ident }) => ident)).toEqual(idents);
    expect(found.map(({ invoices }) => invoices.length)).toEqual([0, 0, 0, 0, 1]);
  });
});

describe('a customer’s open invoices', () => {
  const CUSTOMER = 'customer-open';
  const open = (number: number, change: object) =>
    invoice(number, { customer_id: CUSTOMER, status: 'pending', finished_at: null, ...change });

  it('are those that are pending and still shown; of the past, those that were not final yet', async () => {
    await mirror.write(
      'invoices.store',
      page([
        open(1, { created_at: '2026-11-20T10:00:00Z', expires_at: '2026-11-20T12:00:00Z' }),
        open(2, { created_at: '2026-11-20T11:00:00Z', expires_at: '2026-11-20T11:30:00Z' }),
        open(3, { status: 'expired', created_at: '2026-11-20T09:00:00Z', finished_at: '2026-11-20T10:30:00Z' }),
        open(4, { customer_id: 'somebody-else' }),
      ]),
    );
    expect(await mirror.read('customers.open', { customerId: CUSTOMER })).toEqual({
      count: 2,
      oldest: '2026-11-20T10:00:00.000000000Z',
      nextExpiry: '2026-11-20T11:30:00.000000000Z',
    });
    const moments = ['2026-11-20T09:30:00Z', '2026-11-20T10:15:00Z', '2026-11-20T10:30:00Z', '2026-11-20T11:00:00Z'];
    expect(await mirror.read('customers.openAt', { customerId: CUSTOMER, moments })).toEqual([1, 2, 1, 2]);
  });
});
