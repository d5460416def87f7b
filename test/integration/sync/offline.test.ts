/**
 * Without the API: everything that was read stays readable, nothing is sent, the state is told once and goes by itself. Also when the
 * console starts that way. The server's record of requests is the judge.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { type Bench, MemoryVault, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

let clock: FastClock;
let bench: Bench;
let vault: MemoryVault;
let api: IndependentApi;
let profile: string;

beforeEach(async () => {
  clock = new FastClock(20);
  vault = new MemoryVault();
  bench = await startBench({ clock, vault });
  api = await startIndependentApi({ now: () => clock.world(), sleep: (ms) => clock.sleep(ms) });
  const added = await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A });
  profile = added.id ?? '';
  await synced(bench, profile);
});

afterEach(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const status = () => bench.call('sync.status', {}, profile);
const offline = () => until(status, (now) => now.offline !== undefined);
const online = () => until(status, (now) => now.offline === undefined && now.state === 'idle');
const order = (intentId = randomUUID()) => ({
  intentId,
  external_id: `order ${intentId}`,
  customer_id: 'c',
  amount: '1',
  currency: 'EUR',
});

/** Cuts the line: every request meets a socket that ends. */
const cut = (): void => {
  api.behaviour.intercept = () => 'drop';
};
const mend = (): void => {
  api.behaviour.intercept = () => null;
};

describe('FAULT-30: without the API', () => {
  it('everything that was read is readable, nothing is sent, and it goes on by itself', async () => {
    const known = api.business.invoices.find(({ deliveries }) => deliveries.length > 0)?.uuid ?? '';
    await bench.call('deliveries.ofInvoice', { uuid: known }, profile);
    const before = order();
    expect((await bench.call('invoices.create', before, profile)).outcome).toBe('created');
    const posts = api.count('POST', /./);
    cut();
    expect(await offline()).toMatchObject({ offline: { failure: { kind: 'unreachable', reason: 'connection-lost' } } });

    const refusal = await bench.refused('invoices.create', order(), profile);
    expect(refusal).toMatchObject({ kind: 'unavailable-offline' });
    const resend = { invoiceUuid: known, intentId: randomUUID() };
    expect(await bench.refused('deliveries.resend', resend, profile)).toEqual(refusal);
    // What is recorded of an intent is told all the same.
    expect((await bench.call('invoices.create', before, profile)).outcome).toBe('created');
    expect(await bench.refused('resends.get', { intentId: resend.intentId }, profile)).toMatchObject({
      kind: 'not-found',
    });

    expect((await bench.call('invoices.page', { offset: 0, limit: 10 }, profile)).rows[0]?.asOf).toBeDefined();
    expect(await bench.call('invoices.get', { ident: known }, profile)).toMatchObject({ source: 'mirror' });
    expect(await bench.call('deliveries.ofInvoice', { uuid: known }, profile)).toMatchObject({ source: 'mirror' });
    expect((await bench.call('overview.totals', {}, profile)).asOf).not.toBeNull();
    expect((await bench.call('rates.latest', {}, profile)).asOf).not.toBeNull();
    expect((await bench.call('paymentMethods.list', {}, profile)).asOf).not.toBeNull();
    expect((await bench.call('withdrawals.page', { offset: 0, limit: 5 }, profile)).total).toBe(9);
    expect(api.count('POST', /./)).toBe(posts);

    mend();
    await online();
    expect((await bench.call('invoices.create', order(), profile)).outcome).toBe('created');
  });

  it('is told once for a time offline, however many calls fail meanwhile', async () => {
    const from = bench.events.length;
    cut();
    await offline();
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        bench.ask('invoices.get', { ident: api.business.invoices[index]?.uuid ?? '', fresh: true }, profile),
      ),
    );
    mend();
    await online();
    const turns = (): readonly (boolean | null)[] =>
      bench.events
        .slice(from)
        .filter(({ event }) => event === 'sync.status')
        .map(({ data }) =>
          typeof data === 'object' && data !== null ? Reflect.get(data, 'offline') !== undefined : null,
        )
        .filter((now, index, told) => now !== (told[index - 1] ?? false));
    // What is asked for is there before it is told.
    await expect.poll(turns).toEqual([true, false]);
  });

  it('starts with what there is, and the key is not asked twice', async () => {
    await bench.stop();
    cut();
    bench = await startBench({ clock, vault, dataFolder: bench.dataFolder });
    expect(await offline()).toMatchObject({ invoices: { certificate: 'certified', seen: 60 } });
    expect((await bench.call('invoices.page', { offset: 0, limit: 1 }, profile)).total).toBe(60);
    expect(await bench.refused('invoices.create', order(), profile)).toMatchObject({ kind: 'unavailable-offline' });
    mend();
    await online();
    expect((await bench.call('invoices.create', order(), profile)).outcome).toBe('created');
  });

  it('is not what a server says that answers badly, and a login page of the network is', async () => {
    api.behaviour.intercept = () => ({
      status: 500,
      body: { success: false, error: { code: 'INTERNAL_ERROR', message: 'x' } },
    });
    const [uuid] = api.business.invoices.map((invoice) => invoice.uuid);
    expect(await bench.refused('invoices.get', { ident: uuid ?? '', fresh: true }, profile)).toMatchObject({
      kind: 'rejected',
    });
    expect((await status()).offline).toBeUndefined();
    api.behaviour.intercept = () => ({ status: 200, body: '<html>Sign in to the WiFi</html>' });
    await bench.ask('invoices.get', { ident: uuid ?? '', fresh: true }, profile);
    expect(await status()).toMatchObject({ offline: { failure: { reason: 'not-the-api' } } });
  });
});
