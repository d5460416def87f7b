/** A file that lay where a person had saved it was said to have failed, because the one it was copied from could not be removed. */
import { expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { Exports } from '../../../src/backend/jobs/exports/export.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

let books: Books;
let mirror: Mirror;

openedForEach((opened) => {
  ({ books, mirror } = opened);
});

test('an export that is saved is done, whatever becomes of what is left of it', async () => {
  const clock = new DiscreteClock();
  const context = jobContext({
    client: clientAt('http://127.0.0.1:9', 'nobody asks', { clock }),
    mirror,
    books,
    clock,
  });
  const written = { rows: 3, bytes: 1, sha256: 'f'.repeat(64), manifestEnding: '', notice: null, cut: 0 };
  const never = (): Promise<never> => Promise.reject(new Error('nobody asks for it here'));
  const asked: string[] = [];
  const exports = new Exports(
    context,
    {
      consoleVersion: '1.2.3',
      pathFor: (id) => Promise.resolve(id),
      remove(path) {
        asked.push(path);
        return Promise.reject(Object.assign(new Error('EBUSY'), { code: 'EBUSY' }));
      },
      compute: () => Promise.resolve({ ...written, ending: '.csv' }),
      writeOutBooks: never,
      saveAs: never,
      printPage: never,
      folders: { at: never, place: never, holds: never },
    },
    () => ({ id: context.profileId, name: 'Shop', origin: 'https://api.example', kind: 'business', readOnly: false }),
  );
  const made = exports.into({ kind: 'invoices', filter: {}, sort: [] }, { name: 'invoices', notes: [] }, () =>
    Promise.resolve('invoices.csv'),
  );
  await expect(made).resolves.toMatchObject({ rows: 3 });
  expect(exports.list()).toMatchObject([{ state: 'done', fileName: 'invoices.csv' }]);
  expect(asked).toHaveLength(1);
});
