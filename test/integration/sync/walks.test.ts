/**
 * The mirror over lists that move and mislead: which certificate comes out, what it costs, what a restart costs, and that neither a
 * broken record nor an answer that came too late makes it wrong. The server's record counts.
 */
import { describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import type { Behaviour, ListOrder } from '../../support/independent-api/options.ts';
import { until } from '../bench.ts';
import { api, begin, bench, call, clock, profile, start, verdict } from './lists-bench.ts';

begin();

type List = CallOutput<'sync.status'>['invoices'];

describe('certificates', () => {
  it.each<ListOrder>(['oldest-first', 'newest-first', 'by-uuid', 'updated-desc'])(
    'CERT-1: certifies %s in one request a page',
    async (order) => {
      await start(530, { order });
      expect(await verdict()).toMatchObject({ certificate: 'certified', seen: 530, total: 530 });
      const pages = api.requests.filter(
        (seen) => seen.path === '/external/invoices' && seen.query.get('per_page') === '100',
      );
      expect(pages).toHaveLength(6);
    },
  );

  it('says "as far as seen" of a list in another order at each request, or holds all of it', async () => {
    await start(530, { order: 'shuffled' });
    const list = await verdict();
    const { total } = await call('invoices.page', { offset: 0, limit: 1 });
    expect(list.seen).toBe(total);
    // Chance may show every row; then the certificate is right, else it is not given.
    if (list.certificate === 'certified') expect(total).toBe(530);
    else expect(list.reason).toContain('order');
  });

  it('certifies a list that grows while it is read', async () => {
    await start(530, { order: 'newest-first', insertPerList: 2 });
    const list = await verdict();
    expect(list.certificate).toBe('certified');
    expect(list.seen).toBe(list.total);
    expect(list.seen).toBeGreaterThan(530);
  });

  it.each([
    { name: 'a page size of its own', change: { pageSize: 20 } },
    { name: 'has_next always true', change: { alwaysNext: true } },
    { name: 'rows that come twice', change: { duplicateRows: true } },
    { name: 'no `success` in the envelope', change: { successAbsent: true } },
  ] satisfies { name: string; change: Partial<Behaviour> }[])('certifies in spite of $name', async ({ change }) => {
    await start(130, change);
    expect(await verdict()).toMatchObject({ certificate: 'certified', seen: 130, total: 130 });
    const { total } = await call('invoices.page', { offset: 0, limit: 1 });
    expect(total).toBe(130);
  });

  it('certifies an empty business', async () => {
    await start(0);
    expect(await verdict()).toMatchObject({ certificate: 'certified', seen: 0, total: 0 });
    expect(await call('invoices.page', { offset: 0, limit: 10 })).toEqual({ rows: [], total: 0 });
    expect((await call('overview.totals', {})).currencies).toEqual([]);
    expect((await call('reconciliation.adjusted', { offset: 0, limit: 10 })).totals).toEqual([]);
  });

  it.each([3, -3])('CERT-5: never certifies when total_items is off by %i', async (totalOff) => {
    await start(130, { totalOff });
    const list = await verdict();
    expect(list.certificate).not.toBe('certified');
    expect(list.reason).toEqual(expect.any(String));
    expect(list.seen).toBe(130);
  });

  it('keeps a page whose records are partly broken, and shows those', async () => {
    await start(130);
    const [first, second] = api.business.invoices;
    api.behaviour.junkRows = true;
    if (first !== undefined) first.json['settled_amount_usdt'] = 12.5;
    if (second !== undefined) second.json['amount'] = '1e3';
    await call('sync.start', {});
    const list = await until(
      async () => (await call('sync.status', {})).invoices,
      ({ total, asOf }) => total === 134 && asOf !== null,
    );
    expect(list.certificate).not.toBe('certified');
    const { rows, total } = await call('quarantine.page', { offset: 0, limit: 50 });
    expect(total).toBeGreaterThanOrEqual(5);
    expect(rows.map(({ uuid }) => uuid)).toContain(first?.uuid);
    expect(rows.find(({ uuid }) => uuid === second?.uuid)?.reason).toContain('amount');
    const ofInvoices = rows.filter(({ list: name }) => name === 'invoices').length;
    expect((await call('overview.totals', {})).quarantined).toBe(ofInvoices);
  });
});

describe('afterwards', () => {
  it('CERT-12: new invoices and changes of status arrive by themselves', async () => {
    await start(130, { order: 'newest-first' });
    await verdict();
    const order = api.order({ externalId: 'just ordered' });
    clock.skip(30_000);
    await until(
      () => call('invoices.page', { filter: { text: 'just ordered' }, offset: 0, limit: 5 }),
      ({ total }) => total === 1,
    );
    api.finish(order.uuid, 'success');
    // The list of pending ones is read once a minute.
    clock.skip(60_000);
    const changed = await until(
      () => call('invoices.get', { ident: order.uuid }),
      ({ invoice }) => invoice.status === 'success',
    );
    expect(changed.source).toBe('mirror');
    expect(changed.history.map(({ field }) => field)).toContain('status');
    expect(bench.events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['mirror.changed', 'sync.status', 'heartbeat']),
    );
  });

  it('pauses at once, keeps its checkpoint, and goes on where it was', async () => {
    await start(900, { delayMs: () => 60 });
    await until(
      () => call('sync.status', {}),
      ({ invoices }) => invoices.seen >= 300,
    );
    await call('sync.pause', {});
    const paused = await call('sync.status', {});
    expect(paused.state).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const count = api.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(api.requests.length).toBe(count);
    await call('jobs.resume', { id: 'sync' });
    expect(await verdict()).toMatchObject({ certificate: 'certified', seen: 900 });
    const pages = api.requests.filter(
      (seen) => seen.path === '/external/invoices' && seen.query.get('per_page') === '100',
    );
    expect(pages.length).toBeLessThanOrEqual(9 + 2);
  });

  it('a pause that is taken back at once does not leave the sync waiting', async () => {
    await start(900, { delayMs: () => 60 });
    await until(
      () => call('sync.status', {}),
      ({ invoices }) => invoices.seen >= 200,
    );
    await call('sync.pause', {});
    await call('sync.start', {});
    expect(await verdict()).toMatchObject({ certificate: 'certified', seen: 900 });
    const waited = bench.events.filter(
      (frame) =>
        frame.event === 'sync.status' && frame.profile === profile && JSON.stringify(frame.data).includes('cancelled'),
    );
    expect(waited).toEqual([]);
  });
});

