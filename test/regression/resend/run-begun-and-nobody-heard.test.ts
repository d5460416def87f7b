/**
 * The writer died right after it had written a run down, before anybody heard: whoever began it was told that it failed, nobody worked on it, and for as long as the
 * console ran it stood in the way of every other run. It is stopped within seconds, for a person to look, and goes on when they say so.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { BulkRuns } from '../../../src/backend/jobs/resend/bulk/bulk.ts';
import { Resender } from '../../../src/backend/jobs/resend/resend.ts';
import { type ResendBench, startResendBench, withFirstUnheard } from '../../faults/resend/bench.ts';

const SOON_MS = 10_000;

let bench: ResendBench;
afterEach(() => bench.close());

it('is stopped although nobody heard that it was begun, and sends nothing before somebody has looked', async () => {
  bench = await startResendBench({ seed: 9, invoices: 10 });
  const { clock, context, sandbox } = bench;
  const deaf = withFirstUnheard(context, 'bulk.begin', 'after');
  const runs = new BulkRuns(deaf, new Resender(deaf), () => ({ stop: null, isOffline: false }));
  const failed = [...sandbox.world.invoices()].find(({ uuid }) => sandbox.world.deliveries(uuid).length > 0);
  const invoices = [{ uuid: failed?.uuid ?? '', externalId: null }];
  const include = { delivered: true, retrying: true };
  const runId = randomUUID();
  await expect(clock.run(runs.start({ runId, label: 'unheard', include, invoices }))).rejects.toThrow(
    'the writer died',
  );
  await clock.runFor(SOON_MS);
  expect(await clock.run(runs.get(runId))).toMatchObject({ state: 'stopped', run: { stop: 'books' } });
  expect(sandbox.record.trueResendCount(invoices[0]?.uuid ?? '')).toBe(0);
  expect(await clock.run(runs.resume(runId))).toBe(true);
  await clock.runFor(60_000);
  expect(sandbox.record.trueResendCount(invoices[0]?.uuid ?? '')).toBe(1);
});
