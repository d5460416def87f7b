/**
 * A record went while the last page was under way, and that page's total told of it; before the walk could begin anew the network was gone. What it had found out stood in
 * no checkpoint: another record came, the last page was read again, its total was what had been counted, and a list was certified without the record that had moved
 * to a page that was read before. That records were lost is kept at once. Found by the simulator's seed 945092.
 */
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { seeded } from '../../support/seeded.ts';
import { type SyncBench, startSyncBench } from '../../support/benches/sync.ts';
import { ListWorld } from '../../support/worlds/lists.ts';

const KNOWN = 95;
const NEW = 10;
/** The first of page 2, which moves to page 1 when a record of page 1 goes. */
const MOVED = 100;

let bench: SyncBench;
const folder: { remove: () => void } = { remove: () => undefined };

afterEach(async () => {
  await bench.close();
  folder.remove();
});

test('FAULT-39 CERT-1: what told of a loss is known after the network was gone', async () => {
  const clock = new DiscreteClock();
  const made = temporaryFolder();
  folder.remove = made.remove;
  const world = new ListWorld({ size: KNOWN, order: 'oldest-first', now: () => clock.now(), random: seeded(5) });
  const network = { isGone: false };
  const plain = world.answer.bind(world);
  const isSecondPage = (path: string): boolean => {
    const { pathname, searchParams } = new URL(path, 'http://world');
    return pathname === '/external/invoices' && searchParams.get('page') === '2' && !searchParams.has('status');
  };
  let told = 0;
  world.answer = (path) => {
    if (!isSecondPage(path) || told > 0) return plain(path);
    told += 1;
    world.remove(world.invoices.slice(0, 1));
    const answer = plain(path);
    network.isGone = true;
    world.add('pending');
    return answer;
  };
  bench = startSyncBench({
    folder: made.path,
    clock,
    world,
    trouble: () =>
      network.isGone
        ? { outcome: { kind: 'not-sent', failure: { kind: 'unreachable', reason: 'no-network' } }, afterMs: 5 }
        : null,
  });
  await bench.cycle();
  await bench.runFor(60_000);
  const newOnes = Array.from({ length: NEW }, () => world.add('pending').uuid);
  const moved = newOnes[MOVED - KNOWN];
  if (moved === undefined) throw new Error('nothing moves');
  let lacking = 0;
  let certified = 0;
  for (let second = 0; second < 900; second += 1) {
    await bench.runFor(1_000);
    if (second === 120) network.isGone = false;
    const { certificate, verdict } = (await bench.mirror.read('lists.state', {})).invoices;
    if (certificate !== 'certified' || verdict?.total !== KNOWN + NEW) continue;
    const known = await bench.mirror.read('invoices.known', { uuids: [moved] });
    if (known.length === 0) lacking += 1;
    else certified += 1;
  }
  expect(told).toBe(1);
  expect(lacking).toBe(0);
  expect(certified).toBeGreaterThan(0);
});
