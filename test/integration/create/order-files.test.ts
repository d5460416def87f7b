/**
 * Orders out of a file on real sockets, files and threads: the check, the run, its rows and their links; what concerns one customer, what concerns
 * everybody; a restart in the middle. The server's record of invoices is the judge. Deaths: faults/create/order-files.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CallOutput } from '../../../src/contract/calls.ts';
import type { OrderReading } from '../../../src/domain/ledger/order-file.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { type Bench, handOver, MemoryVault, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const FACTOR = 60;
let clock: FastClock;
let vault: MemoryVault;
let api: IndependentApi;
let bench: Bench;
let profile: string;
let files = 0;

beforeAll(async () => {
  clock = new FastClock(FACTOR);
  vault = new MemoryVault();
  api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices: 20, withdrawals: 0 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  bench = await startBench({ clock, vault });
  profile = (await bench.call('profiles.add', { name: 'A', baseUrl: api.baseUrl, apiKey: KEY_A })).id ?? '';
  await synced(bench, profile);
  await bench.call('sync.pause', {}, profile);
});

afterEach(() => {
  api.behaviour.createOf.clear();
  Object.assign(api.behaviour, { dealsEnabled: true, intercept: () => null });
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await api.close();
});

type Run = CallOutput<'orders.run'>;

const READING: OrderReading = {
  format: {
    type: 'csv',
    encoding: 'utf-8',
    separator: ';',
    sheet: null,
    headerLine: 1,
    decimal: ',',
    thousands: '.',
    dateOrder: 'iso',
    timeZone: 'UTC',
  },
  columns: { external_id: 'Order', customer_id: 'Customer', amount: 'Amount', purpose: 'Text' },
  currency: 'EUR',
};

/** Ids that no other test has, and their rows. */
function orders(count: number, customer = (index: number) => `customer ${index}`) {
  files += 1;
  const ids = Array.from({ length: count }, (_, index) => `file ${files} order ${index}`);
  return {
    ids,
    rows: ids.map((id, index) => `${id};${customer(index)};1.0${10 + index},50;Order "${index}"`.replaceAll('"', '')),
  };
}

async function handed(rows: readonly string[]): Promise<string> {
  const text = ['Order;Customer;Amount;Text', ...rows].join('\r\n');
  return handOver(bench, Buffer.from(text), { name: 'orders.csv', profile });
}

async function begin(rows: readonly string[], runId: string = randomUUID()): Promise<Run> {
  return bench.call('orders.start', { runId, fileId: await handed(rows), reading: READING }, profile);
}

const look = ({ runId }: Run): Promise<Run> => bench.call('orders.run', { runId }, profile);
const reached = (run: Run, ...states: readonly Run['state'][]): Promise<Run> =>
  until(
    () => look(run),
    ({ state }) => states.includes(state),
  );
const rowsOf = async ({ runId }: Run) =>
  (await bench.call('orders.rows', { runId, offset: 0, limit: 200 }, profile)).rows;
const there = (id: string) => api.business.invoices.filter(({ json }) => json['external_id'] === id);

it('creates each order once with its exact amount, and tells the link of each', async () => {
  const { ids, rows } = orders(12);
  const fileId = await handed(rows);
  const check = await bench.call('orders.check', { fileId, reading: READING }, profile);
  expect(check).toMatchObject({ rows: 12, ready: 12, left: [], sums: [{ unit: 'EUR', count: 12 }] });
  expect(there(ids[0] ?? '')).toHaveLength(0);
  const run = await bench.call('orders.start', { runId: randomUUID(), fileId, reading: READING }, profile);
  const done = await reached(run, 'done');
  expect(done).toMatchObject({ total: 12, counts: { created: 12, waiting: 0, refused: 0 }, label: 'orders.csv' });
  const told = await rowsOf(run);
  for (const [index, id] of ids.entries()) {
    const [invoice, ...others] = there(id);
    expect(others).toEqual([]);
    expect(invoice?.json).toMatchObject({
      amount: `10${10 + index}.50`,
      customer_id: `customer ${index}`,
      purpose: `Order ${index}`,
    });
    expect(told[index]).toMatchObject({
      line: index + 2,
      externalId: id,
      standing: 'created',
      invoiceUuid: invoice?.uuid,
      paymentUrl: invoice?.json['payment_url'],
    });
  }
  expect((await bench.call('orders.runs', {}, profile)).runs[0]).toMatchObject({ runId: run.runId, state: 'done' });
});

