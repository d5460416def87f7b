/**
 * "I paid, no order", and any other id: how many requests an answer costs, counted by the sandbox's own record. What the mirror has
 * costs none, what it lacks at most two.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookupResult } from '../../../src/contract/calls/lookup.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { type Bench, startBench, synced } from '../bench.ts';
import { FastClock } from '../clock.ts';

let sandbox: Sandbox;
let bench: Bench;

beforeAll(async () => {
  const clock = new FastClock(10);
  sandbox = await createSandbox({ size: 200, limit: 100_000, clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  await synced(bench);
  await bench.call('sync.pause', {});
  // Whatever reads by itself has ended: from here on every request is one of these tests.
  await bench.ask('watch.pause', {});
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

/** What the work asks for, and how many requests arrived meanwhile. */
async function costOf<Value>(work: () => Promise<Value>): Promise<{ value: Value; requests: number }> {
  const before = sandbox.record.requestCount();
  const value = await work();
  return { value, requests: sandbox.record.requestCount() - before };
}

async function find(ident: string, ask = true): Promise<LookupResult> {
  const { results } = await bench.call('lookup.find', { ids: [ident], ask });
  const [result] = results;
  if (results.length !== 1 || result === undefined) throw new Error('one id, one result');
  return result;
}

let orders = 0;

/** A paid order that the mirror does not have. */
function paidOrder(given: { readonly customerId?: string; readonly externalId?: string } = {}) {
  orders += 1;
  const order = { amount: '100.00', currency: 'EUR', purpose: null, callbackUrl: null };
  const ids = { customerId: 'late-1', externalId: `late-${orders}`, ...given };
  const { uuid } = sandbox.world.createInvoice({ ...order, ...ids });
  return sandbox.world.pay(uuid);
}

describe('I paid, no order', () => {
  it('is answered in two requests when the mirror has nothing', async () => {
    const paid = paidOrder();
    const { value, requests } = await costOf(async () => ({
      found: await find(paid.externalId),
      deliveries: await bench.call('deliveries.ofInvoice', { uuid: paid.uuid }),
      invoice: await bench.call('invoices.get', { ident: paid.uuid }),
    }));
    expect(requests).toBe(2);
    expect(value.found).toMatchObject({ asked: { requests: 1 }, isCut: false, similar: [] });
    expect(value.found.matches).toMatchObject([
      { kind: 'invoice', by: 'external_id', uuid: paid.uuid, source: 'api', fulfilment: { verdict: 'fulfil' } },
    ]);
    expect(value.deliveries).toMatchObject({ source: 'api', quarantined: 0 });
    expect(value.deliveries.deliveries).toHaveLength(1);
    expect(value.invoice).toMatchObject({ source: 'mirror', fulfilment: { verdict: 'fulfil' } });
    const again = await costOf(() => find(paid.uuid.toUpperCase()));
    expect(again).toMatchObject({
      requests: 0,
      value: { matches: [{ by: 'uuid', source: 'mirror', delivery: expect.any(String) }] },
    });
  });

  it('costs no request when the mirror has it, by whichever id', async () => {
    const [record] = [...sandbox.world.invoices()];
    const { matches } = await find(record?.uuid ?? '', false);
    const [invoice] = matches;
    if (invoice?.kind !== 'invoice') throw new Error('the world begins with an invoice');
    await bench.call('deliveries.ofInvoice', { uuid: invoice.uuid });
    const deliveries = sandbox.world.deliveries(invoice.uuid);
    const ids = [invoice.uuid, invoice.externalId, ...deliveries.map(({ uuid }) => uuid)];
    for (const id of ids) {
      const { value, requests } = await costOf(() => find(`  ${id} `));
      expect(requests, id).toBe(0);
      expect(value.matches.length, id).toBeGreaterThan(0);
      expect(value.asked, id).toBeUndefined();
    }
  });
});

describe('an id of a customer', () => {
  it('may be the external_id of an order too: the API is asked, and the customer stays beside its answer', async () => {
    const earlier = paidOrder({ customerId: '4711' });
    await find(earlier.uuid);
    const late = paidOrder({ externalId: '4711' });
    const { value, requests } = await costOf(() => find('4711'));
    expect(requests).toBe(1);
    expect(value).toMatchObject({ asked: { requests: 1 }, similar: [] });
    expect(value.matches).toMatchObject([
      { kind: 'invoice', by: 'external_id', uuid: late.uuid, source: 'api' },
      { kind: 'customer', customerId: '4711', invoices: 1 },
    ]);
    const again = await costOf(() => find('4711'));
    expect(again.requests).toBe(0);
    expect(again.value.matches.map(({ kind }) => kind)).toEqual(['invoice', 'customer']);
  });

  it('alone is still found, also when the API could not be asked', async () => {
    await find(paidOrder({ customerId: '4712' }).uuid);
    const customer = { kind: 'customer', customerId: '4712', invoices: 1 };
    const { value, requests } = await costOf(() => find('4712'));
    expect(requests).toBe(1);
    expect(value).toEqual({ ident: '4712', isCut: false, similar: [], matches: [customer], asked: { requests: 1 } });
    sandbox.faults.add({ kind: 'error', code: 'DEALS_DISABLED' });
    const unasked = await find('4712');
    sandbox.faults.clear();
    expect(unasked).toMatchObject({ matches: [customer], asked: { failure: expect.anything() } });
  });
});

