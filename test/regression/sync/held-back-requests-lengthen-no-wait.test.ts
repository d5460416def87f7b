/**
 * While requests are held back after many failures in a row, each try of the sync failed at once, without a request, and made the wait for the next one
 * twice as long; and where somebody else's click had found out last that the storm was on, it came before requests could go out again: four
 * minutes went by after the end of a storm, although two are the longest of either wait. A try that sent nothing lengthens nothing, and
 * the next one comes when requests may go out again.
 */
import { expect, test } from 'vitest';
import { verdictWithinMs } from '../../../src/backend/jobs/sync/pace.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld } from '../../support/worlds/lists.ts';
import { seeded } from '../../support/seeded.ts';
import { startSyncBench } from '../../support/benches/sync.ts';

const UNAVAILABLE = JSON.stringify({ success: false, error: { code: 'DB_UNAVAILABLE', message: 'down' } });

/** How long after the end of a storm of so long the invoices had a verdict, milliseconds. */
async function afterStorm(stormMs: number): Promise<number> {
  const clock = new DiscreteClock();
  const folder = temporaryFolder();
  const world = new ListWorld({ size: 20, order: 'newest-first', now: () => clock.now(), random: seeded(5) });
  const verdict = { at: 0 };
  const headers = { 'content-type': 'application/json' };
  const bench = startSyncBench({
    folder: folder.path,
    clock,
    world,
    trouble: () => {
      if (clock.monotonic() >= stormMs) return null;
      return { outcome: { kind: 'reply', status: 503, headers, body: Buffer.from(UNAVAILABLE) }, afterMs: 100 };
    },
    onVerdict: ({ list }) => {
      if (list === 'invoices' && verdict.at === 0) verdict.at = clock.monotonic();
    },
  });
  await bench.mirror.write('bind', { origin: 'http://world' });
  bench.sync.start();
  await bench.runFor(stormMs - 1_000);
  // Somebody looks at an invoice, which is the one request that finds out that the storm is still on.
  void bench.client.getInvoice(world.invoices[0]?.uuid ?? '', { lane: 'click' });
  await bench.runFor(301_000);
  await bench.close();
  folder.remove();
  return verdict.at - stormMs;
}

test('FAULT-83: a storm of any length is over for the invoices within their bound', async () => {
  const storms = Array.from({ length: 20 }, (_, index) => 60_000 + index * 31_000);
  const late: string[] = [];
  for (const storm of storms) {
    const took = await afterStorm(storm);
    if (took <= 0 || took > verdictWithinMs('invoices', 1, 95)) late.push(`${took} ms after a storm of ${storm} ms`);
  }
  expect(late).toEqual([]);
});
