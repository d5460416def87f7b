/** The rest of the mirror: whose it is, deliveries, withdrawals, snapshots, what needs attention, adjusted invoices. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import type { Mirror } from '../../../../src/backend/mirror/mirror.ts';
import { adjustedInvoice, delivery, invoice, page, uuidOf, withdrawal } from '../sample.ts';
import { openedForEach } from '../../workers/opened.ts';

let books: Books;
let mirror: Mirror;

openedForEach((opened) => {
  ({ books, mirror } = opened);
});

describe('the binding', () => {
  it('is to one origin and one business, once', async () => {
    expect(await mirror.read('binding', {})).toBeNull();
    expect(await mirror.write('bind', { origin: 'https://a.example' })).toBe('bound');
    expect(await mirror.write('bind', { origin: 'https://a.example' })).toBe('same');
    expect(await mirror.write('bind', { origin: 'https://b.example' })).toBe('different');
    const storeOf = async (...businesses: (string | null)[]) => {
      const deliveries = businesses.map((business_uuid, at) => delivery(at + 1, { business_uuid }));
      return mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries, asOf: '2026-11-21T10:00:00Z' });
    };
    // Two at once are no business; nothing of it is kept.
    expect(await storeOf('b1', 'b2')).toEqual({ binding: 'different', isNew: false });
    expect(await mirror.read('binding', {})).toEqual({ origin: 'https://a.example', businessUuid: null });
    expect(await mirror.read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) })).toBeNull();
    expect(await storeOf(null)).toEqual({ binding: 'same', isNew: true });
    expect(await storeOf('B1', 'b1')).toEqual({ binding: 'bound', isNew: true });
    expect(await storeOf('b1')).toMatchObject({ binding: 'same' });
    expect(await storeOf('b2')).toEqual({ binding: 'different', isNew: false });
    expect(await mirror.read('binding', {})).toEqual({ origin: 'https://a.example', businessUuid: 'b1' });
  });
});

describe('deliveries', () => {
  const retrying = delivery(2, { status: 'pending', attempts: 2, next_attempt_at: '2026-11-21T10:05:00Z' });

  it('are replaced as a whole by a newer answer only', async () => {
    const read = (): ReturnType<typeof mirror.read<'deliveries.ofInvoice'>> =>
      mirror.read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) });
    expect(await read()).toBeNull();
    const both = [delivery(1, { uuid: uuidOf(900) }), delivery(1)];
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: both, asOf: '2026-11-21T10:00:00Z' });
    expect(await read()).toEqual({ deliveries: both, asOf: '2026-11-21T10:00:00Z', quarantined: 0 });
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: [], asOf: '2026-11-21T09:59:30Z' });
    expect((await read())?.deliveries).toHaveLength(2);
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: [], asOf: '2026-11-21T11:00:00Z' });
    expect(await read()).toEqual({ deliveries: [], asOf: '2026-11-21T11:00:00Z', quarantined: 0 });
    // No request lives for an hour: the one before was dated by a wrong clock.
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: both, asOf: '2026-11-21T10:00:00Z' });
    expect(await read()).toEqual({ deliveries: both, asOf: '2026-11-21T10:00:00Z', quarantined: 0 });
  });

  it('are counted, and those to read next are named', async () => {
    const times = { finished_at: '2026-11-21T09:00:00Z' };
    const records = [invoice(1, times), invoice(2), invoice(3, { status: 'pending' }), invoice(4)];
    await mirror.write('invoices.store', page(records));
    const unread = (): Promise<readonly string[]> => mirror.read('deliveries.unread', { offset: 0, limit: 10 });
    expect((await unread())[0]).toBe(uuidOf(1));
    const asOf = '2026-11-21T10:00:00Z';
    await mirror.write('deliveries.store', {
      invoiceUuid: uuidOf(1),
      deliveries: [delivery(1, { status: 'failed' })],
      asOf,
    });
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(2), deliveries: [retrying], asOf });
    // Read before the mirror knew the invoice: it must not be read again for that.
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(5), deliveries: [delivery(5)], asOf });
    await mirror.write('invoices.store', page([invoice(5)]));
    expect(await unread()).toEqual([uuidOf(4)]);
    expect(await mirror.read('deliveries.unread', { offset: 1, limit: 10 })).toEqual([]);
    expect(await mirror.read('deliveries.counts', {})).toEqual({ read: 3, terminal: 4, failed: 1, retrying: 1 });
    // A person may look at an open invoice, which is no progress of the watch; what was made before the latest delivery is over.
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(3), deliveries: [], asOf });
    const before = delivery(6, { status: 'failed', created_at: '2026-11-20T00:00:00Z' });
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(5), deliveries: [before, delivery(5)], asOf });
    expect(await mirror.read('deliveries.counts', {})).toEqual({ read: 3, terminal: 4, failed: 1, retrying: 1 });
    expect((await mirror.read('attention', { now: asOf })).failedDeliveries).toBe(1);
    const due = async (now: string): Promise<string | null> =>
      (await mirror.read('watch.next', { now, freshSince: now, onScreen: [], incident: null, again: [] })).due;
    expect(await due('2026-11-21T10:05:14.999Z')).toBeNull();
    expect(await due('2026-11-21T10:05:15Z')).toBe(uuidOf(2));
  });
});

describe('withdrawals', () => {
  beforeEach(async () => {
    const records = [
      withdrawal(1, { amount: '10', status: 'pending', created_at: '2026-11-01T00:00:00Z', tx_hash: null }),
      withdrawal(2, { amount: '9.000000000000000001', token: 'USDC', network: null, network_commission: null }),
      withdrawal(3, { amount: '9', status: 'rejected', created_at: null, reject_code: 'amount_issue' }),
      withdrawal(4, { amount: '0.000000000000000001' }),
    ];
    await mirror.write('withdrawals.store', page(records));
  });

  const list = (input: Partial<Parameters<typeof mirror.read<'withdrawals.page'>>[1]>) =>
    mirror.read('withdrawals.page', { filter: {}, sort: [], offset: 0, limit: 10, ...input });
  const numbers = async (input: Parameters<typeof list>[0]): Promise<readonly number[]> =>
    (await list(input)).rows.map(({ record }) => Number.parseInt(record.uuid.slice(-4), 16));

  it('are paged, sorted numerically with missing values last, and filtered', async () => {
    expect(await numbers({ sort: [{ by: 'amount', direction: 'asc' }] })).toEqual([4, 3, 2, 1]);
    expect(await numbers({ sort: [{ by: 'created_at', direction: 'desc' }] })).toEqual([2, 4, 1, 3]);
    expect(await numbers({ sort: [{ by: 'created_at', direction: 'asc' }] })).toEqual([1, 4, 2, 3]);
    expect(await numbers({ sort: [{ by: 'network_commission', direction: 'desc' }], offset: 3 })).toEqual([2]);
    expect(await numbers({ filter: { status: ['pending', 'rejected'] } })).toEqual([1, 3]);
    expect(await numbers({ filter: { text: '0xhash4' } })).toEqual([4]);
    expect(await numbers({ filter: { token: ['USDC'], network: [] } })).toEqual([2]);
    expect(await numbers({ filter: { createdTo: '2026-11-02' } })).toEqual([1]);
    expect(await numbers({ filter: { amount: { from: '0', to: '0.000000000000000001' } } })).toEqual([4]);
    expect(await numbers({ filter: { amount: { of: ['requested'], from: '49', to: '49.000' } } })).toEqual([]);
    expect(await numbers({ filter: { amount: { of: ['arrives'], from: '49.0', to: '49.00' } } })).toContain(1);
    expect(await numbers({ filter: { address: 'T2abc' } })).toEqual([2]);
    expect((await list({ limit: 1 })).total).toBe(4);
  });

  it('are summed per token, network and status, exactly', async () => {
    const { totals } = await list({});
    expect(totals).toContainEqual({
      token: 'USDT',
      network: 'TRC20',
      status: 'approved',
      count: 1,
      amount: '0.000000000000000001',
      networkCommission: '1.5',
      amountToSend: '49',
    });
    expect(totals.find(({ token }) => token === 'USDC')).toMatchObject({ network: null, networkCommission: '0' });
    expect((await list({ filter: { status: ['pending'] } })).totals).toHaveLength(1);
  });

  it('are read one by one, with the values that filters offer', async () => {
    expect((await mirror.read('withdrawals.get', { uuid: uuidOf(3) }))?.record.reject_code).toBe('amount_issue');
    expect(await mirror.read('withdrawals.get', { uuid: uuidOf(9) })).toBeNull();
    expect((await mirror.read('withdrawals.facets', { filter: {} })).tokens).toEqual([
      { value: 'USDT', count: 3 },
      { value: 'USDC', count: 1 },
    ]);
    // Each filter is counted under the others, and not under itself.
    const facets = await mirror.read('withdrawals.facets', { filter: { token: ['USDC'] } });
    expect(facets.tokens.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect(facets.statuses.reduce((sum, { count }) => sum + count, 0)).toBe(1);
    await expect(list({ filter: { processedFrom: 'x' } })).rejects.toMatchObject({
      failure: { kind: 'invalid-input' },
    });
  });
});

describe('snapshots', () => {
  const rate = {
    asset: 'USDT',
    currency: 'EUR',
    side: 'buy',
    source: null,
    price: null,
    min_amount: '1',
    max_amount: null,
    updated_at: '2026-11-21T10:00:00Z',
    found_by_value: { side: 'direction' },
    extra: { id: 1 },
  } as const;

  it('keep the newest answer whole', async () => {
    expect(await mirror.read('rates.latest', {})).toBeNull();
    expect(await mirror.read('paymentMethods.list', {})).toBeNull();
    await mirror.write('rates.store', { rates: [rate], quarantined: 1, asOf: '2026-11-21T10:00:00Z' });
    await mirror.write('rates.store', { rates: [], quarantined: 0, asOf: '2026-11-21T09:59:30Z' });
    expect(await mirror.read('rates.latest', {})).toEqual({
      rates: [rate],
      quarantined: 1,
      asOf: '2026-11-21T10:00:00Z',
    });
    await mirror.write('paymentMethods.store', { methods: [], quarantined: 0, asOf: '2026-11-21T10:00:00Z' });
    expect(await mirror.read('paymentMethods.list', {})).toEqual({
      methods: [],
      quarantined: 0,
      asOf: '2026-11-21T10:00:00Z',
    });
    const check = { asOf: '2026-11-21T10:00:00Z', matches: true, api: { all: 1 }, mirror: { all: 1 } };
    await mirror.write('statusCheck.save', { ...check, list: 'invoices' });
    expect(await mirror.read('statusCheck.latest', { list: 'invoices' })).toEqual(check);
    expect(await mirror.read('statusCheck.latest', { list: 'withdrawals' })).toBeNull();
  });
});

describe('attention', () => {
  it('counts what a person should look at', async () => {
    const records = [
      adjustedInvoice(1),
      invoice(2, { settled_amount_usdt: null }),
      invoice(3, { status: 'refunded' }),
      invoice(4, { status: 'pending', settled_amount_usdt: null }),
    ];
    const quarantined = [{ uuid: null, reason: 'no uuid', raw: {} }];
    await mirror.write('invoices.store', page(records, { quarantined }));
    const failed = delivery(1, { status: 'failed' });
    const asOf = '2026-11-21T10:00:00Z';
    await mirror.write('deliveries.store', { invoiceUuid: uuidOf(1), deliveries: [failed], asOf });
    await mirror.write(
      'withdrawals.store',
      page([
        withdrawal(1, { status: 'pending', created_at: '2026-11-02T00:00:00Z' }),
        withdrawal(2, { status: 'pending', created_at: '2026-11-01T00:00:00Z' }),
        withdrawal(3, { status: 'rejected', created_at: '2026-10-01T00:00:00Z' }),
        withdrawal(4, { status: 'rejected', created_at: '2026-11-20T00:00:00Z' }),
      ]),
    );
    expect(await mirror.read('attention', { now: '2026-11-21T00:00:00Z' })).toEqual({
      adjusted: 1,
      successWithoutSettled: 1,
      quarantined: 1,
      failedDeliveries: 1,
      unknownStatuses: 1,
      pendingWithdrawals: 2,
      oldestPendingWithdrawal: '2026-11-01T00:00:00Z',
      rejectedWithdrawals: 1,
      missingInvoices: 0,
      missingWithdrawals: 0,
    });
  });
});

describe('adjusted invoices', () => {
  // The books are there before any mirror is read.
  beforeEach(() => books.write('settings.set', { key: 'any', value: 'any' }));

  it('are those of the mirror as it is now, page after page, and of the filter that is asked', async () => {
    const query = { filter: {}, sort: [{ by: 'uuid', direction: 'asc' }], offset: 0, limit: 10 } as const;
    const uuids = async (filter = {}) =>
      (await mirror.read('reconciliation.adjusted', { ...query, filter })).rows.map(({ uuid }) => uuid);
    await mirror.write('invoices.store', page([adjustedInvoice(1), adjustedInvoice(2, { customer_id: 'other' })]));
    expect([await uuids(), await uuids()]).toEqual([
      [uuidOf(1), uuidOf(2)],
      [uuidOf(1), uuidOf(2)],
    ]);
    expect(await uuids({ customerId: 'other' })).toEqual([uuidOf(2)]);
    expect(await uuids({ amount: { from: '80', to: '80', of: ['paid'] } })).toHaveLength(2);
    expect(await uuids({ amount: { from: '80', to: '80', of: ['ordered', 'net'] } })).toEqual([]);
    await mirror.write('invoices.store', page([adjustedInvoice(3)]));
    expect(await uuids()).toEqual([uuidOf(1), uuidOf(2), uuidOf(3)]);
  });

  it('come from the reconciliation engine, filtered, with totals over the whole filter', async () => {
    const records = [adjustedInvoice(1), adjustedInvoice(2, { adjustment: null }), invoice(3), adjustedInvoice(4)];
    await mirror.write('invoices.store', page(records));
    const input = { filter: {}, sort: [{ by: 'uuid', direction: 'asc' }], offset: 1, limit: 1 } as const;
    const answer = await mirror.read('reconciliation.adjusted', input);
    expect(answer.total).toBe(3);
    expect(answer.rows).toMatchObject([{ uuid: uuidOf(2), deltaFiat: null, findings: ['adjustment-missing'] }]);
    expect(answer.totals).toEqual([
      {
        currency: 'EUR',
        token: 'USDT',
        count: 3,
        adjustmentMissing: 1,
        expectedFiat: '200.00',
        actualFiat: '160.00',
        deltaFiat: '-40.00',
        expectedUsdt: '214.246912',
        actualUsdt: '171.397530',
        deltaUsdt: '-42.849382',
        settledUsdt: '257.096295',
        settledMissing: 0,
      },
    ]);
    const none = { ...input, filter: { adjusted: false, text: 'nothing' } };
    expect(await mirror.read('reconciliation.adjusted', none)).toEqual({
      rows: [],
      total: 0,
      totals: [],
      triage: { open: 0, resolved: 0 },
    });
  });
});