describe('how the delivery of a found invoice stands', () => {
  it('is told of an invoice that the API had and of a similar one, where the mirror knows it', async () => {
    const paid = paidOrder({ externalId: 'Standing-1' });
    const { deliveries } = await bench.call('deliveries.ofInvoice', { uuid: paid.uuid });
    expect(deliveries).toHaveLength(1);
    const found = await find('Standing-1');
    expect(found.matches).toMatchObject([{ kind: 'invoice', source: 'api' }]);
    const [known] = (await find(paid.uuid)).matches;
    if (known?.kind !== 'invoice') throw new Error('it is in the mirror now');
    expect(known.delivery).not.toBe('never-read');
    expect(found.matches).toMatchObject([{ delivery: known.delivery }]);
    const { similar } = await find('STANDING-1');
    expect(similar).toMatchObject([{ uuid: paid.uuid, delivery: known.delivery }]);
    const unread = paidOrder({ externalId: 'Standing-2' });
    expect((await find('Standing-2')).matches).toMatchObject([{ uuid: unread.uuid, delivery: 'never-read' }]);
  });
});

describe('other ids', () => {
  it('finds withdrawals by uuid and by hash, in either case', async () => {
    const approved = sandbox.world.withdrawals.find(({ txHash }) => txHash !== null);
    const hash = approved?.txHash ?? '';
    for (const id of [approved?.uuid ?? '', hash, hash.toUpperCase().replace('0X', '0x')]) {
      const { value, requests } = await costOf(() => find(id));
      expect(requests, id).toBe(0);
      expect(value.matches, id).toMatchObject([{ kind: 'withdrawal', uuid: approved?.uuid }]);
    }
  });

  it('asks the API for a withdrawal that the mirror lacks, after the invoice', async () => {
    const fresh = sandbox.world.requestWithdrawal({});
    const { value, requests } = await costOf(() => find(fresh.uuid));
    expect(requests).toBe(2);
    expect(value).toMatchObject({
      asked: { requests: 2 },
      matches: [{ kind: 'withdrawal', by: 'uuid', source: 'api' }],
    });
  });

  it.each([
    ['one request for what is no uuid', 'nobody-has-this', 1],
    ['two for a uuid', randomUUID(), 2],
  ])('%s that nobody knows', async (_name, id, most) => {
    const { value, requests } = await costOf(() => find(id));
    expect(requests).toBe(most);
    expect(value).toMatchObject({ matches: [], asked: { requests: most } });
    expect(value.asked?.failure).toBeUndefined();
  });

  it('never sends an id that would be another path', async () => {
    const { value, requests } = await costOf(() => find('..'));
    expect(requests).toBe(0);
    expect(value.asked).toMatchObject({ requests: 0, failure: { kind: 'invalid-input' } });
  });

  it('offers ids that hold it in another case, and says when the API could not be asked', async () => {
    const paid = paidOrder();
    await find(paid.uuid);
    const other = await find(paid.externalId.toUpperCase());
    expect(other.matches).toEqual([]);
    expect(other.similar.map(({ uuid }) => uuid)).toContain(paid.uuid);
    sandbox.faults.add({ kind: 'error', code: 'DEALS_DISABLED' });
    const unknown = await find('nobody-has-this-either');
    sandbox.faults.clear();
    expect(unknown).toMatchObject({ matches: [], asked: { failure: expect.anything() } });
  });

  it('finds a list in one reading, without asking', async () => {
    const known = [...sandbox.world.invoices()].slice(0, 120).map(({ externalId }) => externalId);
    const ids = [...known, ...Array.from({ length: 30 }, (_, index) => `missing-${index}`)];
    const { value, requests } = await costOf(() => bench.call('lookup.find', { ids }));
    expect(requests).toBe(0);
    expect(value.results.map(({ ident }) => ident)).toEqual(ids);
    expect(value.results.filter(({ matches }) => matches.length > 0)).toHaveLength(120);
    expect(await bench.refused('lookup.find', { ids, ask: true })).toMatchObject({ kind: 'invalid-input' });
    const many = Array.from({ length: 501 }, (_, index) => `${index}`);
    expect(await bench.refused('lookup.find', { ids: many })).toMatchObject({ kind: 'invalid-input' });
  });
});

describe('a customer', () => {
  it('has his invoices, exact totals, what is open, and where the API drew the line', async () => {
    const customerId = 'customer-of-the-cap';
    sandbox.settings.unpaidCap = 2;
    const order = { customer_id: customerId, amount: '100.00', currency: 'EUR' };
    for (const number of [1, 2, 3]) {
      await bench.call('invoices.create', { ...order, intentId: randomUUID(), external_id: `cap-${number}` });
    }
    const customer = await bench.call('customers.get', { customerId });
    expect(customer).toMatchObject({
      invoices: 2,
      open: { count: 2, oldest: expect.any(String), nextExpiry: expect.any(String) },
      currencies: [{ currency: 'EUR', count: 2, byStatus: { pending: 2 }, successAmount: '0', settledUsdt: '0' }],
      refusals: [
        {
          externalId: 'cap-3',
          open: 2,
          failure: { code: 'TOO_MANY_UNPAID_INVOICES', details: { retry_after_seconds: expect.any(Number) } },
        },
      ],
    });
    expect(await bench.call('customers.get', { customerId: 'nobody' })).toMatchObject({
      invoices: 0,
      open: { count: 0, oldest: null, nextExpiry: null },
      currencies: [],
      refusals: [],
    });
  });
});
