/**
 * Ten thousand reads over a line with twenty kinds of fault: every answer is the server's own, or the failure has the name of what
 * really happened; every row that was taken is in the mirror as the server has it. The server's record judges.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../src/backend/api/endpoints/client.ts';
import { createRetryQuota } from '../../src/backend/api/gate/quota.ts';
import { openInProcess } from '../support/in-process-store.ts';
import type { Store } from '../../src/backend/workers/threads/store.ts';
import type { Failure, Result } from '../../src/domain/kernel/failure/failure.ts';
import { CANARY, clientOf } from '../backend/api/fixture.ts';
import { temporaryFolder } from '../backend/mirror/sample.ts';
import { DiscreteClock } from '../support/discrete-clock.ts';
import { FAULT_NAMES, FAULTS, type FaultyLine, faultyLine, holdOverLine } from '../support/faulty-line.ts';
import { type IndependentApi, startIndependentApi } from '../support/independent-api/server.ts';
import type { Json } from '../support/independent-api/options.ts';
import { scaled } from '../support/scale.ts';

const READS = scaled(10_000);
const INVOICES = 730;
/** Different sizes make many paths, which are asked for side by side. */
const PAGE_SIZES = [100, 73, 50, 31] as const;
const WORKERS = 12;
const SEED = 'twenty kinds of fault';
const CHECK = { lane: 'check' } as const;

const clock = new DiscreteClock();
let api: IndependentApi;
let line: FaultyLine;
let client: ApiClient;
let store: Store;
let letGo: () => void;
const folder = temporaryFolder();
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', note);
  api = await startIndependentApi({
    businesses: [{ key: CANARY, invoices: INVOICES, withdrawals: 120 }],
    now: () => clock.now(),
    sleep: (ms) => clock.sleep(ms),
  });
  line = await faultyLine(api.baseUrl, SEED, 0.45);
  // The quota of the process is for storms; here every read may be tried as often as its own policy says.
  letGo = holdOverLine(clock, line);
  client = clientOf(line.origin, clock, { quota: createRetryQuota(clock, 1_000_000) });
  store = openInProcess(folder.path);
});

afterAll(async () => {
  letGo();
  await client.close();
  await line.close();
  await api.close();
  await store.close();
  folder.remove();
  process.off('unhandledRejection', note);
});

interface Read {
  /** As the line sees it; reads of one path follow each other. */
  readonly path: string;
  /** Asks, compares with the server's data and stores; answers the failure, or null. Throws when a row is wrong. */
  run(): Promise<Failure | null>;
}

/** Every field that the server sent arrived as it was sent; what it left out is null. */
function expectSame(record: object, json: Json): void {
  for (const [field, value] of Object.entries(record)) {
    if (field === 'extra' || isDeepStrictEqual(value, json[field] ?? null)) continue;
    throw new Error(
      `${String(json['uuid'])}: ${field} is ${JSON.stringify(value)}, not ${JSON.stringify(json[field])}`,
    );
  }
}

const accepted = new Set<string>();

