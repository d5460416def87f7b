/**
 * Equal reads that wait at the same time are one request. A page of a list that was asked for while the same page was under way for somebody else got
 * an answer that was older than the question, and so older than records that were here by then: enough for a false certificate or a false
 * alarm. A page whose total is held against the mirror is a request of its own.
 */
import { expect, test } from 'vitest';
import { fetchInvoice } from '../../../src/backend/jobs/records/fetch.ts';
import { invoiceList } from '../../../src/backend/jobs/sync/lists.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld } from '../../support/worlds/lists.ts';
import { seeded } from '../../support/seeded.ts';
import { startSyncBench } from '../../support/benches/sync.ts';

test('CERT-2: no page counts more than its total, however many ask for it', async () => {
  const clock = new DiscreteClock();
  const folder = temporaryFolder();
  const world = new ListWorld({ size: 50, order: 'oldest-first', now: () => clock.now(), random: seeded(5) });
  const bench = startSyncBench({
    folder: folder.path,
    clock,
    world,
    latency: (path) => [50, path.includes('page=') ? 5_000 : 50],
  });
  await bench.mirror.write('bind', { origin: 'http://world' });
  const list = invoiceList(bench.context);
  const ask = () => list.readPage({ page: 1, perPage: 100 }, { lane: 'check' });
  await clock.run(ask());
  const first = ask();
  await bench.runFor(1_000);
  await clock.run(fetchInvoice(bench.context, world.add('pending').uuid, { lane: 'click' }));
  const second = ask();
  const pages = await clock.run(Promise.all([first, second]));
  const numbers = pages.map((page) => (page.ok ? { total: page.value.totalItems, counted: page.value.counted } : page));
  expect(numbers).toEqual([
    { total: 50, counted: 50 },
    { total: 51, counted: 51 },
  ]);
  await bench.close();
  folder.remove();
});
