/**
 * A file of orders was cancelled while an order of it waited for its turn, behind a refusal with a time of minutes: when that was over it left all the same, long
 * after people had been told that the file was cancelled. What has not had its turn by then is not sent; paused, it waits for the file to go on.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import { PLAIN_CSV } from '../../../src/domain/ledger/import.ts';
import { type Bench, handOver, MemoryVault, startBench, synced, until } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

let clock: FastClock;
let api: IndependentApi;
let bench: Bench;
let profile: string;

beforeAll(async () => {
  clock = new FastClock(60);
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 3, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock, vault: new MemoryVault() });
  profile = (await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
  await synced(bench, profile);
  await bench.call('sync.pause', {}, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

const READING = {
  format: PLAIN_CSV,
  columns: { external_id: 'order', customer_id: 'customer', amount: 'amount', currency: 'currency' },
  currency: null,
} as const;

type Rows = CallOutput<'orders.rows'>['rows'];

/** A file of one order, which is told to come again in two minutes; its run, once that was said. */
async function begun(id: string): Promise<string> {
  const runId = randomUUID();
  let refused = 0;
  api.behaviour.intercept = ({ method }) => {
    if (method !== 'POST' || refused > 0) return null;
    refused += 1;
    const error = { code: 'RATE_LIMITED', message: 'slow down' };
    return { status: 429, body: { success: false, error }, headers: { 'retry-after': '120' } };
  };
  const text = `order,customer,amount,currency\r\n${id},customer,1.50,EUR`;
  const fileId = await handOver(bench, Buffer.from(text), { name: 'orders.csv', profile });
  await bench.call('orders.start', { runId, fileId, reading: READING }, profile);
  await until(
    async () => refused,
    (times) => times === 1,
  );
  return runId;
}

const rowsOf = async (runId: string): Promise<Rows> =>
  (await bench.call('orders.rows', { runId, offset: 0, limit: 10 }, profile)).rows;
const reached = (runId: string, isIt: (standing: string) => boolean): Promise<Rows> =>
  until(
    () => rowsOf(runId),
    (rows) => rows.every(({ standing }) => isIt(standing)),
  );
const made = (id: string) => api.business.invoices.filter(({ json }) => json['external_id'] === id);

test('an order that waits for its turn is not sent once its file is cancelled', async () => {
  const runId = await begun('cancelled order');
  await bench.call('jobs.cancel', { id: runId }, profile);
  const [row] = await reached(runId, (standing) => standing !== 'running');
  expect(row?.standing).toBe('cancelled');
  expect(made('cancelled order')).toEqual([]);
});

test('nor while its file is paused, and it is made when that goes on', async () => {
  const runId = await begun('paused order');
  await bench.call('jobs.pause', { id: runId }, profile);
  const [row] = await reached(runId, (standing) => standing !== 'running');
  expect(row?.standing).toBe('waiting');
  expect(made('paused order')).toEqual([]);
  await bench.call('jobs.resume', { id: runId }, profile);
  const [after] = await reached(runId, (standing) => standing === 'created');
  expect(after?.standing).toBe('created');
  expect(made('paused order')).toHaveLength(1);
});
