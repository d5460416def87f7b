/**
 * What became of an order that ended without being known was looked up once after a start. Where that look was in vain (the way was not there again yet, the key not
 * proved, or typed in anew in that moment), the order stayed unknown until the next start, although the API had it all the time.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, MemoryVault, startBench, synced, until } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

const ID = 'order that is lost';
/** So many requests are in vain before a read gives up. */
const ONE_LOOK = 4;

const clock = new FastClock(60);
const vault = new MemoryVault();
let api: IndependentApi;
let bench: Bench;

beforeAll(async () => {
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 3, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock, vault });
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

test('is looked up again after a start until the API has answered', async () => {
  const profile = (await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
  await synced(bench, profile);
  api.behaviour.createOf.set(ID, 'process-then-drop');
  let sent = 0;
  let looks = 0;
  let vainLooks = Number.POSITIVE_INFINITY;
  api.behaviour.intercept = ({ method, path }) => {
    if (method === 'POST') {
      sent += 1;
      return sent === 1 ? null : 'drop';
    }
    if (!decodeURIComponent(path).endsWith(ID)) return null;
    looks += 1;
    return looks > vainLooks ? null : 'drop';
  };
  const intentId = randomUUID();
  const order = { external_id: ID, customer_id: 'customer', amount: '1.50', currency: 'EUR' };
  expect(await bench.call('invoices.create', { intentId, ...order }, profile)).toMatchObject({ outcome: 'unknown' });

  await bench.stop();
  vainLooks = looks + ONE_LOOK;
  bench = await startBench({ clock, vault, dataFolder: bench.dataFolder });
  const known = await until(
    () => bench.call('creates.get', { intentId }, profile),
    ({ outcome }) => outcome !== 'unknown',
  );
  expect(known).toMatchObject({ outcome: 'created', invoice: { external_id: ID } });
});
