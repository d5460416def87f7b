/** Any page of a list is the same piece of it, whichever blocks it is read from. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBlocks, type PageWindow } from '../../../../src/backend/handlers/statement.ts';

it('a page out of blocks is that piece of the list, and never asks for more blocks than it lies in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(4_500), fc.nat(5_000), fc.nat(1_000), async (length, offset, limit) => {
      const list = Array.from({ length }, (_, index) => index);
      const asked: PageWindow[] = [];
      const rows = await fromBlocks({ offset, limit }, (block) => {
        asked.push(block);
        return Promise.resolve(list.slice(block.offset, block.offset + block.limit));
      });
      expect(rows).toEqual(list.slice(offset, offset + limit));
      expect(asked.length).toBeLessThanOrEqual(2);
      for (const block of asked) expect([block.offset % 1_000, block.limit]).toEqual([0, 1_000]);
    }),
    { numRuns: 200 },
  );
});
