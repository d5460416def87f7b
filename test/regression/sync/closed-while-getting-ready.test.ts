/**
 * A read that had its turn, and then waited for a slow disk to say what is stored, went out although the server had asked meanwhile to be left alone: up to seconds
 * into the time of the refusal. It gives its turn back and waits like everybody else.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientAt } from '../../support/benches/job-context.ts';
import { DiscreteClock, holdDuringRequests } from '../../support/discrete-clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

let api: IndependentApi;

beforeAll(async () => {
  api = await startIndependentApi();
});

afterAll(() => api.close());

const WAIT_SECONDS = 37;

test('FAULT-23: what got its turn before the gate was closed waits as well', async () => {
  const clock = new DiscreteClock();
  const stop = holdDuringRequests(clock);
  const client = clientAt(api.baseUrl, KEY_A, { clock });
  await clock.run(client.getInvoice(api.business.invoices[0]?.uuid ?? '', { lane: 'click' }));
  const disk = Promise.withResolvers<void>();
  const [asked, reached] = [clock.monotonic(), { at: 0 }];
  const list = client.listInvoices({ page: 1, perPage: 5 }, { lane: 'visible', beforeSend: () => disk.promise });
  await clock.runFor(10);
  const headers = { 'retry-after': String(WAIT_SECONDS) };
  api.behaviour.intercept = () => ({ status: 429, body: { success: false, error: { code: 'RATE_LIMITED' } }, headers });
  await clock.run(client.resendWebhook(api.business.invoices[0]?.uuid ?? '', { lane: 'click' }));
  api.behaviour.intercept = () => {
    reached.at = clock.monotonic();
    return null;
  };
  disk.resolve();
  const answer = await clock.run(list);
  expect(answer.ok).toBe(true);
  expect(reached.at - asked).toBeGreaterThan(WAIT_SECONDS * 1000);
  stop();
  await client.close();
});
