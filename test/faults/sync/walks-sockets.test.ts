/**
 * Fifty walks (a tenth outside of a soak run) with the real client over real sockets into a real mirror file, against the independent
 * server: 200 rows in pages of 5, five orders, three rates of change. A certificate is compared with the server's own rows, uuid by
 * uuid. Not here: the many walks without sockets (walks.test.ts).
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { JobContext } from '../../../src/backend/jobs/kernel/context.ts';
import { walkList } from '../../../src/backend/jobs/sync/list-walk.ts';
import { invoiceList } from '../../../src/backend/jobs/sync/lists.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { systemClock } from '../../../src/backend/system.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import type { ListOrder } from '../../support/independent-api/options.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';

const ORDERS: readonly ListOrder[] = ['oldest-first', 'newest-first', 'updated-desc', 'by-uuid', 'shuffled'];
const RATES = [0.005, 0.1, 0.6];
const WALKS = Array.from({ length: scaled(50) }, (_, index) => ({
  seed: index + 1,
  order: ORDERS[index % ORDERS.length] ?? 'by-uuid',
  rate: RATES[index % RATES.length] ?? 0.1,
}));

const folder = temporaryFolder();
let store: Store;
let api: IndependentApi;

beforeAll(() => {
  store = openInProcess(folder.path);
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await api.close();
});

/** What a walk needs of a business, and no more. */
function contextOf(profileId: string): JobContext {
  const client = clientAt(api.baseUrl, KEY_A, { clock: systemClock, reserve: 0 });
  return jobContext({
    profileId,
    client,
    mirror: store.mirror(profileId),
    books: store.books,
    clock: systemClock,
    onDifferentBusiness: () => undefined,
  });
}

/** The server orders and ends invoices of its own accord before it answers. */
function churn(random: () => number, rate: number): void {
  const times = (): boolean => random() < rate;
  api.behaviour.intercept = () => {
    if (times()) api.order();
    if (times()) {
      const pending = api.business.invoices.filter(({ json }) => json['status'] === 'pending');
      const one = pending[Math.floor(random() * pending.length)];
      if (one !== undefined) api.finish(one.uuid, 'success');
    }
    return null;
  };
}

describe('over sockets', () => {
  test.each(WALKS)('walk $seed: $order, $rate changes for a request', async ({ seed, order, rate }) => {
    const random = seeded(seed);
    api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 200, withdrawals: 0 }] });
    // The server shuffles with it.
    vi.spyOn(Math, 'random').mockImplementation(random);
    Object.assign(api.behaviour, { order, pageSize: 5 });
    churn(random, rate);
    const context = contextOf(`walk-${seed}`);
    await context.mirror.write('bind', { origin: api.baseUrl });
    const outcome = await walkList(invoiceList(context), context.mirror, {
      lane: 'backfill',
      signal: context.closing,
      mode: 'full',
      onProgress: () => undefined,
    });
    await context.client.close();
    if (outcome.kind === 'failed') throw new Error(JSON.stringify(outcome.failure));
    const { verdict } = outcome;
    const truth = api.business.invoices.map(({ uuid }) => uuid);
    const known = new Set<string>();
    for (let at = 0; at < truth.length; at += 500) {
      const uuids = truth.slice(at, at + 500);
      for (const uuid of await context.mirror.read('invoices.known', { uuids })) known.add(uuid);
    }
    const { present } = await context.mirror.read('lists.census', { list: 'invoices' });
    const isComplete = known.size === truth.length && present === truth.length;
    expect({ verdict: verdict.kind, falsely: verdict.kind === 'certified' && !isComplete }).toMatchObject({
      falsely: false,
    });
    if (order === 'shuffled') expect(['certified', 'as-far-as-seen']).toContain(verdict.kind);
    if (order !== 'shuffled' && rate < 0.1) expect(verdict.kind).toBe('certified');
  });
});
