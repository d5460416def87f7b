/**
 * Somebody began a run and sent one of its webhooks by hand besides, a moment after the run had sent it: it went out twice, for what one has sent oneself one
 * knows of. What a run has sent in the last half minute nobody need have seen, whoever began it.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';

let bench: ResendBench;
afterEach(() => bench.close());

it.each([
  ['a moment ago', 1_000, { outcome: 'needs-confirmation', warning: 'just-sent' }],
  ['a minute ago', 60_000, { outcome: 'confirmed' }],
] as const)('somebody sends by hand what a run of theirs has sent %s', async (_, agoMs, expected) => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock, context, sandbox } = bench;
  const { world } = sandbox;
  const invoiceUuid = [...world.invoices()].find(({ uuid }) => world.deliveries(uuid).length > 0)?.uuid ?? '';
  const resender = new Resender(context);
  const asked = async (intentId: string, asRun: boolean) => {
    world.setDelivery(invoiceUuid, 'failed');
    const ofRun = asRun ? ({ lane: 'visible', askedAt: fromEpochMs(clock.now()) } as const) : {};
    await clock.run(resender.resend({ intentId, invoiceUuid, confirmed: false, by: 'Ada', ...ofRun }));
    return resender.get(intentId);
  };
  expect(await asked(randomUUID(), true)).toMatchObject({ outcome: 'confirmed' });
  await clock.runFor(agoMs);
  expect(await asked(randomUUID(), false)).toMatchObject(expected);
});
