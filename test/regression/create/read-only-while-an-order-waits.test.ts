/**
 * An order waited for its turn, behind a refusal with a time of minutes, while its profile was made one that may only read: when that was over it left all the same.
 * What has not had its turn by then is not sent. Found by the simulator's seed 9149.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MemoryVault, startBench, synced, until } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';
import { KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

test('an order that waits for its turn is not sent once its profile may only read', async () => {
  const clock = new FastClock(60);
  const api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 3, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const bench = await startBench({ clock, vault: new MemoryVault() });
  try {
    const profile = (await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
    await synced(bench, profile);
    await bench.call('sync.pause', {}, profile);
    let refused = 0;
    api.behaviour.intercept = ({ method }) => {
      if (method !== 'POST' || refused > 0) return null;
      refused += 1;
      const error = { code: 'RATE_LIMITED', message: 'slow down' };
      return { status: 429, body: { success: false, error }, headers: { 'retry-after': '110' } };
    };
    const order = { external_id: 'order-1', customer_id: 'customer', amount: '1.50', currency: 'EUR' };
    const created = bench.call('invoices.create', { intentId: randomUUID(), ...order }, profile);
    await until(
      async () => refused,
      (times) => times === 1,
    );
    await bench.call('profiles.update', { id: profile, readOnly: true });
    expect(await created).toMatchObject({ outcome: 'refused', failure: { kind: 'cancelled' } });
    await clock.sleep(120_000);
    expect(api.business.invoices.filter(({ json }) => json['external_id'] === 'order-1')).toEqual([]);
    await bench.call('profiles.update', { id: profile, readOnly: false });
    const again = await bench.call('invoices.create', { intentId: randomUUID(), ...order }, profile);
    expect(again.outcome).toBe('created');
  } finally {
    await bench.stop();
    bench.remove();
    await api.close();
  }
});
