/** A copy of the books is put back while the console runs: the engine begins anew by itself, its windows stay, and it can be taken back. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { EventFrame } from '../../src/contract/envelope.ts';
import { copiesIn } from '../../src/backend/books/kernel/backup.ts';
import { openInProcess } from '../support/in-process-store.ts';
import { type Bench, startBench, temporaryFolder, until } from './bench.ts';

const benches: Bench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) {
    await bench.stop();
    bench.remove();
  }
});

async function started(dataFolder?: string): Promise<Bench> {
  const bench = await startBench(dataFolder === undefined ? {} : { dataFolder });
  benches.push(bench);
  return bench;
}

const copiesOf = (bench: Bench) => bench.call('books.copies', {});

/** The name of the day's copy, once it is made and looked into. */
async function firstCopy(bench: Bench): Promise<string> {
  const { copies } = await until(
    () => copiesOf(bench),
    ({ drill }) => drill !== undefined,
  );
  return copies[0]?.name ?? '';
}

/** One byte of a copy is another one. */
function damage(dataFolder: string, copy: string): void {
  const path = join(dataFolder, 'backups', copy);
  const bytes = readFileSync(path);
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

const activityOf = async (bench: Bench): Promise<number> => (await copiesOf(bench)).books.activity;

it('FAULT-50: takes the place of the books, is said, and can be taken back', async () => {
  const bench = await started();
  const heard: EventFrame[] = [];
  bench.app.overhear('shell', (frame) => heard.push(frame));
  const copy = await firstCopy(bench);
  const before = await activityOf(bench);
  await bench.call('settings.set', { colourScheme: 'dark' });
  heard.length = 0;
  expect(await bench.call('books.putBack', { copy })).toEqual({ problem: null });
  // The next call waits for the next life.
  const { restore } = await bench.call('books.state', {});
  expect(restore?.position).toBeGreaterThan(0);
  expect((await bench.call('settings.get', {})).colourScheme).not.toBe('dark');
  expect(heard.map(({ event }) => event)).toEqual(expect.arrayContaining(['profiles.changed', 'settings.changed']));
  const { copies, books } = await copiesOf(bench);
  const made = copies.find(({ name }) => name.includes('-before-restore-'));
  expect(made).toMatchObject({ state: 'intact' });
  // What opening it wrote is all that is more.
  expect(books.activity).toBe(before + 1);
  expect(await bench.call('books.putBack', { copy: made?.name ?? '' })).toEqual({ problem: null });
  expect((await bench.call('settings.get', {})).colourScheme).toBe('dark');
  expect(readdirSync(bench.dataFolder).filter((name) => /^books\.db\.replaced-.*Z$/.test(name))).toHaveLength(2);
});

it('FAULT-86: a copy that is not sound is refused, and nothing ends', async () => {
  const bench = await started();
  const copy = await firstCopy(bench);
  damage(bench.dataFolder, copy);
  expect(await bench.call('books.putBack', { copy })).toEqual({ problem: 'wrong-checksum' });
  expect(await bench.refused('books.putBack', { copy: '../books.db' })).toMatchObject({ kind: 'not-found' });
  expect(await bench.call('books.state', {})).toEqual({ largerCopies: [] });
});

it('FAULT-85: the newest copy is looked into once a day; one that is damaged is told, outside of the windows too, until it is put away', async () => {
  const folder = temporaryFolder();
  const store = openInProcess(folder);
  await store.backupBooks();
  await store.close();
  const [copy = ''] = copiesIn(join(folder, 'backups'));
  damage(folder, copy);
  const bench = await started(folder);
  const { failedDrill } = await until(
    () => bench.call('books.state', {}),
    (state) => state.failedDrill !== undefined,
  );
  expect(failedDrill).toMatchObject({ copy, problem: 'wrong-checksum' });
  // Told right after it is written down, where it may have been read before.
  await expect.poll(() => bench.notices).toEqual([expect.stringContaining('A copy of the books is not sound')]);
  await bench.call('books.seen', { drill: failedDrill?.at ?? '' });
  expect((await bench.call('books.state', {})).failedDrill).toBeUndefined();
  expect((await copiesOf(bench)).drill?.problem).toBe('wrong-checksum');
});
