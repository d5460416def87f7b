/**
 * What the screens are told of the mirror: the certificate with its own numbers while a walk goes on, records that the API shows no
 * more, withdrawals that end, the rolling re-read. The whole engine over sockets. Not here: which certificate comes out
 * (walks.test.ts).
 */
import { describe, expect, it } from 'vitest';
import { until } from '../bench.ts';
import { api, begin, call, clock, start, verdict } from './lists-bench.ts';

begin();

describe('what the screens are told', () => {
  it('CERT-11: the certificate keeps its numbers while new records are read, and they stand beside it', async () => {
    await start(130, { order: 'newest-first' });
    await verdict();
    for (let index = 0; index < 250; index += 1) api.order();
    const told = Promise.withResolvers<void>();
    api.behaviour.heldBy = (seen) => (seen.query.get('page') === '3' ? told.promise : null);
    await call('sync.start', {});
    const { invoices } = await until(
      () => call('sync.status', {}),
      (status) => status.invoices.now !== undefined,
    );
    expect(invoices).toMatchObject({ certificate: 'certified', seen: 130, total: 130, now: { total: 380 } });
    told.resolve();
    const after = await until(
      async () => (await call('sync.status', {})).invoices,
      ({ total }) => total === 380,
    );
    expect(after).toMatchObject({ certificate: 'certified', seen: 380 });
    expect(after.now).toBeUndefined();
  });

  it('CERT-10: records that the API shows no more are kept, marked, counted apart, and not to be fulfilled', async () => {
    await start(130);
    await verdict();
    const [gone] = api.business.invoices.splice(40, 1);
    clock.skip(60_000);
    await call('sync.start', {});
    const { invoices } = await until(
      () => call('sync.status', {}),
      (status) => status.invoices.missing === 1 && status.state === 'idle',
    );
    expect(invoices).toMatchObject({ certificate: 'certified', seen: 129, total: 129 });
    const { invoice, missingSince, fulfilment } = await call('invoices.get', { ident: gone?.uuid ?? '' });
    expect(invoice.uuid).toBe(gone?.uuid);
    expect(missingSince).toEqual(expect.any(String));
    expect(['escalate', 'do-not-fulfil']).toContain(fulfilment.verdict);
    expect((await call('invoices.page', { filter: { missing: true }, offset: 0, limit: 5 })).total).toBe(1);
    expect(await call('overview.totals', {})).toMatchObject({ missing: 1 });
    expect((await call('overview.attention', {})).items).toContainEqual({ kind: 'not-shown', count: 1, oldest: null });
  });

  it('CERT-12: a pending withdrawal that ends is noticed within five minutes, on a long list too', async () => {
    await start(5, {}, 150);
    await verdict();
    const pending = api.business.withdrawals.find(({ json }) => json['status'] === 'pending');
    if (pending === undefined) throw new Error('none is pending');
    pending.json['status'] = 'approved';
    clock.skip(5 * 60_000);
    const { withdrawal } = await until(
      () => call('withdrawals.get', { uuid: pending.uuid }),
      ({ withdrawal: { status } }) => status === 'approved',
    );
    expect(withdrawal.uuid).toBe(pending.uuid);
    // Ten minutes after the first walk the counts per status are compared.
    clock.skip(5 * 60_000);
    const { reread, statuses } = await until(
      () => call('sync.status', {}),
      (status) => status.reread !== undefined && status.statuses !== undefined,
    );
    expect(reread).toMatchObject({ withinDays: 7, late: false });
    expect(statuses).toMatchObject({ matches: true });
  });
});
