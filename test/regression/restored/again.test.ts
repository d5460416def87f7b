/**
 * What a copy of the books does not know was forgotten when the copy was put back twice, or when its first start was cut short: the run in it then
 * counted as known until that start, and what had been resent between the copy and it went out once more where it had failed again. The earliest
 * moment counts, a counter speaks for its own line alone, and a resend that is counted but not listed yet is a resend.
 */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { backupDaily } from '../../../src/backend/books/kernel/backup.ts';
import { restoreBooks } from '../../../src/backend/books/kernel/restore.ts';
import { systemMarks } from '../../../src/backend/system.ts';
import { openBooksForWriting } from '../../../src/backend/workers/threads/books-opening.ts';
import { openBooksForReading } from '../../../src/backend/workers/threads/books-opening.ts';
import { fromEpochMs } from '../../../src/domain/kernel/time/time.ts';
import { type BulkBench, startBulkBench } from '../../faults/bulk/bench.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';
import { seeded } from '../../support/seeded.ts';

const ITEMS = 8;
const HOUR_MS = 3_600_000;

let bench: BulkBench;
let copies: string;
let runId: string;
let name: string;
let copiedAt: string;

afterEach(async () => {
  await bench.close();
  rmSync(copies, { recursive: true, force: true });
});

const asleep = (ms: number): Promise<void> => bench.clock.run(bench.clock.sleep(ms));

/** A run half of which is sent in the copy and all of it in life; every attempt failed, so that nothing but its time tells of it. */
async function copiedHalfWay(): Promise<void> {
  bench = await startBulkBench({ clock: new DiscreteClock(), invoices: ITEMS, random: seeded(5) });
  runId = await bench.begin(bench.invoices);
  const { clock } = bench;
  await clock.run(
    (async () => {
      while (bench.posts.length < ITEMS / 2) await clock.sleep(100);
    })(),
  );
  copies = mkdtempSync(join(tmpdir(), 'merchant-console-again-'));
  const books = openBooksForReading(bench.folder);
  name = backupDaily(books, copies, '2026-11-23') ?? '';
  books.close();
  copiedAt = fromEpochMs(clock.now());
  await asleep(HOUR_MS);
  await bench.until(runId, 'done');
  for (const { deliveries } of bench.invoices) {
    const [delivery] = deliveries;
    const history: unknown = delivery?.['attempts_history'];
    const failed = (Array.isArray(history) ? history : []).map((each: object) => ({
      ...each,
      success: false,
      status_code: 500,
    }));
    Object.assign(delivery ?? {}, { status: 'failed', delivered_at: null, attempts_history: failed });
  }
}

function putBack(folder: string): undefined {
  const copy = join(copies, name);
  expect(restoreBooks({ copy, target: join(folder, 'books.db'), stamp: randomUUID() }).ok).toBe(true);
  return undefined;
}

/** The copy is laid in the place by hand: the counter of the life before stays. */
function layBack(folder: string): undefined {
  for (const each of readdirSync(folder)) if (/^books\.db(-wal|-shm)?$/.test(each)) rmSync(join(folder, each));
  cpSync(join(copies, name), join(folder, 'books.db'));
  return undefined;
}

async function expectNothingTwice(): Promise<void> {
  const { run } = (await bench.bulk.get(runId)) ?? {};
  expect(run).toMatchObject({ state: 'stopped', stop: 'restored' });
  expect((run?.restoredAsOf ?? '9') <= copiedAt).toBe(true);
  expect(await bench.bulk.resume(runId)).toBe(true);
  await bench.until(runId, 'done');
  const posts = bench.invoices.map(({ uuid }) => bench.posts.filter((post) => post.uuid === uuid).length);
  expect(posts).toEqual(Array.from({ length: ITEMS }, () => 1));
}

it('FAULT-88: what was resent since the copy and failed again is skipped', async () => {
  await copiedHalfWay();
  bench = await bench.nextLife(putBack);
  await expectNothingTwice();
});

it('FAULT-88: a resend that is counted, with no attempt of it listed yet, is one', async () => {
  await copiedHalfWay();
  for (const { deliveries } of bench.invoices) Object.assign(deliveries[0] ?? {}, { attempts_history: [] });
  bench = await bench.nextLife(putBack);
  await expectNothingTwice();
});

it('FAULT-50: a start that is cut short says nothing later', async () => {
  await copiedHalfWay();
  bench = await bench.nextLife((folder) => {
    putBack(folder);
    // The disk refuses the counter of the new line when the books have it already.
    const inTheWay = join(folder, 'books.db.counter.partial');
    mkdirSync(inTheWay);
    expect(() => openBooksForWriting(folder, { ...systemMarks, now: () => new Date(bench.clock.now()) })).toThrow(
      /EISDIR|directory/i,
    );
    rmdirSync(inTheWay);
    return undefined;
  });
  await expectNothingTwice();
  expect((await bench.books.read('restores.latest', {}))?.asOf).toBe((await bench.bulk.get(runId))?.run.restoredAsOf);
});

it('FAULT-50: the same copy once more stands still once more, however far the counter of the line between has come', async () => {
  await copiedHalfWay();
  bench = await bench.nextLife(putBack);
  await asleep(HOUR_MS);
  bench = await bench.nextLife(layBack);
  await expectNothingTwice();
});

it('FAULT-50: a copy of what was put back knows no more than the first one', async () => {
  await copiedHalfWay();
  bench = await bench.nextLife(putBack);
  await asleep(HOUR_MS);
  const books = openBooksForReading(bench.folder);
  await bench.bulk.resume(runId);
  await bench.bulk.pause(runId);
  name = backupDaily(books, copies, '2026-11-24') ?? '';
  books.close();
  bench = await bench.nextLife(putBack);
  await expectNothingTwice();
});
