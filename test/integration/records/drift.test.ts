/** Where the independent server strays from the specification, as the whole engine keeps it: counted, over a restart, masked. */
import { afterAll, expect, it } from 'vitest';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { addProfile, type Bench, MemoryVault, startBench, synced } from '../bench.ts';
import { FastClock } from '../clock.ts';

let api: IndependentApi;
let bench: Bench;

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

it('unknown fields and words are told with since when and how often, and none of their values', async () => {
  const clock = new FastClock(15);
  const vault = new MemoryVault();
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 40, withdrawals: 8 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock, vault });
  const profile = await addProfile(bench, `${api.baseUrl}/api/v1`, KEY_A);
  await synced(bench, profile);
  const { drifts, text } = await bench.call('contact.drift', {}, profile);
  const points = drifts.find(({ what }) => what === 'invoice.loyalty_points: unknown field');
  expect(points).toMatchObject({ example: 'object', answers: expect.any(Number) });
  expect(drifts.map(({ what }) => what)).toContain('withdrawal.status: unknown word on_hold');
  expect(text).toContain('- invoice.loyalty_points: unknown field (object): in ');
  for (const { uuid } of api.business.invoices) expect(text).not.toContain(uuid);

  const { dataFolder } = bench;
  await bench.stop();
  bench = await startBench({ clock, vault, dataFolder });
  const again = await bench.call('contact.drift', {}, profile);
  expect(again.drifts.find(({ what }) => what === points?.what)?.firstAt).toBe(points?.firstAt);
});
