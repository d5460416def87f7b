/**
 * Payouts to new addresses through the whole engine: found by address and network, told once, gone with a name; approvals are told where that is wanted;
 * the address book outlives the mirror and stands in the file of withdrawals; the median is that of the server's own dates.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { Json } from '../../support/independent-api/options.ts';
import { readTable } from '../../support/files/read-csv.ts';
import { addProfile, type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

let api: IndependentApi;
let bench: Bench;
let profile: string;
let made = 0;
const KNOWN = 'TKnownAddress1';
const FRESH = 'TFreshAddress2';

function payout(change: Json): string {
  made += 1;
  const uuid = `77777777-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const at = new Date(api.now() - 1_000).toISOString();
  const json = {
    uuid,
    actor: 'owner',
    balance_type: 'main',
    token: 'USDT',
    network: 'TRC20',
    address: KNOWN,
    amount: '100',
    network_commission: '1',
  };
  const rest = { amount_to_send: '99', status: 'pending', tx_hash: null, created_at: at, processed_at: null };
  api.business.withdrawals.push({ uuid, json: { ...json, ...rest, ...change }, createdAt: api.now() });
  return uuid;
}

const page = (filter: object) => bench.call('withdrawals.page', { filter, offset: 0, limit: 50 });
const newOnes = async () => (await page({ newAddress: true })).rows.map(({ uuid }) => uuid);
const told = (about: string) =>
  bench.events
    .filter(({ event, data }) => event === 'news' && Object(data).about === about)
    .map(({ data }) => String(Object(data).body));
const read = () => bench.call('sync.start', {}, profile);

beforeAll(async () => {
  const clock = new FastClock(20);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 4, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  const old = (hours: number, took: number) => ({
    status: 'approved',
    created_at: new Date(api.now() - hours * 3_600_000).toISOString(),
    processed_at: new Date(api.now() - (hours - took) * 3_600_000).toISOString(),
  });
  for (const [hours, took] of [
    [90, 2],
    [80, 8],
    [70, 1],
    [60, 3],
    [50, 30],
  ] as const)
    payout(old(hours, took));
  bench = await startBench({ clock });
  profile = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, profile);
  // What is there before the first look is no news.
  await until(firstLook, (since) => since !== undefined);
});

/** When the list was first looked at as a whole, read past the engine; undefined before. */
function firstLook(): unknown {
  const file = new Database(join(bench.dataFolder, 'books.db'), { readonly: true });
  const state = file.prepare('SELECT value FROM settings WHERE key = ?').pluck().get(`payouts/${profile}`);
  file.close();
  return state;
}

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

it('tells how long the business’s own took', async () => {
  expect(await bench.call('withdrawals.pace', {})).toEqual({ sample: 5, medianMs: 3 * 3_600_000 });
});

it('a payout to an address on a network that nothing was sent to is news once, and a name answers it', async () => {
  await bench.call('settings.set', { notifications: { approvedWithdrawals: true } });
  const [known, other, fresh] = [payout({}), payout({ network: 'ERC20' }), payout({ address: FRESH, amount: '250.5' })];
  await until(
    async () => (await read(), await newOnes()),
    (uuids) => uuids.includes(fresh),
  );
  const found = await newOnes();
  expect(found).toContain(other);
  expect(found).not.toContain(known);
  await until(
    async () => told('new-addresses').join('\n'),
    (words) =>
      words.includes('2 withdrawals go to new addresses, 350.5 USDT') ||
      (words.includes(FRESH) && words.includes('on ERC20')),
  );
  const where = { network: 'TRC20', address: FRESH };
  expect(await bench.call('addresses.name', { ...where, name: 'Treasury', before: null })).toEqual({ changed: true });
  expect(await bench.call('addresses.name', { ...where, name: 'Treasury', before: null })).toEqual({ changed: false });
  expect(await bench.refused('addresses.name', { ...where, name: 'Mine', before: 'Other' })).toMatchObject({
    kind: 'changed-since',
    by: expect.any(String),
  });
  expect(await newOnes()).not.toContain(fresh);
  const before = told('new-addresses').length;
  const one = api.business.withdrawals.find(({ uuid }) => uuid === fresh);
  Object.assign(one?.json ?? {}, {
    status: 'approved',
    processed_at: new Date(api.now()).toISOString(),
    tx_hash: '0x1',
  });
  await until(
    async () => (await bench.call('withdrawals.get', { uuid: fresh, fresh: true }), told('approved-withdrawals')),
    (all) => all.length === 1,
  );
  expect(told('approved-withdrawals')[0]).toBe('A withdrawal of 250.5 USDT was approved, to Treasury.');
  expect(told('new-addresses')).toHaveLength(before);
});

it('the address book outlives the mirror, goes out with the withdrawals, and its history is in the audit log', async () => {
  await bench.stop();
  rmSync(join(bench.dataFolder, 'mirrors'), { recursive: true });
  bench = await startBench({ clock: bench.clock, dataFolder: bench.dataFolder, vault: bench.vault });
  await until(
    () => bench.call('profiles.setKey', { id: profile, apiKey: KEY_A }),
    ({ verdict }) => verdict.ok,
  );
  await synced(bench, profile);
  const { addresses } = await bench.call('addresses.list', {});
  expect(addresses).toMatchObject([{ network: 'TRC20', address: FRESH, name: 'Treasury' }]);
  const { jobId } = await bench.call('exports.start', { kind: 'withdrawals', filter: { address: FRESH } });
  await until(
    () => bench.call('jobs.list', {}),
    (all) => all.jobs.some(({ id, state }) => id === jobId && state === 'done'),
  );
  const { rows } = readTable(readFileSync(join(bench.dataFolder, 'exports', `${jobId}.csv`), 'utf8'));
  expect(rows.map((row) => row['address_name'])).toEqual(['Treasury']);
  await bench.call('addresses.name', { network: 'TRC20', address: FRESH, name: null, before: 'Treasury' });
  expect((await bench.call('addresses.list', {})).addresses).toEqual([]);
  const log = (await bench.call('activity.page', { filter: { action: ['name-address'] }, offset: 0, limit: 9 })).rows;
  expect(log.map(({ summary }) => summary)).toEqual([
    `Take the name off the address ${FRESH} on TRC20`,
    `Call the address ${FRESH} on TRC20 “Treasury”`,
  ]);
});
