/**
 * A webhook went out twice over a death of the engine: somebody had wanted it by hand while a run of theirs, or a colleague, sent it, and asked for it again,
 * under the same id, in the next life, which took that for a new wish of somebody who knew what had gone out. So soon after a start they are asked.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import type { ResendReport } from '../../../src/domain/resend/resend.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';

let bench: ResendBench;
afterEach(() => bench.close());

it.each([
  ['the same person', 'Ada', 1_000, 0, 'needs-confirmation'],
  ['a colleague, whose engine was away for a minute', 'Ben', 60_000, 0, 'needs-confirmation'],
  ['the same person, when everybody has long been back', 'Ada', 1_000, 180_000, 'confirmed'],
  ['the same person, of an engine that was away for an hour', 'Ada', 3_600_000, 0, 'confirmed'],
] as const)('is asked about by %s', async (_, by, awayMs, sinceStartMs, outcome) => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock, context, sandbox } = bench;
  const { world, record } = sandbox;
  const invoiceUuid = [...world.invoices()].find(({ uuid }) => world.deliveries(uuid).length > 0)?.uuid ?? '';
  world.setDelivery(invoiceUuid, 'failed');
  const asked = async (resender: Resender, who: string, intentId: string, confirmed = false): Promise<ResendReport> => {
    await clock.run(resender.resend({ intentId, invoiceUuid, confirmed, by: who }));
    await clock.runFor(30_000);
    const report = await resender.get(intentId);
    if (report === null) throw new Error('nobody knows it');
    return report;
  };
  expect((await asked(new Resender(context), 'Ada', randomUUID())).outcome).toBe('confirmed');
  world.setDelivery(invoiceUuid, 'failed');
  await clock.runFor(awayMs);
  const next = new Resender(context);
  await clock.run(next.recover());
  await clock.runFor(sinceStartMs);
  const intentId = randomUUID();
  const report = await asked(next, by, intentId);
  expect(report).toMatchObject(outcome === 'confirmed' ? { outcome } : { outcome, warning: 'just-sent' });
  expect(record.trueResendCount(invoiceUuid)).toBe(outcome === 'confirmed' ? 2 : 1);
  if (outcome === 'confirmed') return;
  // Whoever means it says yes.
  expect((await asked(next, by, intentId, true)).outcome).toBe('confirmed');
  expect(record.trueResendCount(invoiceUuid)).toBe(2);
});
