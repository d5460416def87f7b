/**
 * Two people who had seen the same exception both changed it, unseen by each other, when the first of them wrote in the very millisecond of the change before, or
 * after the clock was set back to it: what people name as seen is the time of the last change, and that was the same still. Found by the simulator's seed 18.
 */
import { beforeEach, expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { finding, runOver } from '../../support/findings.ts';

const AT = '2026-11-21T09:00:00.000Z';
let books: Books;
openedForEach((opened) => ({ books } = opened));
beforeEach(async () => {
  await runOver(books, [finding(1)], { at: AT });
});

const shown = async () => {
  const page = { profileId: 'p1', filter: {}, sort: [], now: AT, offset: 0, limit: 1 } as const;
  const [row] = (await books.read('exceptions.page', page)).rows;
  if (row === undefined) throw new Error('there is none');
  return row;
};

test.each([
  ['within one millisecond', AT],
  ['after the clock was set back', '2026-11-21T08:00:00.000Z'],
])('of two who have seen the same one is done, %s', async (_, at) => {
  const { id, updatedAt } = await shown();
  const write = async (osUser: string, note: string, seen?: string) => {
    const asked = { profileId: 'p1', ids: [id], action: { kind: 'note', note }, at, osUser } as const;
    const [answer] = await books.write('exceptions.act', { ...asked, ...(seen && { seen: { [id]: seen } }) });
    return answer;
  };
  const done = await write('Ada', 'of the first', updatedAt);
  expect(done).toMatchObject({ result: 'done' });
  expect(await write('Grace', 'of the second', updatedAt)).toMatchObject({ result: 'changed-since', by: 'Ada' });
  // Whoever goes on has the version of what they wrote.
  expect(await write('Ada', 'once more', done?.at)).toMatchObject({ result: 'done' });
  await write('Grace', 'whatever it is now');
  expect(await write('Ada', 'as it once was', updatedAt)).toMatchObject({ result: 'changed-since', by: 'Grace' });
  expect((await shown()).note).toBe('whatever it is now');
});