it('leaves out what cannot be an order, what comes twice and what is there, and says why', async () => {
  const { rows } = orders(3);
  const taken = api.business.invoices.find(({ json }) => /^\w[\w -]+$/.test(String(json['external_id'])));
  const bad = [
    rows[0] ?? '',
    'no amount;c;;x',
    'tiny;c;0,001;x',
    `${'x'.repeat(129)};c;1,00;x`,
    rows[0] ?? '',
    `${String(taken?.json['external_id'])};c;1,00;x`,
    ';c;1,00;x',
    'ending soon;c',
  ];
  const fileId = await handed([...rows, ...bad]);
  const check = await bench.call('orders.check', { fileId, reading: READING }, profile);
  expect(check).toMatchObject({ rows: 11, ready: 3 });
  expect(check.left.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'repeated'],
    [6, 'no-amount'],
    [7, 'too-many-decimals'],
    [8, 'too-long'],
    [9, 'repeated'],
    [10, 'exists'],
    [11, 'missing'],
    [12, 'too-few-cells'],
  ]);
  const run = await bench.call('orders.start', { runId: randomUUID(), fileId, reading: READING }, profile);
  const done = await reached(run, 'done');
  expect(done.counts).toMatchObject({ created: 3, left: 8 });
  const told = await rowsOf(run);
  expect(told.find(({ left }) => left === 'exists')?.invoiceUuid).toBe(taken?.uuid);
  // The same file once more has nothing that is new.
  const again = await handed(rows);
  expect(await bench.call('orders.check', { fileId: again, reading: READING }, profile)).toMatchObject({ ready: 0 });
  const none = { runId: randomUUID(), fileId: again, reading: READING };
  expect(await bench.refused('orders.start', none, profile)).toMatchObject({ kind: 'invalid-input' });
});

it('reads no file with more rows than a run may have, and none without the columns that are needed', async () => {
  const many = Array.from({ length: 1_001 }, (_, index) => `many ${index};c;1,00;x`);
  const refusal = { kind: 'file-refused', reason: 'too-many-rows' };
  expect(await bench.refused('orders.check', { fileId: await handed(many), reading: READING }, profile)).toMatchObject(
    refusal,
  );
  const { customer_id: _, ...columns } = READING.columns;
  const lacking = { fileId: await handed(['a;c;1,00;x']), reading: { ...READING, columns } };
  expect(await bench.refused('orders.check', lacking, profile)).toMatchObject({ reason: 'mapping-incomplete' });
});

it('FAULT-97: every outcome stands with its row; an answer that is lost is looked up, and nothing is there twice', async () => {
  const { ids, rows } = orders(6);
  const [lost = '', refused = '', other = ''] = ids;
  api.behaviour.createOf.set(lost, 'process-then-drop');
  api.behaviour.createOf.set(refused, 'refuse-422');
  const run = await begin(rows);
  // Somebody else has made one meanwhile, over other money.
  api.order({
    externalId: ids[5] ?? '',
    customerId: 'somebody',
    amount: '1.00',
    currency: 'EUR',
    purpose: null,
    urls: {},
  });
  const done = await reached(run, 'done');
  const told = await rowsOf(run);
  expect(told.map(({ standing }) => standing)).toEqual([
    'created',
    'refused',
    'created',
    'created',
    'created',
    'conflict',
  ]);
  expect(told[1]?.failure).toMatchObject({ kind: 'rejected', status: 422 });
  expect(done.counts).toMatchObject({ created: 4, refused: 1, conflict: 1, unknown: 0 });
  for (const id of [lost, other, ids[5] ?? '']) expect(there(id)).toHaveLength(1);
});

