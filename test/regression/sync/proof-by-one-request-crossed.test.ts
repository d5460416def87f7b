/**
 * Two proofs by one small request counted what others stored while that request was under way. A list was certified anew without a record that
 * nobody had seen, because a younger one had been created meanwhile; and the statuses were said to match although an invoice had
 * ended unnoticed, because another one had ended and was looked at meanwhile. Only what was here before the request counts.
 */
import { afterEach, expect, test } from 'vitest';
import { fetchInvoice } from '../../../src/backend/jobs/records/fetch.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { ListWorld } from '../../support/worlds/lists.ts';
import { seeded } from '../../support/seeded.ts';
import { type SyncBench, startSyncBench } from '../../support/benches/sync.ts';

let bench: SyncBench;
let world: ListWorld;
const folder: { remove: () => void } = { remove: () => undefined };

afterEach(async () => {
  await bench.close();
  folder.remove();
});

/**
 * A complete mirror of a list whose newest record is far from page 1. `around`: called at the first small request that it is about, before and
 * after the API has read its total; the answer takes five seconds to come back.
 */
async function start(isIt: (query: URLSearchParams) => boolean, before: () => void, after: () => void): Promise<void> {
  const clock = new DiscreteClock();
  const made = temporaryFolder();
  folder.remove = made.remove;
  world = new ListWorld({ size: 300, order: 'oldest-first', now: () => clock.now(), random: seeded(5) });
  for (const invoice of world.invoices.slice(100, 102)) world.set(invoice, 'pending');
  const small = (path: string): boolean => {
    const { pathname, searchParams } = new URL(path, 'http://world');
    return pathname === '/external/invoices' && searchParams.get('per_page') === '1' && isIt(searchParams);
  };
  const live = { isOn: false };
  const plain = world.answer.bind(world);
  world.answer = (path) => {
    if (!live.isOn || !small(path)) return plain(path);
    live.isOn = false;
    before();
    const answer = plain(path);
    after();
    return answer;
  };
  bench = startSyncBench({
    folder: made.path,
    clock,
    world,
    latency: (path) => [50, small(path) ? 5_000 : 50],
  });
  await bench.cycle();
  await bench.runFor(60_000);
  live.isOn = true;
}

const store = (uuid: string): void => {
  void fetchInvoice(bench.context, uuid, { lane: 'click' });
};

test('FAULT-39 CERT-2: a certificate that is given anew', async () => {
  const unseen: string[] = [];
  await start(
    (query) => !query.has('status'),
    () => unseen.push(world.add('pending').uuid),
    () => store(world.add('pending').uuid),
  );
  let lacking = 0;
  for (let second = 0; second < 700 && unseen.length === 0; second += 1) await bench.runFor(1_000);
  for (let second = 0; second < 60; second += 1) {
    await bench.runFor(1_000);
    const { certificate, verdict } = (await bench.mirror.read('lists.state', {})).invoices;
    const known = await bench.mirror.read('invoices.known', { uuids: unseen });
    if (certificate === 'certified' && verdict?.total === 301 && known.length === 0) lacking += 1;
  }
  expect(unseen).toHaveLength(1);
  expect(lacking).toBe(0);
});

test('FAULT-39 CERT-8: statuses that match', async () => {
  const ended: string[] = [];
  await start(
    (query) => query.get('status') === 'success',
    () => {
      const invoice = world.invoices[100];
      if (invoice === undefined) throw new Error('no invoice');
      world.set(invoice, 'success');
      ended.push(invoice.uuid);
    },
    () => {
      const other = world.invoices[101];
      if (other === undefined) throw new Error('no invoice');
      world.set(other, 'success');
      store(other.uuid);
    },
  );
  let wrong = 0;
  const begun = bench.clock.now();
  for (let second = 0; second < 700 && ended.length === 0; second += 1) await bench.runFor(1_000);
  for (let second = 0; second < 60; second += 1) {
    await bench.runFor(1_000);
    const check = await bench.mirror.read('statusCheck.latest', { list: 'invoices' });
    const known = await bench.mirror.read('invoices.get', { uuid: ended[0] ?? '' });
    const isNew = check !== null && Date.parse(check.asOf) > begun;
    if (isNew && check.matches && known?.record.status !== 'success') wrong += 1;
  }
  expect(ended).toHaveLength(1);
  expect(wrong).toBe(0);
});
