/** A key that was being tried when the console ended, or put a copy of its books in their place, was tried on beside the next life: its requests went on being sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, startBench, until } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

const clock = new FastClock(25);
let api: IndependentApi;
let bench: Bench;

beforeAll(async () => {
  api = await startIndependentApi();
  bench = await startBench({ clock });
});

afterAll(async () => {
  bench.remove();
  await api.close();
});

test('a key is not tried any more once its console has ended', async () => {
  let asked = 0;
  api.behaviour.intercept = () => {
    asked += 1;
    return { status: 503, body: { success: false, error: { code: 'SERVICE_UNAVAILABLE' } } };
  };
  const given = { name: 'B', baseUrl: api.baseUrl, apiKey: KEY_A, storage: 'session' } as const;
  const adding = bench.call('profiles.add', given);
  await until(
    async () => asked,
    (count) => count > 0,
  );
  await bench.stop();
  const atItsEnd = asked;
  expect(await adding).toEqual({ verdict: { ok: false, failure: { kind: 'cancelled' } } });
  expect(asked).toBe(atItsEnd);
});