it('FAULT-98: holds the orders of a customer with too many open ones, and those of nobody else', async () => {
  const { ids, rows } = orders(6, (index) => (index % 2 === 0 ? 'full' : `other ${index}`));
  for (const id of [ids[0] ?? '', ids[2] ?? '']) api.behaviour.createOf.set(id, 'refuse-unpaid-cap');
  const run = await begin(rows);
  const held = await until(
    () => look(run),
    ({ counts, waitingFor }) => counts.created === 3 && waitingFor === 'customer-limit',
  );
  expect(held.counts).toMatchObject({ waiting: 3, refused: 0 });
  api.behaviour.createOf.clear();
  expect((await reached(run, 'done')).counts).toMatchObject({ created: 6 });
});

it('FAULT-98: stops for everybody when the API takes no orders, with its reason, and goes on when somebody resumes it', async () => {
  const { ids, rows } = orders(4);
  api.behaviour.dealsEnabled = false;
  const run = await begin(rows);
  const stopped = await reached(run, 'stopped');
  expect(stopped).toMatchObject({ stop: 'payments-disabled', counts: { waiting: 4, refused: 0 } });
  const fileId = await handed(orders(1).rows);
  expect(await bench.refused('orders.start', { runId: randomUUID(), fileId, reading: READING }, profile)).toMatchObject(
    {
      code: 'RUN_ALREADY_OPEN',
      details: { openRunId: run.runId },
    },
  );
  // Nothing was begun of it, so it need not be handed over again.
  expect((await bench.call('orders.check', { fileId, reading: READING }, profile)).ready).toBe(1);
  api.behaviour.dealsEnabled = true;
  await bench.call('jobs.resume', { id: run.runId }, profile);
  expect((await reached(run, 'done')).counts).toMatchObject({ created: 4 });
  for (const id of ids) expect(there(id)).toHaveLength(1);
});

it('is paused, restarted and cancelled: what waits is not sent, and nothing is sent twice', async () => {
  const { ids, rows } = orders(60);
  const run = await begin(rows);
  await until(
    () => look(run),
    ({ counts }) => counts.created >= 3,
  );
  await bench.stop();
  bench = await startBench({ clock, vault, dataFolder: bench.dataFolder });
  await until(
    () => look(run),
    ({ counts }) => counts.created >= 10,
  );
  await bench.call('jobs.pause', { id: run.runId }, profile);
  await until(
    () => look(run),
    ({ state, counts }) => state === 'paused' && counts.running === 0,
  );
  await bench.call('jobs.cancel', { id: run.runId }, profile);
  const { state, counts } = await look(run);
  expect(state).toBe('cancelled');
  const made = ids.filter((id) => there(id).length > 0);
  expect(made.length).toBe(counts.created + counts.existing);
  // The one that was on its way when the console ended may never have arrived: that it is not there proves nothing, and it is not sent again.
  expect(counts.unknown).toBeLessThanOrEqual(1);
  expect(counts.created + counts.existing + counts.cancelled + counts.unknown).toBe(60);
  for (const id of made) expect(there(id)).toHaveLength(1);
});

it('is not begun by a read-only profile, though its file may be checked', async () => {
  await bench.call('profiles.update', { id: profile, readOnly: true });
  try {
    const fileId = await handed(orders(1).rows);
    expect(await bench.call('orders.check', { fileId, reading: READING }, profile)).toMatchObject({ ready: 1 });
    const start = { runId: randomUUID(), fileId, reading: READING };
    expect(await bench.refused('orders.start', start, profile)).toMatchObject({ reason: 'read-only' });
  } finally {
    await bench.call('profiles.update', { id: profile, readOnly: false });
  }
});
