/**
 * Files of orders whose console dies again and again, with one answer in five lost, spoilt or late: whatever was at work when a life ended, no order is
 * there twice, every row has one outcome in the end, and what it says is true by the server's own record. A life ends without any word: its client is
 * cut off and nothing of it is awaited; the next one takes up the books as they lie there. Seeded, on the discrete clock.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOrders } from '../../../src/backend/files/reading/entry-reader.ts';
import { Creator } from '../../../src/backend/jobs/create/create.ts';
import { Reports } from '../../../src/backend/jobs/kernel/reports.ts';
import { OrderFiles } from '../../../src/backend/jobs/ledger/order-files.ts';
import type { OrderReading } from '../../../src/domain/ledger/order-file.ts';
import { DiscreteClock, holdDuringRequests } from '../../support/discrete-clock.ts';
import type { CreateMode } from '../../support/independent-api/options.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { PLAIN_CSV } from '../../../src/domain/ledger/import.ts';

const FILES = scaled(100);
const ROWS = 20;
const random = seeded(0x0f11_e5);
const TROUBLE: readonly CreateMode[] = [
  'drop-before',
  'process-then-drop',
  'process-then-500',
  'process-then-html',
  'process-late',
  'drop-then-409',
  'drop-then-rate-limited',
  'refuse-422',
  'refuse-rate-limited',
];
const READING: OrderReading = {
  format: PLAIN_CSV,
  columns: { external_id: 'id', customer_id: 'customer', amount: 'amount', currency: 'currency' },
  currency: null,
};

/** How often an order may be there that is said to stand so. */
const MAY_BE: Readonly<Record<string, readonly number[]>> = {
  created: [1],
  existing: [1],
  refused: [0],
  unknown: [0, 1],
};

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'merchant-console-order-files-'));
const clock = new DiscreteClock();
let api: IndependentApi;
let stopHolding: () => void;

beforeAll(async () => {
  stopHolding = holdDuringRequests(clock);
  const businesses = [{ key: KEY_A, invoices: 5, withdrawals: 0 }];
  api = await startIndependentApi({ businesses, now: () => clock.now(), sleep: (ms) => clock.sleep(ms) });
  api.behaviour.limiter = 'off';
});

afterAll(async () => {
  stopHolding();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function born(path: string) {
  const store = openInProcess(folder);
  const closing = new AbortController();
  const client = clientAt(api.baseUrl, KEY_A, { clock, random });
  const context = jobContext({
    client,
    mirror: store.mirror('p1'),
    books: store.books,
    clock,
    closing: closing.signal,
  });
  const creator = new Creator(context);
  const reports = new Reports(context, () => Promise.reject(new Error('no thread here')));
  const control = { isCancelled: () => false, report: () => undefined };
  const files = new OrderFiles(context, {
    creator,
    reports: Object.assign(reports, { run: () => Promise.resolve(readOrders(path, READING, control)) }),
    files: { use: (_id, work) => work({ path, name: 'orders.csv', bytes: 1 }), discard: () => Promise.resolve() },
    bar: () => ({ stop: null, isOffline: false }),
    allowLoopback: false,
  });
  const begin = async (): Promise<void> => {
    await creator.recover();
    await files.recover();
  };
  const die = async (): Promise<void> => {
    closing.abort(new Error('dead'));
    await client.close();
    await store.close();
  };
  return { files, begin, die };
}

const there = (id: string) => api.business.invoices.filter(({ json }) => json['external_id'] === id);

it(`FAULT-97: ${FILES} files of ${ROWS} orders, each over several lives`, async () => {
  const lives = { count: 0 };
  const standings = new Map<string, number>();
  for (let file = 0; file < FILES; file += 1) {
    const ids = Array.from({ length: ROWS }, (_, index) => `file ${file} order ${index}`);
    for (const id of ids) {
      const mode = random() < 0.2 ? TROUBLE[Math.floor(random() * TROUBLE.length)] : undefined;
      if (mode !== undefined) api.behaviour.createOf.set(id, mode);
    }
    const path = join(folder, 'orders.csv');
    writeFileSync(
      path,
      ['id,customer,amount,currency', ...ids.map((id, index) => `${id},c${index},${index + 1}.50,EUR`)].join('\n'),
    );
    const runId = randomUUID();
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    await clock.run(
      (async () => {
        for (let life = 0; ; life += 1) {
          lives.count += 1;
          const { files, begin, die } = await born(path);
          await begin();
          await files.start({ runId, fileId: 'f', reading: READING }).catch((error: unknown) => {
            // All of its orders are there, or under way.
            if (life === 0) throw error;
          });
          // The last life is as long as it takes.
          const untilMs = life < 3 ? clock.now() + Math.floor(random() * 4_000) : Number.POSITIVE_INFINITY;
          for (;;) {
            const view = await files.get(runId);
            if (view?.state === 'stopped') await files.resume(runId);
            if (view?.state === 'done') break;
            if (clock.now() >= untilMs) break;
            await clock.sleep(100);
          }
          const isDone = (await files.get(runId))?.state === 'done';
          // What stayed unknown is looked at again until an hour after.
          if (isDone) await clock.sleep(2 * 3_600_000);
          const { rows } = await files.rows({ runId, standings: [], offset: 0, limit: ROWS });
          await die();
          if (!isDone) continue;
          for (const { externalId, standing } of rows) {
            standings.set(standing, (standings.get(standing) ?? 0) + 1);
            const count = there(externalId ?? '').length;
            expect({ externalId, standing, count, is: MAY_BE[standing]?.includes(count) }).toMatchObject({ is: true });
          }
          return;
        }
      })(),
      100 * 3_600_000,
    );
  }
  expect(lives.count).toBeGreaterThan(FILES);
  expect([...standings.values()].reduce((sum, count) => sum + count, 0)).toBe(FILES * ROWS);
  expect(standings.get('created') ?? 0).toBeGreaterThan(FILES * ROWS * 0.7);
  // A request that was cut off with its life, and came to nothing, can never be shown not to have come.
  expect(standings.get('unknown') ?? 0).toBeLessThan(FILES * ROWS * 0.05);
});
