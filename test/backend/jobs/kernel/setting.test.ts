/** What a job keeps of itself comes back as it was, and what cannot be read counts as nothing kept. */
import { expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { readSetting, writeSetting } from '../../../../src/backend/jobs/kernel/setting.ts';
import { openedForEach } from '../../workers/opened.ts';

let books: Books;
openedForEach((opened) => {
  ({ books } = opened);
});

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

it('is null before the first, then what was kept last', async () => {
  expect(await readSetting(books, 'a', textIn)).toBeNull();
  await writeSetting(books, 'a', 'one');
  await writeSetting(books, 'a', 'two');
  expect(await readSetting(books, 'a', textIn)).toBe('two');
});

it.each(['{"broken', '7', '{}', ''])('is null when what is kept is %j', async (value) => {
  await books.write('settings.set', { key: 'a', value });
  expect(await readSetting(books, 'a', textIn)).toBeNull();
});
