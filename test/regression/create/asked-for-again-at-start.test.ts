/**
 * An order that was on its way when the engine died was never looked up when somebody asked for it again, under the same id, while the next life read what
 * the one before had left: the asking made it look like that life's own work. It is looked up all the same, and made once.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { CreateAttempt } from '../../../src/backend/jobs/create/attempt.ts';
import { Creator } from '../../../src/backend/jobs/create/create.ts';
import { orderBody } from '../../../src/domain/create/order.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';

let bench: ResendBench;
afterEach(() => bench.close());

it.each([
  ['before it was sent', 'refused'],
  ['on its way', 'created'],
] as const)('has its end where it was %s', async (was, outcome) => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock, context } = bench;
  const intentId = randomUUID();
  const order = { external_id: 'order left behind', customer_id: 'customer', amount: '100.00', currency: 'EUR' };
  const earlier = new CreateAttempt(context, intentId, order, null);
  await earlier.arm();
  if (was === 'on its way') {
    await earlier.note('inflight');
    await clock.run(context.client.createInvoice(orderBody(order), { lane: 'click' }));
  }
  // Another life, which is asked while the answer about what was left is on its way.
  const creator = new Creator(context);
  const recovered = creator.recover();
  const asked = creator.create(intentId, order);
  await clock.run(Promise.all([recovered, asked]));
  await clock.runFor(60_000);
  expect(await creator.record(intentId)).toMatchObject({ state: 'ended', outcome });
});
