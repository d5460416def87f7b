/** Rows that a job finds on their way past the engine's thread: stored whole, waited for, cancelled, and lost with the writer. Real threads and files. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/backend/workers/threads/store.ts';
import { ledger, orders, OwnBooks } from '../../../support/benches/own-books.ts';
import { temporaryFolder } from '../../mirror/sample.ts';
import { start } from '../fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let own: OwnBooks;
/** Called at every word of a job, before anything that its threads say after it. */
let told: () => void;

const ROWS = 9_500;
const file = (rows: number): Uint8Array => ledger(orders(rows));

async function opened(writer?: URL): Promise<void> {
  store = await start(folder.path, writer);
  told = () => undefined;
  own = new OwnBooks(store, folder.path, { announce: () => told() });
}

const entries = async (): Promise<number> => {
  const query = { profileId: 'p1', filter: {}, sort: [], offset: 0, limit: 1 } as const;
  return (await store.books.read('entries.page', query)).total;
};

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

describe('rows that a job finds', () => {
  it('are all there when it is done, more of them than are on their way at once', async () => {
    await opened();
    const source = await own.source('Shop');
    expect(await own.import(source, file(ROWS))).toMatchObject({ entries: ROWS });
    expect(await entries()).toBe(ROWS);
  });

  it('are none when a person cancels it meanwhile, and the next one is whole', async () => {
    await opened();
    const source = await own.source('Shop');
    // At its first rows: threads that are quicker than whoever looks for them would have come to the end.
    told = () => {
      for (const { id, done } of own.imports.list()) if (done > 0) own.imports.cancel(id);
    };
    const id = await own.begin(source, file(ROWS));
    expect(await own.ended(id)).toMatchObject({ state: 'cancelled' });
    told = () => undefined;
    expect(await entries()).toBe(0);
    expect(await own.import(source, file(ROWS))).toMatchObject({ entries: ROWS });
  });

  it('are none when the writer dies with them in hand: the job ends, the store goes on', async () => {
    await opened(new URL('mortal-writer.ts', import.meta.url));
    const source = await own.source('Shop');
    const id = await own.begin(source, file(ROWS));
    expect(await own.ended(id)).toMatchObject({ state: 'failed' });
    await own.imports.settled();
    expect(await entries()).toBe(0);
    expect(await own.import(source, file(300))).toMatchObject({ entries: 300 });
  });

  it('are none when there is nothing to store them in: the job ends with what the write said', async () => {
    await opened();
    const rows = { into: { to: 'import', profileId: 'p1', id: 'never begun' } } as const;
    const { format, mapping, tolerances, id: sourceId, kind } = await own.source('Shop');
    const fileId = await own.hand(file(ROWS));
    const read = own.files.use(fileId, ({ path }) =>
      store.compute(
        {
          kind: 'import-entries',
          importId: 'never begun',
          profileId: 'p1',
          path,
          sourceId,
          sourceKind: kind,
          format,
          mapping,
          tolerances,
          covers: null,
          today: '2026-11-21',
        },
        { onProgress: () => undefined, rows },
      ),
    );
    await expect(read).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });
});
