/** Changes of the catalogue in real books: each once, as it was first seen, kept until its business is erased, and new only once. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { movePage } from '../../../../src/backend/books/pricing/catalogue.ts';
import { openBooksForReading } from '../../../../src/backend/workers/threads/books-opening.ts';
import { type CatalogueChangeFilter, entryOf, FEE_FIELDS } from '../../../../src/domain/pricing/catalogue-changes.ts';
import { aMethod, aProfile } from '../../../support/records.ts';
import { openedForEach } from '../../workers/opened.ts';

let books: Books;
let folder: string;

openedForEach((opened) => {
  ({ books } = opened);
  folder = opened.folder.path;
});

const reading = (fee: string, minute: number, profileId = 'p1') =>
  books.write('catalogue.note', {
    profileId,
    entries: [entryOf(aMethod({ id: 1, merchant_commission_percent: fee }))],
    isWhole: true,
    asOf: `2026-10-03T10:${String(minute).padStart(2, '0')}:00.000Z`,
  });
const page = (filter: CatalogueChangeFilter = {}, profileId = 'p1') => {
  const database = openBooksForReading(folder);
  try {
    return movePage({ database }, { profileId, filter, sort: [], offset: 0, limit: 100 });
  } finally {
    database.close();
  }
};

it('a change is there once, an answer that is older than the last says nothing, and businesses do not meet', async () => {
  await books.read('settings.get', { key: 'none' });
  expect(page()).toEqual({ rows: [], total: 0, since: null });
  expect([
    await reading('2.4', 10),
    await reading('2.9', 40),
    await reading('2.4', 20),
    await reading('2.90', 50),
  ]).toEqual([0, 1, 0, 0]);
  await reading('7', 10, 'p2');
  expect(page()).toMatchObject({
    total: 1,
    since: '2026-10-03T10:10:00.000Z',
    rows: [
      {
        methodId: 1,
        currency: 'EUR',
        field: 'merchant_commission_percent',
        before: '2.4',
        after: '2.9',
        unseenAt: '2026-10-03T10:10:00.000Z',
        seenAt: '2026-10-03T10:40:00.000Z',
      },
    ],
  });
  expect(page({ field: ['min_amount'] }).total).toBe(0);
  expect(page({ seenFrom: '2026-10-04' }).total).toBe(0);
  expect(page({}, 'p2').total).toBe(0);
});

it('what is new is told from the last one that was looked at, and of the fields that were asked for', async () => {
  await reading('2.4', 10);
  await reading('2.9', 20);
  const first = await books.read('catalogue.newMoves', { profileId: 'p1', after: 0, fields: FEE_FIELDS });
  expect(first).toMatchObject({ moves: [{ before: '2.4', after: '2.9' }], upTo: 1 });
  await reading('3.1', 30);
  const next = await books.read('catalogue.newMoves', { profileId: 'p1', after: first.upTo, fields: FEE_FIELDS });
  expect(next.moves.map(({ before, after }) => [before, after])).toEqual([['2.9', '3.1']]);
  const limits = await books.read('catalogue.newMoves', { profileId: 'p1', after: 0, fields: ['min_amount'] });
  expect(limits).toEqual({ moves: [], upTo: 2 });
});

it('nobody rewrites one, and it goes with its business alone', async () => {
  await books.write('profiles.add', aProfile({ id: 'p1' }));
  await reading('2.4', 10);
  await reading('2.9', 20);
  const file = new Database(join(folder, 'books.db'));
  expect(() => file.exec(`UPDATE catalogue_changes SET after = '9'`)).toThrow('append-only');
  expect(() => file.exec('DELETE FROM catalogue_changes')).toThrow('append-only');
  file.close();
  await books.write('profiles.erase', { id: 'p1' });
  expect(page()).toEqual({ rows: [], total: 0, since: null });
});
