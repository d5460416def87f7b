/** Who looked for what Ada did in the audit log did not find what Ben had approved of hers, nor Ben what he approved: the filter took the two names for a third person. */
import { expect, it } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { bothNames } from '../../../src/domain/people/four-eyes.ts';
import { openedForEach } from '../../backend/workers/opened.ts';

let books: Books;

openedForEach((opened) => {
  ({ books } = opened);
});

const BY = ['Ada', 'Ben', bothNames('Ada', 'Ben'), bothNames('Cyd', 'Ada'), bothNames('Adam', 'Ben Ada'), "O'Ada_%"];

const foundBy = async (...osUser: string[]): Promise<readonly string[]> => {
  const { rows, total } = await books.read('activity.page', {
    profileId: null,
    filter: { osUser },
    offset: 0,
    limit: 50,
  });
  expect(total).toBe(rows.length);
  return rows.map((entry) => entry.osUser).toReversed();
};

it('is found by each of both names, and by no name that is like it', async () => {
  for (const osUser of BY)
    await books.write('activity.append', {
      at: '2026-11-21T10:00:00.000Z',
      osUser,
      profileId: null,
      action: 'close-period',
      summary: osUser,
      outcome: 'done',
    });
  expect(await foundBy('Ada')).toEqual(['Ada', bothNames('Ada', 'Ben'), bothNames('Cyd', 'Ada')]);
  expect(await foundBy('Ben')).toEqual(['Ben', bothNames('Ada', 'Ben')]);
  expect(await foundBy("O'Ada_%", 'Adam')).toEqual([bothNames('Adam', 'Ben Ada'), "O'Ada_%"]);
  expect(await foundBy('ada', 'Ad', '')).toEqual([]);
  // An address of before the mend.
  expect(await foundBy(bothNames('Ada', 'Ben'))).toEqual([bothNames('Ada', 'Ben')]);
  expect((await books.read('activity.facets', { profileId: null })).users).toEqual([
    { value: 'Ada', count: 3 },
    { value: 'Ben', count: 2 },
    { value: 'Adam', count: 1 },
    { value: 'Ben Ada', count: 1 },
    { value: 'Cyd', count: 1 },
    { value: "O'Ada_%", count: 1 },
  ]);
});