describe('the request budget', () => {
  /** Lets the windows pass while the sync waits for them, and nothing is on the wire. */
  async function sitOut(): Promise<List> {
    const { invoices } = await until(
      async () => {
        const status = await call('sync.status', {});
        if (status.state === 'waiting') clock.skip(2_000);
        return status;
      },
      ({ state, invoices: list }) => state === 'idle' && list.certificate === 'certified',
    );
    return invoices;
  }

  it.each(['fixed', 'sliding'] as const)(
    'is never overdrawn with a %s window, and shown while it is waited for',
    async (limiter) => {
      await start(1_350, { limiter, limit: 12 });
      expect(await sitOut()).toMatchObject({ certificate: 'certified', seen: 1_350 });
      expect(api.refusals()).toBe(0);
      const { budget } = await call('sync.status', {});
      expect(budget.limit).toBe(12);
      const waits = bench.events.filter(
        ({ event, profile: of, data }) =>
          event === 'sync.status' && of === profile && JSON.stringify(data).includes('"waiting"'),
      );
      expect(waits.length).toBeGreaterThan(0);
    },
  );

  it.each(['both', 'header', 'body', 'none'] as const)(
    'a refusal that says how long in %s is waited out, once',
    async (retryHint) => {
      // A neighbour has used the key up before the console comes.
      await start(230, { retryHint });
      await call('sync.pause', {});
      Object.assign(api.behaviour, { limiter: 'fixed', limit: 5 });
      api.business.windowStart = clock.world();
      api.business.hits = [1, 2, 3, 4, 5].map(() => clock.world());
      await call('sync.start', {});
      await until(
        () => api.refusals(),
        (refusals) => refusals > 0,
      );
      api.behaviour.limit = 100_000;
      expect(await sitOut()).toMatchObject({ certificate: 'certified', seen: 230 });
      expect(api.refusals()).toBe(1);
    },
  );
});

