/**
 * "Fulfil the order" rested on a copy that was an hour old. The age of a copy was told by the wall clock alone: set back by an hour while
 * no answer told the server's time, it made an hour-old copy look as if it were read just now. What has passed since the last answer is told
 * by both clocks, the one that says more counts.
 */
import { expect, it } from 'vitest';
import { guardedClient, type ServerClock, serverTime } from '../../../src/backend/engine/guarded.ts';
import { Passage } from '../../../src/backend/engine/passage.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { fulfilmentOf } from '../../../src/domain/records/fulfilment.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { clientAt } from '../../support/benches/job-context.ts';
import { anInvoice } from '../../support/records.ts';

const HOUR_MS = 3_600_000;

async function heard(aheadMs: number): Promise<{ clock: DiscreteClock; server: ServerClock; readAt: number }> {
  const clock = new DiscreteClock();
  const server: ServerClock = { heard: null };
  const passage = new Passage(
    {
      clock,
      bar: () => null,
      identify: () => Promise.resolve(success('proved')),
      onDifferent: () => undefined,
      onChange: () => undefined,
    },
    false,
  );
  const readAt = clock.now() + aheadMs;
  const answer = { status: 200, serverTime: fromEpochMs(readAt), receivedAt: fromEpochMs(clock.now()), isDated: true };
  const client = guardedClient(
    {
      ...clientAt('http://127.0.0.1:9', 'a-key-of-nobody', { clock }),
      getInvoice: () => Promise.resolve(success({ value: anInvoice(), drift: [], ...answer })),
    },
    passage,
    server,
    clock,
  );
  await client.getInvoice('order-1', { lane: 'click' });
  return { clock, server, readAt };
}

it.each([
  ['a clock that is set back', -HOUR_MS],
  ['a machine that sleeps', HOUR_MS],
  ['a clock that nobody touches', 0],
])('FAULT-27: a copy grows old over %s', async (_name, jumpMs) => {
  const { clock, server, readAt } = await heard(17_000);
  expect(serverTime(server, clock)).toBe(readAt);
  await clock.runFor(HOUR_MS);
  clock.jumpWall(jumpMs);
  const ageMs = serverTime(server, clock) - readAt;
  expect(ageMs).toBe(HOUR_MS + Math.max(0, jumpMs));
  expect(fulfilmentOf(anInvoice(), fromEpochMs(readAt), ageMs).verdict).toBe('read-again-first');
});
