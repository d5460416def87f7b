/**
 * The calls of the list of deliveries through the whole engine against the independent server: rows for every final invoice, filters that
 * find what facets and groups count, acknowledgements that a new failure takes back, saved views of one business.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { readTable } from '../../support/files/read-csv.ts';
import { addProfile, type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

let api: IndependentApi;
let bench: Bench;

beforeAll(async () => {
  const clock = new FastClock(5);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 40, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock });
  await addProfile(bench, api.baseUrl, KEY_A, 'Independent');
  await synced(bench);
  // The console reads them by itself, one by one; here they are wanted now.
  for (const { uuid, json } of api.business.invoices) if (json['status'] !== 'pending') await readAgain(uuid);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

async function readAgain(uuid: string): Promise<void> {
  await bench.call('deliveries.ofInvoice', { uuid, fresh: true });
}

type PageInput = Omit<CallInput<'deliveries.page'>, 'offset' | 'limit'>;

async function pageOf(input: PageInput = {}): Promise<CallOutput<'deliveries.page'>> {
  return bench.call('deliveries.page', { offset: 0, limit: 200, ...input });
}

async function totalOf(filter: CallInput<'deliveries.page'>['filter']): Promise<number> {
  return (await bench.call('deliveries.page', { filter, offset: 0, limit: 1 })).total;
}

const finals = () => api.business.invoices.filter(({ json }) => json['status'] !== 'pending');
const failing = () => finals().filter(({ deliveries }) => deliveries[0]?.['status'] === 'failed');

/** The one group that the server's failures make. */
async function refused(): Promise<CallOutput<'deliveries.groups'>['groups'][number]> {
  const { groups } = await bench.call('deliveries.groups', {});
  const group = groups.find(({ cause }) => cause === 'refused');
  if (group === undefined) throw new Error('no group of refused connections');
  return group;
}

/** What the activity log says of acknowledgements. */
function written(): readonly unknown[] {
  const path = join(bench.dataFolder, 'books.db');
  const books = SqliteDatabase.open({ path, file: 'books', mode: 'read-only', synchronous: 'FULL' });
  try {
    return books.all(`SELECT outcome, evidence FROM activity WHERE evidence LIKE '%"cause"%' ORDER BY id`);
  } finally {
    books.close();
  }
}

describe('rows', () => {
  it('are one for every final invoice, with the words of invoice and delivery', async () => {
    const { rows, total } = await pageOf();
    expect(total).toBe(finals().length);
    for (const row of rows) {
      const stored = api.invoice(row.invoiceUuid);
      const [delivery] = stored.deliveries;
      expect(row).toMatchObject({
        externalId: stored.json['external_id'],
        amount: stored.json['amount'],
        invoiceStatus: stored.json['status'],
        deliveryUuid: delivery?.['uuid'],
        status: delivery?.['status'],
        state: delivery?.['status'],
        host: 'shop.example',
        cause: delivery?.['status'] === 'failed' ? 'refused' : null,
        isLatest: true,
      });
    }
  });

  it('are what the facets count', async () => {
    const facets = await bench.call('deliveries.facets', {});
    expect(facets.hosts).toEqual([{ value: 'shop.example', count: finals().length }]);
    for (const { value, count } of facets.states) expect(await totalOf({ state: [value] })).toBe(count);
    for (const { value, count } of facets.causes) expect(await totalOf({ cause: [value] })).toBe(count);
    for (const { value, count } of facets.events) expect(await totalOf({ event: [value] })).toBe(count);
    expect(facets.states.length * facets.events.length).toBeGreaterThanOrEqual(4);
  });

  it('say where the hosts stand', async () => {
    const { hosts } = await bench.call('deliveries.hosts', {});
    expect(hosts).toMatchObject([
      { host: 'shop.example', attempts: finals().length, succeeded: finals().length - failing().length, p50Ms: null },
    ]);
  });

  it('hosts are narrowed by their labels, on screen and in the file', async () => {
    await bench.call('labels.save', { id: 'label-watch', name: 'Watch', colour: 'amber' });
    await bench.call('labels.save', { id: 'label-other', name: 'other', colour: 'grey' });
    await bench.call('labels.put', { list: 'endpoints', recordIds: ['shop.example'], add: ['label-watch'] });
    const hostsOf = async (label: readonly string[]) =>
      (await bench.call('deliveries.hosts', { label: [...label] })).hosts;
    expect(await hostsOf(['WATCH', 'other'])).toMatchObject([
      { host: 'shop.example', marks: { labels: [{ name: 'Watch' }], notes: 0, hasCase: false } },
    ]);
    expect(await hostsOf(['other'])).toEqual([]);
    const fileOf = async (label: string) => {
      const { jobId } = await bench.call('exports.start', { kind: 'endpoints', label: [label] });
      await until(
        () => bench.call('jobs.list', {}),
        ({ jobs }) => jobs.some(({ id, state }) => id === jobId && state === 'done'),
      );
      return readTable(readFileSync(join(bench.dataFolder, 'exports', `${jobId}.csv`), 'utf8')).rows;
    };
    expect(await fileOf('watch')).toMatchObject([{ endpoint: 'shop.example', labels: 'Watch' }]);
    expect(await fileOf('other')).toEqual([]);
  });

  it('are refused with more than the contract allows', async () => {
    expect(await bench.refused('deliveries.page', { offset: 0, limit: 201 })).toMatchObject({ kind: 'invalid-input' });
    const filter = { createdFrom: 'yesterday' };
    expect(await bench.refused('deliveries.page', { filter, offset: 0, limit: 1 })).toMatchObject({
      kind: 'invalid-input',
      issues: [{ path: 'filter.createdFrom' }],
    });
  });
});