describe('CERT-2: answers that cross each other', () => {
  it('an invoice that is read while a page is on its way is no lost record', async () => {
    await start(130, { order: 'oldest-first' });
    await verdict();
    // The page is computed now and arrives late; meanwhile the shop orders, and a person looks the order up.
    api.behaviour.delayMs = (seen) =>
      seen.path === '/external/invoices' && seen.query.get('per_page') === '100' ? 400 : 0;
    const from = api.requests.length;
    await call('sync.start', {});
    await until(
      () => api.requests.slice(from).some((seen) => seen.path === '/external/invoices'),
      (isAsked) => isAsked,
    );
    const order = api.order({ externalId: 'in between' });
    expect((await call('invoices.get', { ident: 'in between' })).invoice.uuid).toBe(order.uuid);
    api.behaviour.delayMs = () => 0;
    const list = await until(
      async () => (await call('sync.status', {})).invoices,
      ({ total }) => total === 131,
    );
    expect(list).toMatchObject({ certificate: 'certified', seen: 131, total: 131 });
    // Not walked whole again: nothing was lost.
    const after = api.requests.filter((seen) => seen.path === '/external/invoices' && seen.query.get('page') === '2');
    expect(after).toHaveLength(1);
  });

  it('an invoice that is read meanwhile does not stand in for one that was not seen', async () => {
    await start(130, { order: 'oldest-first' });
    const { asOf: before } = await verdict();
    // On the second page; the first one is what is asked for.
    const unseen = api.order({ externalId: 'not seen yet' });
    api.behaviour.delayMs = (seen) => (seen.query.get('per_page') === '100' ? 400 : 0);
    const from = api.requests.length;
    await call('sync.start', {});
    await until(
      () => api.requests.slice(from).some((seen) => seen.path === '/external/invoices'),
      (asked) => asked,
    );
    api.order({ externalId: 'read meanwhile' });
    await call('invoices.get', { ident: 'read meanwhile' });
    api.behaviour.delayMs = () => 0;
    const list = await until(
      async () => (await call('sync.status', {})).invoices,
      ({ asOf }) => asOf !== before,
    );
    const { total } = await call('invoices.page', { filter: { text: unseen.uuid }, offset: 0, limit: 1 });
    expect({ ...list, unseenIsThere: total }).toMatchObject({ certificate: 'certified', seen: 132, unseenIsThere: 1 });
  });

  it('a late page does not turn a success back into a pending invoice', async () => {
    await start(60, { order: 'newest-first' });
    const order = api.order({ externalId: 'paid meanwhile' });
    await verdict();
    await until(
      () => call('invoices.page', { filter: { text: 'paid meanwhile' }, offset: 0, limit: 1 }),
      ({ total }) => total === 1,
    );
    api.behaviour.delayMs = (seen) => (seen.path === '/external/invoices' ? 500 : 0);
    await call('sync.start', {});
    const from = api.requests.length;
    await until(
      () => api.requests.slice(from).find((seen) => seen.path === '/external/invoices'),
      (seen) => seen !== undefined,
    );
    api.finish(order.uuid, 'success');
    expect((await call('invoices.get', { ident: order.uuid, fresh: true })).invoice.status).toBe('success');
    await new Promise((resolve) => setTimeout(resolve, 800));
    const { invoice, history } = await call('invoices.get', { ident: order.uuid });
    expect(invoice.status).toBe('success');
    expect(history.filter(({ field, after }) => field === 'status' && after === 'pending')).toEqual([]);
  });

  it('a record that the API takes back from success is shown as it is, when it stays so', async () => {
    await start(60);
    await verdict();
    const paid = api.business.invoices.find(({ json }) => json['status'] === 'success');
    if (paid === undefined) throw new Error('no success');
    clock.skip(600_000);
    paid.json['status'] = 'pending';
    const { invoice } = await call('invoices.get', { ident: paid.uuid, fresh: true });
    expect(invoice.status).toBe('pending');
    expect((await call('invoices.get', { ident: paid.uuid })).invoice.status).toBe('pending');
  });
});
