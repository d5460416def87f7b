/** A label that was saved under the id of another profile's label changed that one, unseen by its profile and by its audit log. */
import { expect, it } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { openedForEach } from '../../backend/workers/opened.ts';

let books: Books;

openedForEach((opened) => {
  ({ books } = opened);
});

const save = (profileId: string, name: string) =>
  books.write('labels.save', {
    profileId,
    osUser: 'anna',
    at: '2026-11-21T10:00:00.000Z',
    id: 'label-01',
    name,
    colour: 'red',
  });

it('is refused and stays as it is', async () => {
  await save('p1', 'refund');
  await expect(save('p2', 'stolen')).rejects.toMatchObject({
    failure: { kind: 'invalid-input', issues: [{ path: 'id', message: 'is the id of another label' }] },
  });
  expect(await books.read('labels.list', { profileId: 'p1' })).toMatchObject([{ name: 'refund' }]);
  expect(await books.read('labels.list', { profileId: 'p2' })).toEqual([]);
});
