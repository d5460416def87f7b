/**
 * A fee that moves at the independent server, through the whole engine: the change with its two readings, the invoices since as the list of invoices
 * counts them, news of it once, its export, and all of it there after the mirror was thrown away.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMethods } from '../../support/independent-api/world.ts';
import { ok } from '../../support/independent-api/replies.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { Json } from '../../support/independent-api/options.ts';
import { readTable } from '../../support/files/read-csv.ts';
import { addProfile, type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

let api: IndependentApi;
let bench: Bench;
let profile: string;
let methods: readonly Json[] = makeMethods();
const [card] = makeMethods();
const name = String(card?.['name']);

function paidBy(at: string, method: string): void {
  const { uuid, json } = api.order({ amount: '200.00', currency: 'EUR' });
  api.finish(uuid, 'success');
  Object.assign(json, { created_at: at, payment_method: { name: method, logo_url: null } });
}

async function read(): Promise<string> {
  return (await bench.call('paymentMethods.list', { fresh: true })).asOf ?? '';
}

const page = (input: object = {}) => bench.call('catalogue-changes.page', { offset: 0, limit: 50, ...input });
const moment = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

beforeAll(async () => {
  const clock = new FastClock(20);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 4, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  api.behaviour.intercept = ({ path }) => (path === '/external/payment-methods' ? ok(methods) : null);
  bench = await startBench({ clock });
  profile = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

it('a fee that moved is told with what it was, since when, and the invoices since', async () => {
  const before = await read();
  expect((await page()).rows).toEqual([]);
  // Another order, and something nobody has specified: nothing has moved.
  methods = methods.toReversed().map((method) => ({ ...method, promoted: true }));
  const still = await until(read, (asOf) => asOf > before);
  expect((await page()).rows).toEqual([]);
  methods = methods.map((method) =>
    method['name'] === name ? { ...method, merchant_commission_percent: '2.9' } : method,
  );
  const seen = await until(read, (asOf) => asOf > still);
  const first = (await page()).rows[0];
  expect(first).toMatchObject({
    method: name,
    field: 'merchant_commission_percent',
    before: card?.['merchant_commission_percent'],
    after: '2.9',
    seenAt: seen,
  });
  expect((first?.unseenAt ?? '') >= before && (first?.unseenAt ?? '') < seen).toBe(true);
  const [unseenAt, seenAt] = [first?.unseenAt ?? '', first?.seenAt ?? ''];
  paidBy(moment(unseenAt, -1_000), name);
  paidBy(unseenAt, name);
  paidBy(seenAt, name.toUpperCase());
  paidBy(moment(seenAt, 5_000), name);
  paidBy(moment(seenAt, 5_000), 'Another');
  await bench.call('sync.start', {}, profile);
  const told = await until(
    async () => (await page()).rows[0],
    (row) => row?.invoicesSince === 2,
  );
  expect(told?.invoicesBetween).toBe(1);
  const filter = { method: name, currency: [told?.currency ?? ''], createdFrom: seenAt };
  expect((await bench.call('invoices.page', { filter, offset: 0, limit: 5 })).total).toBe(2);
});

it('is news once, goes out as a file, and is there after the mirror was read anew', async () => {
  await until(
    async () => bench.events.filter(({ event, data }) => event === 'news' && Object(data).about === 'fees-moved'),
    (news) => news.length === 1 && /moved from .* % to 2\.9 %/.test(Object(news[0]?.data).body),
  );
  const { jobId } = await bench.call('exports.start', { kind: 'catalogue-changes' });
  await until(
    () => bench.call('jobs.list', {}),
    (all) => all.jobs.some(({ id, state }) => id === jobId && state === 'done'),
  );
  const { rows } = readTable(readFileSync(join(bench.dataFolder, 'exports', `${jobId}.csv`), 'utf8'));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ method: name, after: '2.9', invoices_since: '2', invoices_between: '1' });
  const kept = (await page()).rows;
  await bench.stop();
  rmSync(join(bench.dataFolder, 'mirrors'), { recursive: true });
  bench = await startBench({ clock: bench.clock, dataFolder: bench.dataFolder, vault: bench.vault });
  await bench.call('profiles.setKey', { id: profile, apiKey: KEY_A });
  await synced(bench, profile);
  await read();
  expect(await until(page, ({ rows: now }) => now[0]?.invoicesSince === 2)).toMatchObject({ rows: kept, total: 1 });
});
