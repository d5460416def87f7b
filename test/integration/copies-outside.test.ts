/** Copies of the books off the data folder: there within five minutes of a change, said when they are not, and put back on another computer. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { addProfile, type Bench, handOver, startBench, temporaryFolder, until } from './bench.ts';
import { KEY_A, startIndependentApi } from '../support/independent-api/server.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function started(): Promise<Bench> {
  const bench = await startBench();
  ends.push(async () => {
    await bench.stop();
    bench.remove();
  });
  return bench;
}

const outsideOf = async (bench: Bench) => (await bench.call('books.copies', {})).outside;
const stateOf = (bench: Bench) => bench.call('books.state', {});
/** Looks when another five minutes are over: whatever was at work when the clock jumped is at rest by one of the next times. */
const later = <Seen>(bench: Bench, look: (bench: Bench) => Promise<Seen>): Promise<Seen> => {
  bench.clock.skip(FIVE_MINUTES_MS);
  return look(bench);
};
const dbsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.db'));

function schemeIn(path: string): unknown {
  const database = new Database(path, { readonly: true });
  try {
    return database.prepare(`SELECT value FROM settings WHERE key = 'colour-scheme'`).pluck().get();
  } finally {
    database.close();
  }
}

it('FAULT-101: what is written is in the copy within five minutes', async () => {
  const bench = await started();
  const folder = temporaryFolder();
  expect(await outsideOf(bench)).toBeUndefined();
  await bench.call('books.copyTo', { folder });
  const [name = ''] = dbsIn(folder);
  expect(name).toMatch(/^merchant-console-books-[0-9a-f]{8}-\d{4}-\d{2}-\d{2}\.db$/);
  expect(schemeIn(join(folder, name))).toBeUndefined();
  const first = await outsideOf(bench);
  expect(first).toMatchObject({ folder, name, problem: null });

  await bench.call('settings.set', { colourScheme: 'dark' });
  const atMs = bench.clock.now();
  const next = await until(
    () => later(bench, outsideOf),
    (outside) => Date.parse(outside?.madeAt ?? '') >= atMs,
  );
  expect(schemeIn(join(folder, next?.name ?? ''))).toBe('"dark"');
  expect(dbsIn(folder).length).toBeLessThanOrEqual(2);

  expect(readdirSync(join(bench.dataFolder, 'exports'))).toEqual([]);
  await bench.call('books.copyTo', { folder: '' });
  expect(await outsideOf(bench)).toBeUndefined();
});

it('FAULT-101: a folder that goes away is said once, inside and outside of the windows, and is copied into again when it comes back', async () => {
  const bench = await started();
  const folder = temporaryFolder();
  await bench.call('books.copyTo', { folder });
  renameSync(folder, `${folder}-away`);
  await bench.call('settings.set', { colourScheme: 'dark' });
  await until(
    () => later(bench, stateOf),
    ({ outside: found }) => found === 'gone',
  );
  expect(await outsideOf(bench)).toMatchObject({ folder, problem: 'gone' });
  await later(bench, stateOf);
  renameSync(`${folder}-away`, folder);
  await until(
    () => later(bench, stateOf),
    ({ outside: found }) => found === undefined,
  );
  expect(schemeIn(join(folder, (await outsideOf(bench))?.name ?? ''))).toBe('"dark"');
  expect(bench.notices.filter((text) => text.startsWith('No copy of the books outside'))).toHaveLength(1);
});

it.each([
  ['a path that is not whole', () => 'copies'],
  ['one that is not there', () => join(temporaryFolder(), 'missing')],
  ['the data folder', (bench: Bench) => bench.dataFolder],
])('refuses %s, and what was set stays', async (_what, pathOf) => {
  const bench = await started();
  const folder = temporaryFolder();
  await bench.call('books.copyTo', { folder });
  const refusal = await bench.refused('books.copyTo', { folder: pathOf(bench) });
  expect(refusal).toMatchObject({ kind: 'invalid-input', issues: [{ path: 'folder' }] });
  expect(await outsideOf(bench)).toMatchObject({ folder });
});

it('touches nothing of others, follows no link under its own name, and keeps seven days', async () => {
  const bench = await started();
  const folder = temporaryFolder();
  await bench.call('books.copyTo', { folder });
  const [name = ''] = dbsIn(folder);
  const stem = name.slice(0, -'2026-11-28.db'.length);
  const other = join(temporaryFolder(), 'of-another');
  writeFileSync(other, 'kept');
  mkdirSync(join(folder, `${stem}notes.db`));
  writeFileSync(join(folder, 'merchant-console-books-00000000-2020-01-01.db'), 'kept');
  for (let day = 1; day <= 9; day += 1) writeFileSync(join(folder, `${stem}2020-01-0${day}.db`), 'old');
  renameSync(join(folder, name), join(folder, `${stem}2019-12-31.db`));
  symlinkSync(other, join(folder, name));
  await bench.call('books.copyTo', { folder });
  expect(readFileSync(other, 'utf8')).toBe('kept');
  expect(readFileSync(join(folder, 'merchant-console-books-00000000-2020-01-01.db'), 'utf8')).toBe('kept');
  expect(existsSync(join(folder, `${stem}notes.db`))).toBe(true);
  const own = dbsIn(folder).filter((one) => one.startsWith(stem) && !one.endsWith('notes.db'));
  expect(own).toHaveLength(7);
  expect(own.at(-1)).toBe(name);
});

it('FAULT-101: is brought in on another computer without a passphrase, and put back there it says so', async () => {
  const api = await startIndependentApi();
  ends.push(() => api.close());
  const here = await started();
  const folder = temporaryFolder();
  await here.call('settings.set', { colourScheme: 'dark' });
  await here.call('books.copyTo', { folder });
  const bytes = readFileSync(join(folder, dbsIn(folder)[0] ?? ''));

  const there = await started();
  await addProfile(there, api.baseUrl, KEY_A);
  const fileId = await handOver(there, bytes, { name: 'books.db' });
  const brought = await there.call('books.bringIn', { fileId });
  if (brought.outcome !== 'copied') throw new Error(brought.problem);
  expect(await there.call('books.putBack', { copy: brought.copy })).toEqual({ problem: null });
  const { restore } = await there.call('books.state', {});
  expect(restore?.position).toBeGreaterThan(0);
  expect((await there.call('settings.get', {})).colourScheme).toBe('dark');
  expect((await there.call('profiles.list', {})).profiles).toEqual([]);
});
