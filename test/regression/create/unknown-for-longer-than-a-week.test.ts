/**
 * What became of an order that ended without being known was looked up at a start where that was a week ago at most. A console that nobody opened for longer, or a
 * copy of its books of before that was put back, left the order unknown for ever, although the API had it. The last week in which there were any counts.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { CreateAttempt } from '../../../src/backend/jobs/create/attempt.ts';
import { Creator } from '../../../src/backend/jobs/create/create.ts';
import { orderBody } from '../../../src/domain/create/order.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';

const DAY_MS = 86_400_000;

let bench: ResendBench;
afterEach(() => bench.close());

/** An order that the API has, and whose answer nobody heard. */
async function unknown(externalId: string): Promise<string> {
  const { clock, context } = bench;
  const intentId = randomUUID();
  const order = { external_id: externalId, customer_id: 'customer', amount: '100.00', currency: 'EUR' };
  const attempt = new CreateAttempt(context, intentId, order, null);
  await attempt.arm();
  await attempt.note('inflight');
  await clock.run(context.client.createInvoice(orderBody(order), { lane: 'click' }));
  await attempt.end('unknown', null, { kind: 'unknown-outcome', intentId });
  return intentId;
}

it('is looked up at a start, with all of its week, and nothing that is older', async () => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock, context } = bench;
  const older = await unknown('of another week');
  clock.jumpWall(8 * DAY_MS);
  const both = [await unknown('of that week'), await unknown('the last one')];
  clock.jumpWall(9 * DAY_MS);
  const creator = new Creator(context);
  await clock.run(creator.recover());
  await clock.runFor(60_000);
  for (const intentId of both) expect(await creator.record(intentId)).toMatchObject({ outcome: 'created' });
  expect(await creator.record(older)).toMatchObject({ outcome: 'unknown' });
});
