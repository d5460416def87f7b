/**
 * All businesses as one row each, over a real engine with three of them: every figure is the one of the servers' own worlds and of the business's
 * own screens, sums count each business once, one that cannot be read costs the others nothing, and the export says the same.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MoneySum } from '../../../src/domain/kernel/money/money.ts';
import { glanceTotals, needsSomebody } from '../../../src/domain/period/glance.ts';
import { readTable } from '../../support/files/read-csv.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { Business } from '../../support/independent-api/world.ts';
import { type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const KEY_B = 'key-of-business-B-9876543210';
const KEY_C = 'key-of-business-C-1357924680';
const KEY_D = 'key-of-business-D-2468013579';
const ALL = { from: '2020-01-01', to: '2040-01-01', timeZone: 'UTC' } as const;
/** Nobody was paid anything then. */
const BEFORE = { from: '2019-01-01', to: '2020-01-01', timeZone: 'UTC' } as const;

let clock: FastClock;
let bench: Bench;
let api: IndependentApi;
/** A, B, C, and A by another profile. */
let ids: readonly string[];

beforeAll(async () => {
  clock = new FastClock(10);
  bench = await startBench({ clock });
  api = await startIndependentApi({
    businesses: [
      { key: KEY_A, invoices: 130, withdrawals: 4 },
      { key: KEY_B, invoices: 70, withdrawals: 9 },
      { key: KEY_C, invoices: 0, withdrawals: 0 },
      { key: KEY_D, invoices: 25, withdrawals: 1 },
    ],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const names = ['A', 'B', 'C', 'A again'];
  const keys = [KEY_A, KEY_B, KEY_C, KEY_A];
  const added: string[] = [];
  for (const [at, name] of names.entries()) {
    const { id = '' } = await bench.call('profiles.add', { name, baseUrl: api.baseUrl, apiKey: keys[at] ?? '' });
    added.push(id);
  }
  await Promise.all(added.map((id) => synced(bench, id)));
  ids = added;
  const uuid = api.business.invoices.find(({ deliveries }) => deliveries.length > 0)?.uuid ?? '';
  for (const profile of [ids[0], ids[3]]) await bench.call('deliveries.ofInvoice', { uuid }, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

/** As the server has it: everything that was credited. */
function creditedIn(business: Business | undefined): string {
  const total = new MoneySum();
  for (const { json } of business?.invoices ?? []) {
    const settled = json['settled_amount_usdt'];
    if (json['status'] === 'success' && typeof settled === 'string') total.add(settled);
  }
  return total.total();
}

const glance = async () => (await bench.call('profiles.glance', { period: ALL, before: BEFORE }, undefined)).businesses;

it('each row is what the server of its business has and its own screens say; sums count a business once', async () => {
  const rows = await glance();
  expect(rows.map(({ name, sameAs }) => [name, sameAs])).toEqual([
    ['A', null],
    ['B', null],
    ['C', null],
    ['A again', ids[0]],
  ]);
  const worlds = [...api.businesses.slice(0, 3), api.businesses[0]];
  for (const [at, { profileId, figures, stopped, offline }] of rows.entries()) {
    const world = worlds[at];
    expect(figures).toMatchObject({
      netUsdt: creditedIn(world),
      netBeforeUsdt: '0',
      pendingWithdrawals: world?.withdrawals.filter(({ json }) => json['status'] === 'pending').length,
      certificate: 'certified',
      lastClose: null,
    });
    const { items } = await bench.call('overview.attention', {}, profileId);
    const countOf = (kind: (typeof items)[number]['kind']) => items.find((item) => item.kind === kind)?.count ?? 0;
    expect([figures?.openExceptions, figures?.failedWebhooks]).toEqual([
      countOf('exceptions-open'),
      countOf('delivery-failed'),
    ]);
    expect([stopped, offline]).toEqual([null, null]);
  }
  const sum = new MoneySum();
  for (const world of api.businesses.slice(0, 3)) sum.add(creditedIn(world));
  expect(glanceTotals(rows)).toEqual({
    of: rows.slice(0, 3).map(({ figures }) => figures),
    netUsdt: sum.total(),
    netBeforeUsdt: '0',
    isWhole: true,
  });
  expect(sum.total()).not.toBe('0');
});

it('the export has the same rows and the same sum, whichever business the window shows', async () => {
  const [, profile] = ids;
  const { jobId } = await bench.call('exports.start', { kind: 'businesses', period: ALL, before: BEFORE }, profile);
  const look = async () => (await bench.call('jobs.list', {}, profile)).jobs.find(({ id }) => id === jobId)?.state;
  expect(await until(look, (state) => state !== 'running')).toBe('done');
  const { rows, totals } = readTable(readFileSync(join(bench.dataFolder, 'exports', `${jobId}.csv`), 'utf8'));
  const told = await glance();
  expect(rows.map((row) => [row['business'], row['net_usdt'], row['pending_withdrawals'], row['same_as']])).toEqual(
    told.map(({ name, figures, sameAs }) => [
      name,
      figures?.netUsdt,
      `${figures?.pendingWithdrawals}`,
      sameAs === null ? '' : 'A',
    ]),
  );
  expect(totals.map((line) => line['net_usdt'])).toEqual([glanceTotals(told).netUsdt]);
});

it('a business whose key turned out to be of another keeps its figures and says that nothing is asked for it', async () => {
  const id = ids[1] ?? '';
  const { vault, dataFolder } = bench;
  await bench.stop();
  // Another program put another business's key under this profile's name.
  await vault.set(id, KEY_D);
  bench = await startBench({ clock, vault, dataFolder });
  const rows = await until(glance, (all) => all[1]?.stopped !== null);
  expect(rows[1]).toMatchObject({
    name: 'B',
    stopped: { kind: 'profile-changed', reason: 'different-business' },
    figures: { netUsdt: creditedIn(api.businesses[1]) },
  });
  expect(rows.map((row) => needsSomebody(row))[1]).toBe(true);
});

it('one that cannot be read has no figures, and costs the others none', async () => {
  const [a, b] = api.businesses;
  const database = new Database(join(bench.dataFolder, 'mirrors', `${ids[2]}.db`));
  database.exec('ALTER TABLE withdrawals RENAME TO elsewhere');
  const rows = await glance();
  database.exec('ALTER TABLE elsewhere RENAME TO withdrawals');
  database.close();
  expect(rows.map(({ figures }) => figures === null)).toEqual([false, false, true, false]);
  const sum = new MoneySum();
  for (const world of [a, b]) sum.add(creditedIn(world));
  expect(glanceTotals(rows)).toMatchObject({ of: { length: 2 }, netUsdt: sum.total(), isWhole: false });
  expect((await glance())[2]?.figures?.netUsdt).toBe('0');
});
