/**
 * A 429 that is not RATE_LIMITED was taken for a refusal of one request: with a code that nobody knows the console went on asking at full pace
 * although it had been told to stay away. Every 429 closes the gate of the key for its Retry-After, whatever its code and without any, except the two
 * that are about one webhook and about one customer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientAt } from '../../support/benches/job-context.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { systemClock } from '../../../src/backend/system.ts';

let api: IndependentApi;

beforeAll(async () => {
  api = await startIndependentApi();
});

afterAll(() => api.close());

const CLICK = { lane: 'click' } as const;
const WAIT_SECONDS = 37;

/** What a resend and an order are told, and how long the next caller waits, milliseconds. */
async function after(error: object | string): Promise<{ told: unknown[]; waitingMs: number }> {
  const client = clientAt(api.baseUrl, KEY_A, { clock: systemClock });
  const headers = { 'retry-after': String(WAIT_SECONDS) };
  api.behaviour.intercept = () => ({ status: 429, body: error, headers });
  const resend = await client.resendWebhook(api.business.invoices[0]?.uuid ?? '', CLICK);
  api.behaviour.intercept = () => null;
  const { waitingMs } = client.budget();
  await client.close();
  return { told: [resend.kind, resend.kind === 'answered' ? null : resend.failure], waitingMs };
}

const coded = (code: string): object => ({ success: false, error: { code, message: 'x' } });

test.each([
  ['RATE_LIMITED', coded('RATE_LIMITED'), { kind: 'rate-limited', retryAfterMs: 37_000 }],
  ['a code that nobody knows', coded('SLOW_DOWN'), { kind: 'rate-limited', code: 'SLOW_DOWN', retryAfterMs: 37_000 }],
  ['a code of something else', coded('VALIDATION_ERROR'), { kind: 'rate-limited', code: 'VALIDATION_ERROR' }],
  ['no code', { success: false }, { kind: 'malformed-response', status: 429 }],
  ['a page of a proxy', '<html>slow down</html>', { kind: 'malformed-response', status: 429 }],
])('FAULT-23: %s closes the gate', async (_name, error, failure) => {
  const { told, waitingMs } = await after(error);
  expect(told[1]).toMatchObject(failure);
  expect(waitingMs).toBeGreaterThan((WAIT_SECONDS - 2) * 1000);
  expect(waitingMs).toBeLessThan((WAIT_SECONDS + 10) * 1000);
});

test.each(['WEBHOOK_RESEND_TOO_SOON', 'TOO_MANY_UNPAID_INVOICES'])('FAULT-23: %s holds itself alone', async (code) => {
  const { told, waitingMs } = await after(coded(code));
  expect(told).toMatchObject(['refused', { kind: 'rejected', code, retryAfterMs: 37_000 }]);
  expect(waitingMs).toBe(0);
});
