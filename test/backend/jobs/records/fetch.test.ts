/**
 * One 404 of a known row is no proof that it is gone: the second one is, half a minute later, when nothing showed the row in between.
 * And invoices whose deliveries are not found do not keep the others from being asked.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../src/backend/api/endpoints/client.ts';
import type { JobContext } from '../../../../src/backend/jobs/kernel/context.ts';
import { fetchDeliveries, fetchInvoice } from '../../../../src/backend/jobs/records/fetch.ts';
import { proveByDelivery } from '../../../../src/backend/jobs/sync/identity.ts';
import { type Failure, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { invoice, page, temporaryFolder, uuidOf } from '../../mirror/sample.ts';
import { DiscreteClock } from '../../../support/discrete-clock.ts';
import { ListWorld, type WorldInvoice } from '../../../support/worlds/lists.ts';
import { type SyncBench, startSyncBench } from '../../../support/benches/sync.ts';
import { seeded } from '../../../support/seeded.ts';
import { jobContext } from '../../../support/benches/job-context.ts';

const HALF_A_MINUTE = 30_000;

let folder: ReturnType<typeof temporaryFolder>;
let clock: DiscreteClock;
let world: ListWorld;
let bench: SyncBench;

beforeEach(() => {
  folder = temporaryFolder();
  clock = new DiscreteClock();
  world = new ListWorld({ size: 300, order: 'newest-first', now: () => clock.now(), random: seeded(5) });
  bench = startSyncBench({ folder: folder.path, clock, world });
});

afterEach(async () => {
  await bench.close();
  folder.remove();
});

function contextOf(client: ApiClient): JobContext {
  return jobContext({ client, mirror: bench.mirror, books: bench.books, clock, keyStanding: () => 'unproved' });
}

describe('CERT-10: a known row that the API does not know', () => {
  let row: WorldInvoice;
  let context: JobContext;

  beforeEach(async () => {
    context = contextOf(bench.client);
    const known = world.invoices[200];
    if (known === undefined) throw new Error('no invoice');
    row = known;
    await store('2026-11-21T10:00:00Z');
  });

  const store = (asOf: string): Promise<unknown> =>
    bench.mirror.write('invoices.store', page([invoice(1, { uuid: row.uuid })], { asOf }));

  /** What the caller is told, and whether the row is marked. */
  async function ask(): Promise<readonly [Failure['kind'] | 'ok', boolean]> {
    const read = await clock.run(fetchInvoice(context, row.uuid, { lane: 'click' }));
    const known = await bench.mirror.read('invoices.get', { uuid: row.uuid });
    return [read.ok ? 'ok' : read.failure.kind, known?.missingSince !== null];
  }

  it('is marked at the second answer, half a minute later', async () => {
    world.remove([row]);
    expect(await ask()).toEqual(['not-found', false]);
    await clock.runFor(HALF_A_MINUTE - 1_000);
    expect(await ask()).toEqual(['not-found', false]);
    await clock.runFor(1_000);
    expect(await ask()).toEqual(['not-found', true]);
  });

  it('is not marked when it was found in between', async () => {
    world.remove([row]);
    await ask();
    world.restore([row]);
    expect(await ask()).toEqual(['ok', false]);
    world.remove([row]);
    await clock.runFor(HALF_A_MINUTE);
    expect(await ask()).toEqual(['not-found', false]);
    await clock.runFor(HALF_A_MINUTE);
    expect(await ask()).toEqual(['not-found', true]);
  });

  it('is not marked when a page showed it in between', async () => {
    world.remove([row]);
    await ask();
    await clock.runFor(HALF_A_MINUTE);
    await store('2026-11-21T11:00:00Z');
    expect(await ask()).toEqual(['not-found', false]);
  });
});

it('deliveries that can not be read are counted with the reading in the mirror', async () => {
  const quarantined = [{ uuid: null, reason: 'delivery.uuid: missing', raw: '{}' }];
  const value = { records: [], quarantined };
  const at = '2026-11-21T10:00:00Z';
  const answer = success({ value, serverTime: at, receivedAt: at, isDated: true, status: 200, drift: [] });
  const context = contextOf({
    ...bench.client,
    listDeliveries: () => Promise.resolve(answer),
  });
  await bench.mirror.write('invoices.store', page([invoice(1)]));
  expect(await fetchDeliveries(context, uuidOf(1), { lane: 'click' })).toMatchObject({ value: { quarantined: 1 } });
  expect(await bench.mirror.read('deliveries.ofInvoice', { invoiceUuid: uuidOf(1) })).toMatchObject({ quarantined: 1 });
});

describe('the proof of a key by deliveries', () => {
  it('comes to every invoice whose deliveries are unread, though the first ones are not found', async () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7];
    const records = numbers.map((number) => invoice(number, { finished_at: `2026-11-21T09:00:0${9 - number}Z` }));
    await bench.mirror.write('invoices.store', page(records));
    const asked: string[] = [];
    const context = contextOf({
      ...bench.client,
      listDeliveries: (ident, options) => {
        asked.push(ident);
        return bench.client.listDeliveries(ident, options);
      },
    });
    const signal = new AbortController().signal;
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await clock.run(proveByDelivery(context, signal))).toBeNull();
    }
    // After the last one it begins anew.
    expect(asked).toEqual([...numbers, 1, 2, 3].map((number) => uuidOf(number)));
  });
});
