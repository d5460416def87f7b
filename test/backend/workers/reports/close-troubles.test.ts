/** A close that is disturbed: a full disk, two windows at once, clocks that jump. Its death by kill -9 is in test/faults/period/kills. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Books } from '../../../../src/backend/books/books.ts';
import { StoreError } from '../../../../src/backend/sqlite/errors.ts';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { closeBench } from '../../../support/benches/close.ts';
import { dayOf, fillDays, periodOf, WORLD_NOW_MS } from '../../../support/worlds/close.ts';
import { openedForEach } from '../opened.ts';

let store: Store;

openedForEach((opened) => {
  ({ store } = opened);
});

beforeEach(() => fillDays(store.mirror('p1'), 2, () => 3));

const closed = async (): Promise<readonly string[]> =>
  (await store.books.read('closes.page', { profileId: 'p1', offset: 0, limit: 10 })).rows.map(({ id }) => id);

describe('a close', () => {
  it.each(['closes.append', 'closes.commit'] as const)(
    'whose %s finds a full disk is not there, and is made when there is room',
    async (step) => {
      let isFull = true;
      const write: Books['write'] = async (command, input) => {
        // What removes a try needs room as well.
        if (isFull && (command === step || command === 'closes.discard')) {
          throw new StoreError('disk-full', 'books', 'no room');
        }
        return store.books.write(command, input);
      };
      const bench = closeBench(store, { read: (query, input) => store.books.read(query, input), write });
      await expect(bench.close('one', periodOf(0))).rejects.toMatchObject({ code: 'disk-full' });
      expect(await closed()).toEqual([]);
      isFull = false;
      const close = await bench.close('one', periodOf(0));
      expect(await closed()).toEqual(['one']);
      const proof = { kind: 'close-proof', profileId: 'p1', closeId: 'one' } as const;
      const { result } = await bench.reports.result(proof, new AbortController().signal);
      expect(result).toEqual({ verified: true, faults: [], sha256: close.sha256 });
    },
  );

  it('that two windows ask for at once is one, by one intent or by two', async () => {
    const bench = closeBench(store);
    const [one, same] = await Promise.all([bench.close('one', periodOf(0)), bench.close('one', periodOf(0))]);
    expect(same).toEqual(one);
    const both = await Promise.allSettled([bench.close('two', periodOf(1)), bench.close('three', periodOf(1))]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({ reason: { message: 'refused: already-closed' } });
    expect(await closed()).toEqual(['two', 'one']);
  });

  it('is refused while the server’s clock has jumped back before the end, and made once it is right again', async () => {
    let nowMs = Date.parse(`${dayOf(0)}T12:00:00Z`);
    const bench = closeBench(store, store.books, () => nowMs);
    await expect(bench.close('one', periodOf(0))).rejects.toThrow('refused: requirements');
    expect(await closed()).toEqual([]);
    nowMs = WORLD_NOW_MS;
    expect((await bench.close('one', periodOf(0))).document.closedAt).toBe(new Date(WORLD_NOW_MS).toISOString());
  });
});
