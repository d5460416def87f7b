/** Two people at one exception: whoever comes second is told who was first and when, nothing is overwritten unseen, and no text is lost. */
import { beforeEach, expect, it } from 'vitest';
import type { Books } from '../../../../../src/backend/books/books.ts';
import { fromEpochMs } from '../../../../../src/domain/kernel/time/time.ts';
import { finding, runOver } from '../../../../support/findings.ts';
import { openedForEach } from '../../../workers/opened.ts';

const ROUNDS = 500;
const BEGIN_MS = Date.UTC(2026, 10, 21);

let books: Books;
openedForEach((opened) => ({ books } = opened));
beforeEach(async () => {
  await runOver(books, [finding(1)], { at: fromEpochMs(BEGIN_MS) });
});

const shown = async () => {
  const page = { profileId: 'p1', filter: {}, sort: [], now: fromEpochMs(BEGIN_MS), offset: 0, limit: 1 } as const;
  const [row] = (await books.read('exceptions.page', page)).rows;
  if (row === undefined) throw new Error('there is none');
  return row;
};

it('of two who saw the same one is done, the other is told who and when, and after another look nobody’s words are lost', async () => {
  let ms = BEGIN_MS;
  const write = async (osUser: string, note: string, id: string, seen: string) => {
    const at = fromEpochMs((ms += 1));
    const action = { kind: 'note', note } as const;
    const [answer] = await books.write('exceptions.act', {
      profileId: 'p1',
      ids: [id],
      action,
      at,
      osUser,
      seen: { [id]: seen },
    });
    return { ...answer, written: at };
  };
  const texts: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, updatedAt } = await shown();
    const [first, second] = round % 2 === 0 ? (['Ada', 'Grace'] as const) : (['Grace', 'Ada'] as const);
    const done = await write(first, `${first} in round ${round}`, id, updatedAt);
    expect(done).toMatchObject({ result: 'done' });
    const lost = await write(second, `${second} in round ${round}`, id, updatedAt);
    expect(lost).toMatchObject({ result: 'changed-since', by: first, at: done.written });
    expect((await shown()).note).toBe(`${first} in round ${round}`);
    // What was typed is still there to be sent once it was looked at again.
    expect(await write(second, `${second} in round ${round}`, id, (await shown()).updatedAt)).toMatchObject({
      result: 'done',
    });
    texts.push(`${first} in round ${round}`, `${second} in round ${round}`);
  }
  const { id } = await shown();
  const deeds = (await books.read('exceptions.get', { profileId: 'p1', id }))?.deeds ?? [];
  // The history that is shown ends with the latest thousand.
  const notes = deeds.flatMap(({ deed, note }) => (deed === 'noted' && note !== null ? [note] : []));
  expect(notes).toEqual(texts.slice(-notes.length));
  expect(notes.length).toBeGreaterThanOrEqual(2 * ROUNDS - 1);
});

it('the same once more changes nothing and is no conflict, and without a version it is as before', async () => {
  const { id, updatedAt } = await shown();
  const act = (at: number, seen?: Readonly<Record<string, string>>) =>
    books.write('exceptions.act', {
      profileId: 'p1',
      ids: [id],
      action: { kind: 'assign', assignee: 'Ada' },
      at: fromEpochMs(BEGIN_MS + at),
      osUser: 'Ada',
      seen,
    });
  expect(await act(1, { [id]: updatedAt })).toMatchObject([{ result: 'done' }]);
  expect(await act(2, { [id]: updatedAt })).toMatchObject([{ result: 'unchanged' }]);
  expect(await act(3)).toMatchObject([{ result: 'unchanged' }]);
});
