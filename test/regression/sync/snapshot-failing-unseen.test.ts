/**
 * The rates and the catalogue are read in the background, each half an hour and behind a screen that shows an older snapshot. What such a reading
 * failed with was thrown away ("nobody waits for it, so nobody would see it fail"): the screens stood there as if all were well, and nothing said that
 * rates and charges grow old. The failure is kept until a reading succeeds, on the screen and in what needs attention; it is announced once, so that
 * a screen that reads again because of it does not ask the API for ever.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProfile, type Bench, startBench, synced } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

let api: IndependentApi;
let bench: Bench;
let profile: string;
let clock: FastClock;

beforeAll(async () => {
  clock = new FastClock(50);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 5, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock });
  profile = await addProfile(bench, api.baseUrl, KEY_A, 'Shop');
  await synced(bench, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const LISTS = [
  { call: 'rates.latest', item: 'rates-failing', code: 'RATE_UNAVAILABLE', path: '/external/rates' },
  {
    call: 'paymentMethods.list',
    item: 'payment-methods-failing',
    code: 'CATEGORY_NOT_FOUND',
    path: '/external/payment-methods',
  },
] as const;

it.each(LISTS)(
  'a reading of $call that fails in the background is seen until one succeeds',
  async ({ call, item, code, path }) => {
    const before = await bench.call(call, { fresh: true }, profile);
    expect(before).not.toHaveProperty('failure');
    api.behaviour.ratesDown = true;
    api.behaviour.categoryAssigned = false;
    // Old enough to be read again behind the screen.
    await clock.sleep(61_000);
    await expect
      .poll(async () => (await bench.call(call, {}, profile)).failure)
      .toMatchObject({ kind: 'rejected', code });
    const shown = await bench.call(call, {}, profile);
    expect(shown).toMatchObject({ asOf: before.asOf, failingSince: expect.any(String) });
    const { items } = await bench.call('overview.attention', {}, profile);
    expect(items).toContainEqual({ kind: item, count: 1, oldest: shown.failingSince });
    // A screen that asks again and again does not make the console ask the API as often: a reading a minute, each with its repeats.
    const asked = (): number => api.requests.filter((request) => request.path === path).length;
    const first = asked();
    const begun = clock.monotonic();
    for (let look = 0; look < 20; look += 1) {
      await bench.call(call, {}, profile);
      await clock.sleep(1_500);
    }
    const minutes = Math.floor((clock.monotonic() - begun) / 60_000);
    expect(asked() - first).toBeLessThanOrEqual(4 * (2 + minutes));
    api.behaviour.ratesDown = false;
    api.behaviour.categoryAssigned = true;
    expect(await bench.call(call, { fresh: true }, profile)).not.toHaveProperty('failure');
    expect((await bench.call('overview.attention', {}, profile)).items.map(({ kind }) => kind)).not.toContain(item);
  },
);
