/**
 * A resend that was on its way when the console stopped was called unread and not observed, without a single read, when the next start came more
 * than two minutes after its POST: the time for finding out was counted from the POST alone. It is read once, however late.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { baselineOf, isOpenOutcome, type ResendReport } from '../../../src/domain/resend/resend.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { type BulkBench, startBulkBench } from '../../faults/bulk/bench.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { seeded } from '../../support/seeded.ts';

let bench: BulkBench;
afterEach(() => bench.close());

it.each([3, 60, 3_000])('is found out by reading at a start %i minutes after its POST', async (minutes) => {
  bench = await startBulkBench({ clock: new DiscreteClock(), invoices: 1, random: seeded(4) });
  const { clock, client, books } = bench;
  const [intentId, invoiceUuid] = [randomUUID(), bench.invoices[0]?.uuid ?? ''];
  const read = await clock.run(client.listDeliveries(invoiceUuid, { lane: 'click' }));
  if (!read.ok) throw new Error('not read');
  const baseline = baselineOf(read.value.value.records, read.value.serverTime);
  const at = fromEpochMs(clock.now());
  await books.write('resends.arm', { intentId, profileId: 'p1', invoiceUuid, baseline, at });
  await books.write('resends.advance', {
    intentId,
    state: 'inflight',
    outcome: 'resolving',
    evidence: null,
    failure: null,
    sentAt: at,
    sentAtServerMs: clock.now(),
    at,
  });
  await clock.run(client.resendWebhook(invoiceUuid, { lane: 'click' }));
  bench = await bench.nextLife(() => {
    clock.jumpWall(minutes * 60_000);
    return undefined;
  });
  const ended = async (): Promise<ResendReport> => {
    for (;;) {
      const known = await bench.resender.get(intentId);
      if (known !== null && !isOpenOutcome(known.outcome)) return known;
      await clock.sleep(100);
    }
  };
  const report = await clock.run(ended());
  expect(report.outcome).toBe('occurred');
  expect(report.evidence?.reads).toBe(1);
  expect(report.evidence?.facts.join(' ')).not.toContain('could not be read');
  expect(bench.posts).toHaveLength(1);
});
