/** A store of its own for every test of a file, in one process, in a folder that is gone afterwards. */
import { afterEach, beforeEach } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { temporaryFolder } from '../mirror/sample.ts';

export interface Opened {
  readonly folder: ReturnType<typeof temporaryFolder>;
  readonly store: Store;
  /** Of the profile `p1`. */
  readonly mirror: Mirror;
  readonly books: Books;
}

/** Opens one before each test, hands it over, and closes it after. */
export function openedForEach(take: (opened: Opened) => void): void {
  let opened: Opened;
  beforeEach(() => {
    const folder = temporaryFolder();
    const store = openInProcess(folder.path);
    opened = { folder, store, mirror: store.mirror('p1'), books: store.books };
    take(opened);
  });
  afterEach(async () => {
    await opened.store.close();
    opened.folder.remove();
  });
}