describe('an acknowledgement', () => {
  it('holds for the failures that were seen, is written down, and is taken back by hand', async () => {
    const group = await refused();
    expect(group).toMatchObject({ failed: failing().length, retrying: 0, acknowledged: null, since: 0 });
    const upTo = group.newestFailure ?? '';
    const events = bench.events.length;
    await bench.call('deliveries.acknowledge', { host: group.host, cause: 'refused', note: ' they move house ', upTo });
    expect(await refused()).toMatchObject({ acknowledged: { note: 'they move house' }, since: 0 });
    expect(await totalOf({ acknowledged: true })).toBe(group.failed);
    expect(await totalOf({ acknowledged: false })).toBe(finals().length - group.failed);
    const told = await until(
      () => bench.events.slice(events).map((frame) => JSON.stringify(frame)),
      (frames) => frames.some((frame) => frame.includes('mirror.changed')),
    );
    expect(told.some((frame) => frame.includes('"deliveries"'))).toBe(true);
    await bench.call('deliveries.acknowledge', { host: group.host, cause: 'refused', undo: true });
    expect((await refused()).acknowledged).toBeNull();
    expect(await totalOf({ acknowledged: true })).toBe(0);
    expect(written()).toMatchObject([
      { outcome: 'acknowledged', evidence: expect.stringContaining('they move house') },
      { outcome: 'taken-back', evidence: expect.stringContaining('refused') },
    ]);
  });

  it('is taken back by a failure that came later', async () => {
    const group = await refused();
    await bench.call('deliveries.acknowledge', { host: group.host, cause: 'refused' });
    const fine = finals().find(({ deliveries }) => deliveries[0]?.['status'] === 'delivered');
    const delivery = fine?.deliveries[0];
    if (fine === undefined || delivery === undefined) throw new Error('nothing was delivered');
    const later = '2031-01-01T00:00:00Z';
    Object.assign(delivery, {
      status: 'failed',
      last_error: 'connect ECONNREFUSED',
      attempts_history: [{ attempt_number: 1, round: 1, triggered_by: 'system', success: false, created_at: later }],
    });
    await readAgain(fine.uuid);
    expect(await refused()).toMatchObject({ failed: group.failed + 1, acknowledged: null, since: 1 });
    expect(await totalOf({ acknowledged: true })).toBe(0);
  });

  it('of failures that were not on screen yet does not cover them', async () => {
    const group = await refused();
    await bench.call('deliveries.acknowledge', { host: group.host, cause: 'refused', upTo: '2030-01-01' });
    expect(await refused()).toMatchObject({ acknowledged: null, since: 1 });
    await bench.call('deliveries.acknowledge', { host: group.host, cause: 'refused', upTo: '2040-01-01' });
    expect(await refused()).toMatchObject({ acknowledged: { note: null }, since: 0 });
  });

  it('needs failures', async () => {
    expect(await bench.refused('deliveries.acknowledge', { host: 'nobody.example', cause: 'tls' })).toMatchObject({
      kind: 'not-found',
    });
  });
});

describe('saved views', () => {
  it('are saved, renewed under their name, and removed', async () => {
    const first = await bench.call('views.save', { list: 'deliveries', name: ' Refused ', query: 'cause=refused' });
    expect(first).toMatchObject({ list: 'deliveries', name: 'Refused' });
    const again = await bench.call('views.save', { list: 'deliveries', name: 'Refused', query: 'cause=tls' });
    expect(again).toEqual({ ...first, query: 'cause=tls' });
    expect(await bench.call('views.list', { list: 'deliveries' })).toEqual({ views: [again] });
    expect(await bench.call('views.list', { list: 'invoices' })).toEqual({ views: [] });
    await bench.call('views.remove', { id: first.id });
    expect(await bench.refused('views.remove', { id: first.id })).toMatchObject({ kind: 'not-found' });
  });
});
