/** Pages of rows that cost a pass over everything: so many are computed at once and kept, and the pages beside the first cost nothing. */

export interface PageWindow {
  readonly offset: number;
  readonly limit: number;
}

/** As many as a message between threads may carry. */
const BLOCK = 1_000;

/** The block that the row at that place lies in. */
export function blockOf(offset: number): PageWindow {
  return { offset: offset - (offset % BLOCK), limit: BLOCK };
}

/** The rows of a page out of the blocks that it lies in. */
export async function fromBlocks<Row>(
  { offset, limit }: PageWindow,
  read: (block: PageWindow) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const first = blockOf(offset);
  const rows: Row[] = [];
  for (let from = first.offset; from < offset + limit; from += BLOCK) rows.push(...(await read(blockOf(from))));
  return rows.slice(offset - first.offset, offset - first.offset + limit);
}
