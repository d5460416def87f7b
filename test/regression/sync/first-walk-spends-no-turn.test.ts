/**
 * One bad answer to page 1 of the first whole walk left the mirror at two pages for an hour, called idle and incomplete: the walk's turn was
 * spent before it began, so that only the ends of the list were read until the next one. A turn is spent by a walk that came to a verdict,
 * and one in vain waits by what it cost, a tenth of the budget at most.
 */
import { afterEach, expect, test } from 'vitest';
import { pauseForPageMs, verdictWithinMs } from '../../../src/backend/jobs/sync/pace.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld } from '../../support/worlds/lists.ts';
import { seeded } from '../../support/seeded.ts';
import { type BenchTrouble, type SyncBench, startSyncBench } from '../../support/benches/sync.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const HTML: BenchTrouble = {
  outcome: { kind: 'reply', status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html></html>') },
  afterMs: 100,
};

function start(
  size: number,
  trouble: (path: string) => BenchTrouble | null,
): { clock: DiscreteClock; world: ListWorld; bench: SyncBench } {
  const clock = new DiscreteClock();
  const folder = temporaryFolder();
  const world = new ListWorld({ size, order: 'newest-first', now: () => clock.now(), random: seeded(5) });
  const bench = startSyncBench({ folder: folder.path, clock, world, trouble });
  closers.push(
    () => folder.remove(),
    () => bench.close(),
  );
  return { clock, world, bench };
}

test('a first walk whose page 1 was HTML goes on when the API is back', async () => {
  let bad = 1;
  const { bench } = start(1_000, (path) => (path.includes('/invoices') && bad-- > 0 ? HTML : null));
  await bench.mirror.write('bind', { origin: 'http://world' });
  bench.sync.start();
  await bench.runFor(verdictWithinMs('invoices', 10, 95));
  const { invoices } = await bench.mirror.read('lists.state', {});
  expect(invoices).toMatchObject({ certificate: 'certified', verdict: { seen: 1_000, total: 1_000 } });
});

test('CERT-9: a whole walk in vain comes again after ten times what its pages cost', async () => {
  const { world, bench } = start(1_000, () => null);
  world.tamper = (page) => {
    page.total_items += 7;
  };
  await bench.cycle();
  const pages = world.requests
    .filter(({ path }) => path === '/external/invoices')
    .map(({ query, at }) => ({ page: query.get('page'), at }));
  const walked = pages.length;
  expect((await bench.mirror.read('lists.state', {})).invoices).toMatchObject({ certificate: 'incomplete' });
  const before = world.requests.length;
  await bench.runFor(walked * pauseForPageMs(100) + 35_000);
  const again = world.requests
    .slice(before)
    .filter(({ path, query }) => path === '/external/invoices' && query.get('page') === '5');
  expect(again.length).toBeGreaterThan(0);
  const share = (walked * 60_000) / ((again[0]?.at ?? 0) - (pages[0]?.at ?? 0));
  expect(share).toBeLessThanOrEqual(10.5);
});
