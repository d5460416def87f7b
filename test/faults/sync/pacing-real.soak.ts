/**
 * One confirmation in real time of what pacing.test.ts counts on the discrete clock: three hundred list requests through the real
 * client against the independent server and its own limiter, a hundred a minute. Takes a little over two minutes.
 */
import { expect, test } from 'vitest';
import { CANARY, clientOf, realClock } from '../../backend/api/fixture.ts';
import { startIndependentApi } from '../../support/independent-api/server.ts';
import { floorMs } from '../../support/limiter-models.ts';

const REQUESTS = 300;
const LIMIT = 100;
const LATENCY_MS = 100;

test(`${REQUESTS} requests in real time are never refused`, async () => {
  const api = await startIndependentApi({ businesses: [{ key: CANARY, invoices: REQUESTS, withdrawals: 0 }] });
  api.behaviour.limiter = 'sliding';
  api.behaviour.limit = LIMIT;
  api.behaviour.delayMs = () => LATENCY_MS;
  const client = clientOf(api.baseUrl, realClock, { reserve: 0 });
  const seen = new Set<string>();
  const begun = realClock.monotonic();
  for (let page = 1; page <= REQUESTS; page += 1) {
    const answer = await client.listInvoices({ page, perPage: 1 }, { lane: 'backfill' });
    if (!answer.ok) throw new Error(`page ${page}: ${JSON.stringify(answer.failure)}`);
    for (const { uuid } of answer.value.value.records) seen.add(uuid);
  }
  const elapsedMs = realClock.monotonic() - begun;
  const floor = floorMs('sliding-log', REQUESTS, LIMIT);
  console.log(
    `pacing: ${REQUESTS} requests in real time, sliding log: ${(elapsedMs / 1000).toFixed(1)} s, ` +
      `${(floor / elapsedMs).toFixed(3)} of the floor`,
  );
  expect(seen.size).toBe(REQUESTS);
  expect(api.refusals()).toBe(0);
  expect(api.requests).toHaveLength(REQUESTS);
  // One after the other, the last hundred take ten seconds after the floor is over; the rest is for a busy machine.
  expect((floor + LIMIT * LATENCY_MS) / elapsedMs).toBeGreaterThanOrEqual(0.93);
  await client.close();
  await api.close();
});
