/**
 * A yes counted for a question that was hours old. Whoever was asked "it goes out by itself within a minute" and said yes after the machine
 * had slept had agreed to what held in the evening. A question holds as long as a reading does, by both clocks; an older one is asked
 * again, with what holds now.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';

let bench: ResendBench;

beforeAll(async () => {
  bench = await startResendBench({ seed: 6, invoices: 30 });
});

afterAll(() => bench.close());

it('FAULT-33: asks again when the machine has slept over the question', async () => {
  const { clock, context, sandbox } = bench;
  const uuid = [...sandbox.world.invoices()].find((known) => sandbox.world.deliveries(known.uuid).length > 0)?.uuid;
  if (uuid === undefined) throw new Error('no invoice with a delivery');
  sandbox.world.setDelivery(uuid, 'delivered');
  const resender = new Resender(context);
  const intentId = randomUUID();
  const asked = await clock.run(resender.resend({ intentId, invoiceUuid: uuid, confirmed: false }));
  expect(asked.warning).toBe('already-delivered');
  clock.jumpWall(9 * 3_600_000);
  const again = await clock.run(resender.resend({ intentId, invoiceUuid: uuid, confirmed: true }));
  expect([again.outcome, again.warning]).toEqual(['needs-confirmation', 'already-delivered']);
  expect(sandbox.record.trueResendCount(uuid)).toBe(0);
  const sent = await clock.run(resender.resend({ intentId, invoiceUuid: uuid, confirmed: true }));
  expect(sent.outcome).toBe('confirmed');
});
