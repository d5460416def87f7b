/**
 * Pacing through the whole engine, real books and real sockets: what a restart remembers, profiles that hold the same key, keys that
 * are only tried, the reserve, and requests that nobody waits for any more. The server's record is the judge. Not here: figures
 * (pacing.test.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../src/backend/sqlite/database.ts';
import { addProfile, type Bench, frameOf, MemoryVault, startBench, synced, until } from '../../integration/bench.ts';
import { FastClock } from '../../integration/clock.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';

/** Twenty times as fast: a window is three seconds. */
const FASTER = 20;
const WINDOW_MS = 60_000;
const LIMIT = 60;
/** So many may have left without a note when a run ended: the next one counts them, wanted or not. */
const MAX_UNNOTED = 3;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function serve(clock: FastClock, invoices: number): Promise<IndependentApi> {
  const api = await startIndependentApi({
    businesses: [{ key: KEY_A, invoices, withdrawals: 1 }],
    now: () => clock.world(),
    sleep: (ms) => clock.sleep(ms),
  });
  closers.push(() => api.close());
  api.behaviour.limit = LIMIT;
  return api;
}

async function start(clock: FastClock, more: { dataFolder?: string; vault?: MemoryVault } = {}): Promise<Bench> {
  const bench = await startBench({ clock, ...more });
  closers.push(() => bench.stop());
  return bench;
}

/** The most requests that arrived within any minute. */
function busiestMinute(api: IndependentApi): number {
  const at = api.requests.map((request) => request.at);
  return Math.max(...at.map((from) => at.filter((other) => other >= from && other < from + WINDOW_MS).length));
}

/** Reads as a person does, so often that the limit counts. */
async function readOften(bench: Bench, profile: string, times: number): Promise<void> {
  for (let number = 0; number < times; number += 1) {
    await bench.ask('invoices.get', { ident: `no-such-${profile}-${number}`, fresh: true }, profile);
  }
}

test('a restart does not burst: what the run before has spent is read from the books', async () => {
  // In real time, so that the minute is not over before the console has started again; the wait is skipped.
  const clock = new FastClock(1);
  const api = await serve(clock, 40);
  const vault = new MemoryVault();
  const first = await start(clock, { vault });
  closers.unshift(() => first.remove());
  const kept = { name: 'Kept', baseUrl: api.baseUrl, apiKey: KEY_A, storage: 'keychain' } as const;
  const id = (await first.call('profiles.add', kept)).id ?? '';
  await synced(first, id);
  await readOften(first, id, 40);
  const spent = api.requests.length;
  await first.stop();
  const second = await start(clock, { dataFolder: first.dataFolder, vault });
  // Its first response names the limit.
  const { budget } = await until(
    () => second.call('sync.status', {}, id),
    (status) => status.budget.limit === LIMIT,
  );
  expect(budget.remaining).toBeLessThanOrEqual(LIMIT - spent);
  const reads = readOften(second, id, LIMIT - spent + 5);
  await until(
    () => second.call('sync.status', {}, id),
    (status) => status.budget.waitingMs > 0 && api.requests.length >= LIMIT - MAX_UNNOTED,
  );
  clock.skip(WINDOW_MS + 1_000);
  await reads;
  expect(api.requests.length).toBeGreaterThan(LIMIT);
  expect(api.refusals()).toBe(0);
  expect(busiestMinute(api)).toBeLessThanOrEqual(LIMIT);
  // Had it forgotten them, it would take its own requests for a neighbour's.
  expect((await second.call('sync.status', {}, id)).budget.foreignUse).toBe(false);
});

test('two profiles with the same key go through one gate and are no neighbours', async () => {
  const clock = new FastClock(FASTER);
  const api = await serve(clock, 40);
  const bench = await start(clock);
  closers.push(() => bench.remove());
  const ids = [await addProfile(bench, api.baseUrl, KEY_A, 'One'), await addProfile(bench, api.baseUrl, KEY_A, 'Two')];
  for (const id of ids) await synced(bench, id);
  await Promise.all(ids.map((id) => readOften(bench, id, 40)));
  expect(api.refusals()).toBe(0);
  expect(busiestMinute(api)).toBeLessThanOrEqual(LIMIT);
  for (const id of ids) {
    const { budget } = await bench.call('sync.status', {}, id);
    expect(budget).toMatchObject({ foreignUse: false, limit: LIMIT });
  }
  // The most careful of the two decides for both.
  await bench.call('sync.setReserve', { reserve: 30 }, ids[0]);
  const [one, two] = await Promise.all(ids.map((id) => bench.call('sync.status', {}, id)));
  expect(one?.budget).toMatchObject({ reserve: 30, reserveSet: 30 });
  expect(two?.budget).toMatchObject({ reserve: 30, reserveSet: 'automatic' });
  await bench.call('profiles.forget', { id: ids[0] ?? '', mirror: true, books: true });
  expect((await bench.call('sync.status', {}, ids[1])).budget).toMatchObject({ reserve: 5 });
});

