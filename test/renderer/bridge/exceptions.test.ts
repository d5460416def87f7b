/** Acting on many exceptions in parts, and reading every row of a list: what is done, unknown, not reached, too much or moving. */
import { expect, test } from 'vitest';
import { type Failure, failed, success } from '../../../src/domain/kernel/failure/failure.ts';
import { actInParts, everyRow, MAX_ROWS_AT_ONCE } from '../../../src/renderer/bridge/hooks/use-exceptions.ts';

const ids = Array.from({ length: 2_500 }, (_, index) => `x-${index}`);
const LOST: Failure = { kind: 'unavailable-offline', detail: 'the line broke' };
const REFUSED: Failure = { kind: 'profile-changed', reason: 'unknown' };

/** Acts on all ids; the second part fails so. */
function actingWith(failure: Failure | null) {
  let calls = 0;
  return actInParts((part) => {
    calls += 1;
    if (calls === 2 && failure !== null) return Promise.resolve(failed(failure));
    return Promise.resolve(success({ results: part.map((id) => ({ id, result: 'done' as const })) }));
  }, ids);
}

test('every part has its results, in order', async () => {
  const { results, failure, unknown } = await actingWith(null);
  expect([results.map(({ id }) => id), failure, unknown]).toEqual([ids, null, []]);
});

test('a part without an answer is unknown, one that was refused is untouched, and what follows is not reached', async () => {
  const lost = await actingWith(LOST);
  expect([lost.results.length, lost.failure, lost.unknown]).toEqual([1_000, LOST, ids.slice(1_000, 2_000)]);
  const refused = await actingWith(REFUSED);
  expect([refused.results.length, refused.failure, refused.unknown]).toEqual([1_000, REFUSED, []]);
});

const idOf = ({ id }: { readonly id: string }): string => id;

/** A list whose rows are decided when a page is read. */
function reading(rowsAt: (read: number) => readonly string[]) {
  let reads = 0;
  const read = ({ offset, limit }: { readonly offset: number; readonly limit: number }) => {
    const all = rowsAt(reads);
    reads += 1;
    return Promise.resolve(
      success({ rows: all.slice(offset, offset + limit).map((id) => ({ id })), total: all.length }),
    );
  };
  return { all: everyRow(read, idOf), reads: () => reads };
}

test('every row is read once, page after page', async () => {
  const all = await reading(() => ids).all;
  expect(all.ok && all.value.map(idOf)).toEqual(ids);
  expect(await reading(() => []).all).toEqual(success([]));
});

test('a list that moves under the reading is read anew; one that never rests says so', async () => {
  const moved = ids.slice(7);
  const once = await reading((read) => (read < 3 ? ids : moved)).all;
  expect(once.ok && once.value.map(idOf)).toEqual(moved);
  const never = reading((read) => ids.slice(read * 3));
  expect(await never.all).toMatchObject({ ok: false, failure: { kind: 'unavailable-offline' } });
});

test('a list that is too long is refused after its first page, in words', async () => {
  const many = Array.from({ length: MAX_ROWS_AT_ONCE + 1 }, (_, index) => `${index}`);
  const { all, reads } = reading(() => many);
  expect(await all).toMatchObject({
    failure: {
      detail: '20,001 rows match, and at most 20,000 are acted on at once. Nothing was done; narrow the filter.',
    },
  });
  expect(reads()).toBe(1);
});
