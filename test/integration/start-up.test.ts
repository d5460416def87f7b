/**
 * The order of a start: a key store that never answers keeps nobody from the figures, the lists and the other profiles.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { type Bench, MemoryVault, startBench, synced } from './bench.ts';
import { FastClock } from './clock.ts';

const SECRET = 'a-webhook-secret-of-the-shop';

/** As a key store behind a dialog that nobody answers. */
class HangingVault extends MemoryVault {
  readonly asked: string[] = [];
  override async get(account: string): Promise<string | null> {
    this.asked.push(account);
    return new Promise(() => undefined);
  }
}

let clock: FastClock;
let api: IndependentApi;
let bench: Bench;
let shop = '';
/** The first run: everything is read, and the console ends. */
beforeAll(async () => {
  clock = new FastClock(10);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 130, withdrawals: 4 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const first = await startBench({ clock });
  const added = await first.call('profiles.add', { name: 'Shop', baseUrl: `${api.baseUrl}/api/v1`, apiKey: KEY_A });
  shop = added.id ?? '';
  await first.call('profiles.add', {
    name: 'Other',
    baseUrl: `${api.baseUrl}/api/v1`,
    apiKey: KEY_A,
    storage: 'session',
  });
  await first.call('webhookSecret.set', { secret: SECRET }, shop);
  await synced(first, shop);
  await first.stop();
  bench = await startBench({ clock, dataFolder: first.dataFolder, vault: new HangingVault() });
});

afterAll(async () => {
  await bench.stop();
  await api.close();
  bench.remove();
});

describe('with a key store that never answers', () => {
  it('the engine is up, and lists, figures and profiles answer', async () => {
    const { profiles, selected } = await bench.call('profiles.list', {});
    expect(profiles).toMatchObject([
      { name: 'Shop', key: 'keychain' },
      { name: 'Other', key: 'absent' },
    ]);
    expect(selected).toBe(shop);
    expect((await bench.call('invoices.page', { offset: 0, limit: 10 }, shop)).rows).toHaveLength(10);
    expect(await bench.call('sync.status', {}, shop)).toMatchObject({
      invoices: { certificate: 'certified', seen: 130 },
    });
    expect((await bench.call('overview.totals', {}, shop)).currencies.length).toBeGreaterThan(0);
    await bench.call('overview.attention', {}, shop);
    await bench.call('settings.get', {});
    expect(Reflect.get(bench.vault, 'asked')).toContain(shop);
  });

  it('what needs the key is not sent', async () => {
    const before = api.requests.length;
    const { rows } = await bench.call('invoices.page', { offset: 0, limit: 1 }, shop);
    const uuid = rows[0]?.uuid ?? '';
    expect(await bench.refused('invoices.get', { ident: uuid, fresh: true }, shop)).toMatchObject({ reason: 'no-key' });
    expect(api.requests).toHaveLength(before);
  });
});