test('a key that is tried goes through the gate that its profile will use', async () => {
  const clock = new FastClock(FASTER);
  const api = await serve(clock, 3);
  const bench = await start(clock);
  closers.push(() => bench.remove());
  const add = () => bench.call('profiles.add', { name: 'X', baseUrl: api.baseUrl, apiKey: KEY_A, storage: 'session' });
  // Tried over and over, more often than the limit allows: the tries wait for one another.
  api.behaviour.limit = 8;
  await add();
  for (let tries = 0; tries < 8; tries += 1) {
    const { id } = await add();
    if (id !== undefined) await bench.call('profiles.forget', { id, mirror: true, books: true });
  }
  const first = (await bench.call('profiles.list', {})).profiles[0];
  const set = await bench.call('profiles.setKey', { id: first?.id ?? '', apiKey: KEY_A, storage: 'session' });
  expect(set.verdict.ok).toBe(true);
  expect(api.refusals()).toBe(0);
  expect((await bench.call('sync.status', {}, first?.id)).budget.foreignUse).toBe(false);
  // The key stands in no file: what tells gates apart is in memory only.
  for (const name of readdirSync(bench.dataFolder)) {
    if (!name.startsWith('books')) continue;
    expect(readFileSync(join(bench.dataFolder, name)).includes(KEY_A)).toBe(false);
  }
});

test('the reserve is kept per profile over restarts, as set or automatic', async () => {
  const clock = new FastClock(FASTER);
  const api = await serve(clock, 3);
  const first = await start(clock);
  closers.push(() => first.remove());
  const id = await addProfile(first, api.baseUrl, KEY_A);
  await first.call('sync.setReserve', { reserve: 40 }, id);
  expect(await first.refused('sync.setReserve', { reserve: -1 }, id)).toMatchObject({ kind: 'invalid-input' });
  await first.stop();
  const second = await start(clock, { dataFolder: first.dataFolder });
  await until(
    () => second.call('sync.status', {}, id),
    ({ budget }) => budget.reserveSet === 40 && budget.reserve === 40,
  );
  await second.call('sync.setReserve', { reserve: 'automatic' }, id);
  await second.stop();
  const third = await start(clock, { dataFolder: first.dataFolder });
  await third.call('sync.setReserve', { reserve: 12 }, id);
  await third.call('profiles.forget', { id, mirror: true, books: false });
  await third.stop();
  const books = SqliteDatabase.open({
    path: join(first.dataFolder, 'books.db'),
    file: 'books',
    mode: 'read-write',
    synchronous: 'FULL',
  });
  expect(books.all("SELECT key FROM settings WHERE key LIKE 'reserve/%'")).toEqual([]);
  books.close();
});

test('a read that nobody waits for any more never goes out', async () => {
  // In real time, so that the minute is not over before the reads have been made; the wait is skipped.
  const clock = new FastClock(1);
  const api = await serve(clock, 3);
  const bench = await start(clock);
  closers.push(() => bench.remove());
  const id = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, id);
  await bench.call('sync.pause', {}, id);
  // The rest of the limit is spent, so that everything waits.
  await readOften(bench, id, LIMIT - api.requests.length);
  const frames = Array.from({ length: 20 }, (_, row) =>
    frameOf('invoices.get', { ident: `row-${row}`, fresh: true }, id),
  );
  const answers = frames.map((frame) => bench.app.dispatch(frame, 'window'));
  await until(
    () => bench.call('sync.status', {}, id),
    ({ budget }) => budget.waitingMs > 0,
  );
  for (const frame of frames.slice(0, 15)) await bench.app.dispatch({ cancel: frame['id'] }, 'window');
  const ended = await Promise.all(answers.slice(0, 15));
  expect(ended.every((answer) => answer !== null && !answer.ok && answer.failure.kind === 'cancelled')).toBe(true);
  clock.skip(WINDOW_MS + 1_000);
  await Promise.all(answers.slice(15));
  const rows = api.requests.map(({ path }) => path.split('/').at(-1)).filter((last) => last?.startsWith('row-'));
  expect(rows).toHaveLength(5);
  expect(new Set(rows)).toEqual(new Set(['row-15', 'row-16', 'row-17', 'row-18', 'row-19']));
});
