/** What a window put away, what a look at the copies found and how a drill ended were each written over whatever was there when they began, so that of two at once one was lost. */
import { expect, it } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { BooksState } from '../../../src/backend/engine/books-state.ts';
import { openedForEach } from '../../backend/workers/opened.ts';

let books: Books;

openedForEach((opened) => {
  ({ books } = opened);
});

it('all of them hold when they come at once', async () => {
  const state = new BooksState(books, () => undefined);
  const at = '2026-11-21T10:00:00.000Z';
  const copy = 'books-2026-11-20.db';
  await Promise.all([
    state.found([copy, 'books-2026-11-21.db']),
    state.drilled({ at, copy, problem: 'damaged' }),
    state.seen({ largerCopies: [copy] }),
  ]);
  expect(await state.get()).toEqual({
    restore: null,
    largerCopies: ['books-2026-11-21.db'],
    failedDrill: { at, copy, problem: 'damaged' },
  });
});
