/**
 * A resend that was on its way when the engine died was never found out when somebody asked for it again, under the same id, while the next life read what
 * the one before had left: the asking made it look like that life's own work, and nobody worked on it until another start. It is taken up all the same.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { baselineOf, isOpenOutcome } from '../../../src/domain/resend/resend.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';

let bench: ResendBench;
afterEach(() => bench.close());

it.each(['armed', 'inflight', 'resolving'] as const)('has its end where it was %s', async (state) => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock, context, sandbox } = bench;
  const { books, client, profileId } = context;
  const invoiceUuid = [...sandbox.world.invoices()].find(({ uuid }) => sandbox.world.deliveries(uuid).length > 0)?.uuid;
  if (invoiceUuid === undefined) throw new Error('no invoice');
  sandbox.world.setDelivery(invoiceUuid, 'failed');
  const read = await clock.run(client.listDeliveries(invoiceUuid, { lane: 'click' }));
  if (!read.ok) throw new Error('not read');
  const [intentId, at] = [randomUUID(), fromEpochMs(clock.now())];
  const baseline = baselineOf(read.value.value.records, read.value.serverTime);
  await books.write('resends.arm', { intentId, profileId, invoiceUuid, baseline, at });
  for (const next of ['inflight', 'resolving'] as const) {
    if (state === 'armed' || (state === 'inflight' && next === 'resolving')) continue;
    await books.write('resends.advance', {
      intentId,
      state: next,
      outcome: 'resolving',
      evidence: null,
      failure: null,
      at,
      sentAt: at,
      sentAtServerMs: clock.now(),
    });
  }
  if (state !== 'armed') await clock.run(client.resendWebhook(invoiceUuid, { lane: 'click' }));
  // Another life, which is asked while the answer about what was left is on its way.
  const resender = new Resender(context);
  const recovered = resender.recover();
  const asked = resender.resend({ intentId, invoiceUuid, confirmed: false });
  await clock.run(Promise.all([recovered, asked]));
  await clock.runFor(120_000);
  const report = await resender.get(intentId);
  expect(report !== null && isOpenOutcome(report.outcome)).toBe(false);
  expect(report?.outcome).toBe(state === 'armed' ? 'not-sent' : 'occurred');
  expect(resender.open()).toEqual([]);
  expect(sandbox.record.trueResendCount(invoiceUuid)).toBe(state === 'armed' ? 0 : 1);
});
