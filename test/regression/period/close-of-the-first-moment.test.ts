/**
 * A close that somebody asked for before the console had taken up what its last life left was taken for a part of that: its room was removed under
 * it, and it failed.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { closeBench } from '../../support/benches/close.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { fillDays, periodOf } from '../../support/worlds/close.ts';

const folder = temporaryFolder();
const store = openInProcess(folder.path);

beforeAll(() => fillDays(store.mirror('p1'), 1, () => 12));
afterAll(async () => {
  await store.close();
  folder.remove();
});

/** Closes that were begun and are not committed. */
function unfinished(): unknown {
  const file = new Database(join(folder.path, 'books.db'), { readonly: true });
  try {
    return file.prepare('SELECT count(*) FROM closes WHERE sha256 IS NULL').pluck().get();
  } finally {
    file.close();
  }
}

test('what an earlier life has left goes where nobody closes', async () => {
  const bounds = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
  await store.books.write('closes.begin', { id: 'left', profileId: 'p1', bounds, at: bounds.to, supersedes: null });
  expect(unfinished()).toBe(1);
  await closeBench(store).closes.recover();
  expect(unfinished()).toBe(0);
});

test('a close that begins before its life has recovered is made', async () => {
  let recoveries = 0;
  const write: Books['write'] = async (command, input) => {
    const result = await store.books.write(command, input);
    if (command === 'closes.begin') {
      await bench.closes.recover();
      recoveries += 1;
    }
    return result;
  };
  const bench = closeBench(store, { read: (query, input) => store.books.read(query, input), write });
  await expect(bench.close('asked at once', periodOf(0))).resolves.toMatchObject({ id: 'asked at once' });
  expect(recoveries).toBe(1);
});
