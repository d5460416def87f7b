/** The list of runs of resends: what it is narrowed by, in one read, and what the mirror tells of the invoices of each, against brute force. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInProcess } from '../../../support/in-process-store.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import type { RunFilter } from '../../../../src/domain/resend/bulk.ts';
import { temporaryFolder, uuidOf } from '../sample.ts';
import { type Expected, rowsOf, type Story, stories, tell } from '../webhooks/delivery-list/world.ts';

const OF = { profileId: 'p1' } as const;
const RUNS = 6;
const folder = temporaryFolder();
let store: Store;
let latest: readonly Expected[];

/** The n-th run began on the n-th, has every RUNS-th invoice, and one that the mirror does not have. */
const invoicesOf = (n: number): readonly string[] => [
  ...latest.filter((_, index) => index % RUNS === n).map(({ invoiceUuid }) => invoiceUuid),
  uuidOf(4_000_000 + n),
];

beforeAll(async () => {
  store = openInProcess(folder.path);
  const [world = []]: (readonly Story[])[] = fc.sample(stories(60), { seed: 5, numRuns: 1 });
  latest = rowsOf(world).filter(({ isLatest }) => isLatest);
  await tell(store.mirror('p1'), world);
  for (let n = 0; n < RUNS; n += 1) {
    const runId = `run-${n}`;
    const items = invoicesOf(n).map((invoiceUuid, at) => ({
      invoiceUuid,
      externalId: at === 0 ? `Order-${n}` : null,
      intentId: `${runId}-${at}`,
    }));
    const at = `2026-11-0${n + 1}T10:00:00.000Z`;
    const osUser = n % 2 === 0 ? 'anna' : 'bob';
    await store.books.write('bulk.begin', { runId, ...OF, label: runId, include: NOTHING, osUser, at, items });
    if (n < RUNS - 1) await store.books.write('bulk.move', { runId, to: 'cancelled', osUser, at });
  }
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

const NOTHING = { delivered: false, retrying: false };

const list = (filter: RunFilter, asked: { readonly offset?: number; readonly limit?: number } = {}) =>
  store.mirror('p1').read('resends.page', { filter, sort: [], offset: 0, limit: 200, ...asked });
const idsOf = async (filter: RunFilter) => (await list(filter)).rows.map(({ runId }) => runId);

it('each tells where its webhooks go, most of them first, and how the latest of each stands', async () => {
  const { rows, total } = await list({});
  expect([rows.length, total]).toEqual([RUNS, RUNS]);
  for (const [at, row] of rows.entries()) {
    const mine = new Set(invoicesOf(RUNS - 1 - at));
    const own = latest.filter(({ invoiceUuid }) => mine.has(invoiceUuid));
    const hosts = Map.groupBy(
      own.flatMap(({ host }) => host ?? []),
      (host) => host,
    );
    expect(row.counts.total).toBe(mine.size);
    expect(row.hosts.map((host) => hosts.get(host)?.length)).toEqual(
      [...hosts.values()].map(({ length }) => length).sort((a, b) => b - a),
    );
    expect(row.now).toEqual({
      delivered: own.filter(({ state }) => state === 'delivered').length,
      failing: own.filter(({ state }) => state === 'failed' || state === 'retrying').length,
    });
    // Nothing was sent yet, whatever has arrived.
    expect(row.deliveredUsdt).toBe('0');
  }
  expect(rows.some(({ now, hosts }) => now.failing > 0 && hosts.length > 1)).toBe(true);
});

it('finds the resend that holds an invoice by a part of its id, the API’s or the merchant’s own, in any case', async () => {
  const [uuid = ''] = invoicesOf(2);
  expect(await idsOf({ holds: uuid })).toEqual(['run-2']);
  expect(await idsOf({ holds: uuid.slice(4).toUpperCase() })).toEqual(['run-2']);
  expect(await idsOf({ holds: 'order-4' })).toEqual(['run-4']);
  expect(await idsOf({ holds: 'ORDER-' })).toEqual(['run-5', 'run-4', 'run-3', 'run-2', 'run-1', 'run-0']);
  expect(await idsOf({ holds: 'order-4', person: ['bob'] })).toEqual([]);
  expect(await idsOf({ holds: 'no such order' })).toEqual([]);
});

it('is narrowed by endpoint, person, days and how it stands, sorted and cut into pages', async () => {
  const { rows } = await list({});
  const [some] = rows.flatMap(({ hosts }) => hosts);
  expect(await idsOf({ host: [some ?? ''] })).toEqual(
    rows.filter(({ hosts }) => hosts.includes(some ?? '')).map(({ runId }) => runId),
  );
  expect(await idsOf({ host: ['elsewhere.example'] })).toEqual([]);
  expect(await idsOf({ person: ['anna'] })).toEqual(['run-4', 'run-2', 'run-0']);
  expect(await idsOf({ beganFrom: '2026-11-02', beganTo: '2026-11-04T10:00:00Z' })).toEqual(['run-2', 'run-1']);
  expect(await idsOf({ view: 'open' })).toEqual(['run-5']);
  expect(await idsOf({ view: 'failing' })).toEqual(rows.filter(({ now }) => now.failing > 0).map(({ runId }) => runId));
  const page = await list({ person: ['anna', 'bob'] }, { offset: 1, limit: 2 });
  expect([page.total, ...page.rows.map(({ runId }) => runId)]).toEqual([RUNS, 'run-4', 'run-3']);
  const sort = [{ by: 'startedAt', direction: 'asc' }] as const;
  const oldest = await store.mirror('p1').read('resends.page', { filter: {}, sort, offset: 0, limit: 1 });
  expect(oldest.rows[0]?.runId).toBe('run-0');
});