function readsOf(): readonly Read[] {
  const truth = new Map(api.business.invoices.map(({ uuid, json }) => [uuid, json]));
  const paid = new Map(api.business.withdrawals.map(({ uuid, json }) => [uuid, json]));
  const mirror = store.mirror('p1');
  const keep = async (records: readonly { readonly uuid: string }[]): Promise<void> => {
    for (const record of records) expectSame(record, truth.get(record.uuid) ?? {});
    for (const { uuid } of records) accepted.add(uuid);
  };
  const page = (number: number, perPage: number): Read => ({
    path: `/api/v1/external/invoices?page=${number}&per_page=${perPage}`,
    run: () =>
      taken(client.listInvoices({ page: number, perPage }, CHECK), async ({ value, serverTime }) => {
        const from = (number - 1) * perPage;
        const expected = api.business.invoices.slice(from, from + perPage).map(({ uuid }) => uuid);
        expect(value.records.map(({ uuid }) => uuid)).toEqual(expected);
        expect([value.page, value.totalItems, value.quarantined]).toEqual([number, INVOICES, []]);
        await keep(value.records);
        const { records, quarantined } = value;
        await mirror.write('invoices.store', { records, quarantined, asOf: serverTime, source: 'list', pass: null });
      }),
  });
  const one = (uuid: string): Read => ({
    path: `/api/v1/external/invoices/${uuid}`,
    run: () =>
      taken(client.getInvoice(uuid, CHECK), async ({ value, serverTime }) => {
        expect(value.uuid).toBe(uuid);
        await keep([value]);
        const page = { records: [value], quarantined: [], asOf: serverTime, source: 'one', pass: null };
        await mirror.write('invoices.store', page);
      }),
  });
  const deliveries = (uuid: string): Read => ({
    path: `/api/v1/external/invoices/${uuid}/webhooks`,
    run: () =>
      taken(client.listDeliveries(uuid, CHECK), async ({ value }) => {
        const sent = api.invoice(uuid).deliveries;
        expect(new Set(value.records.map((delivery) => delivery.uuid))).toEqual(
          new Set(sent.map((json) => json['uuid'])),
        );
      }),
  });
  const withdrawals = (number: number): Read => ({
    path: `/api/v1/external/withdrawals?page=${number}&per_page=100`,
    run: () =>
      taken(client.listWithdrawals({ page: number, perPage: 100 }, CHECK), async ({ value }) => {
        expect(value.records.length).toBe(number === 1 ? 100 : 20);
        for (const record of value.records) expect(record.amount).toBe(paid.get(record.uuid)?.['amount']);
      }),
  });
  const snapshots: Read[] = [
    {
      path: '/api/v1/external/rates',
      run: () => taken(client.listRates(CHECK), async ({ value }) => expect(value.records.length).toBe(4)),
    },
    {
      path: '/api/v1/external/payment-methods',
      run: () => taken(client.listPaymentMethods({}, CHECK), async ({ value }) => expect(value.records.length).toBe(2)),
    },
  ];
  const pages = PAGE_SIZES.flatMap((perPage) =>
    Array.from({ length: Math.ceil(INVOICES / perPage) }, (_, index) => page(index + 1, perPage)),
  );
  const uuids = [...truth.keys()];
  return Array.from({ length: READS }, (_, index) => {
    const uuid = uuids[(index * 7) % uuids.length] ?? '';
    const kind = index % 10;
    if (kind < 4) return pages[Math.floor(index / 3) % pages.length] ?? page(1, 100);
    if (kind < 7) return one(uuid);
    if (kind < 9) return deliveries(uuid);
    return index % 20 === 9 ? withdrawals(1 + (index % 2)) : (snapshots[index % 2] ?? withdrawals(1));
  });
}

async function taken<Value>(
  asking: Promise<Result<Value>>,
  take: (value: Value) => Promise<void>,
): Promise<Failure | null> {
  const result = await asking;
  if (!result.ok) return result.failure;
  await take(result.value);
  return null;
}

const nameOf = (failure: Failure): string => ('reason' in failure ? failure.reason : failure.kind);

it(`FAULT-1 FAULT-18: ${READS} reads: none is wrong, none is lost, every failure has its name`, async () => {
  const queues = Array.from({ length: WORKERS }, (): Read[] => []);
  for (const read of readsOf()) {
    const hash = Buffer.from(read.path).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
    queues[hash % WORKERS]?.push(read);
  }
  const outcomes = { right: 0, failed: 0, paused: 0 };
  const misnamed: string[] = [];
  const work = Promise.all(
    queues.map(async (queue) => {
      for (const read of queue) {
        const { path } = read;
        let failure = await read.run();
        // Nothing was sent: it is asked for when the console asks the server again.
        for (; failure !== null && nameOf(failure) === 'breaker-open'; failure = await read.run()) {
          outcomes.paused += 1;
          await clock.sleep(10_000);
        }
        const fault = line.lastOf(path);
        const told = fault === null ? null : FAULTS[fault].told;
        if (failure === null) {
          outcomes.right += 1;
          if (told !== null) misnamed.push(`${path}: an answer although ${fault}`);
        } else {
          outcomes.failed += 1;
          if (told?.some((name) => name === nameOf(failure)) !== true) {
            misnamed.push(`${path}: ${nameOf(failure)} after ${fault}`);
          }
        }
      }
    }),
  );
  await clock.run(work);
  expect(misnamed).toEqual([]);
  expect(outcomes.right + outcomes.failed).toBe(READS);
  // Faults struck of every kind, and most reads came through all the same.
  expect(FAULT_NAMES.length).toBe(20);
  expect(FAULT_NAMES.filter((name) => (line.struck.get(name) ?? 0) === 0)).toEqual([]);
  expect(outcomes.right).toBeGreaterThan(READS * 0.7);
  expect(unhandled).toEqual([]);

  // Every row that was taken is in the mirror, as the server has it and once.
  const mirror = store.mirror('p1');
  expect((await mirror.read('status.facts', {})).invoices.all).toBe(accepted.size);
  for (const uuid of accepted) {
    const kept = await mirror.read('invoices.get', { uuid });
    expectSame(kept?.record ?? {}, api.invoice(uuid).json);
    expect(kept?.record.uuid).toBe(uuid);
  }
  process.stdout.write(`${READS} reads, ${line.requests} requests: ${JSON.stringify(outcomes)}\n`);
});
