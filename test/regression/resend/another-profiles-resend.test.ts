/**
 * A refusal that speaks for an earlier request of unknown fate was written into that request's intent although it was another profile's of the
 * same business: its facts and its end changed beside the back of the profile that follows it, and were announced and logged under the wrong one.
 * Only the profile that has sent a request writes what became of it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobContext, Signal } from '../../../src/backend/jobs/kernel/context.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import type { ResendReport } from '../../../src/domain/resend/resend.ts';
import { type ResendBench, startResendBench } from '../../faults/resend/bench.ts';
import { aProfile } from '../../support/records.ts';

let bench: ResendBench;

beforeAll(async () => {
  bench = await startResendBench({ seed: 3, invoices: 10 });
  const { baseUrl } = bench.sandbox;
  for (const id of [bench.context.profileId, 'other']) {
    await bench.context.books.write('profiles.add', aProfile({ id, name: `The ${id} one`, baseUrl }));
  }
});

afterAll(() => bench.close());

async function ended(context: JobContext, invoiceUuid: string): Promise<ResendReport> {
  const resender = new Resender(context);
  const intentId = randomUUID();
  let report = await bench.clock.run(resender.resend({ intentId, invoiceUuid, confirmed: true }));
  while (report.outcome === 'waiting' || report.outcome === 'resolving') {
    await bench.clock.runFor(1_000);
    report = (await resender.get(intentId)) ?? report;
  }
  return report;
}

it('is not written by a profile that was told something about it', async () => {
  const { clock, context, sandbox } = bench;
  const uuid = [...sandbox.world.invoices()].find((one) => sandbox.world.deliveries(one.uuid).length > 0)?.uuid ?? '';
  sandbox.world.setDelivery(uuid, 'failed');
  const meet = (rule: Parameters<typeof sandbox.faults.add>[0]) =>
    sandbox.faults.add({ ...rule, method: 'POST', path: `/external/invoices/${uuid}/resend-webhook` });
  const closing = new AbortController();
  meet({ kind: 'drop-before' });
  const first = await ended({ ...context, profileId: 'other', closing: closing.signal }, uuid);
  expect(first.outcome).toBe('not-observed');
  // Nobody follows it now: what is written from here on would be the other profile's doing.
  closing.abort(new Error('closed'));
  const { books } = context;
  const before = await books.read('resends.get', { intentId: first.intentId });
  const signals: Signal[] = [];
  meet({ kind: 'error', code: 'WEBHOOK_RESEND_TOO_SOON', details: { retry_after_seconds: 30 } });
  const second = await ended({ ...context, announce: (signal) => signals.push(signal) }, uuid);
  expect(second.outcome).toBe('refused');
  expect(second.evidence?.facts.join(' ')).toContain('earlier request');
  await clock.runFor(2 * 60_000);
  expect(await books.read('resends.get', { intentId: first.intentId })).toEqual(before);
  const told = signals.flatMap((signal) => (signal.kind === 'resend' ? [signal.report.intentId] : []));
  expect(new Set(told)).toEqual(new Set([second.intentId]));
  const filter = { text: first.intentId };
  const logged = { profileId: context.profileId, filter, offset: 0, limit: 5 };
  expect((await books.read('activity.page', logged)).rows).toEqual([]);
});
