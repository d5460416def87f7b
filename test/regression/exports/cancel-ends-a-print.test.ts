/** A pack that was stopped while its page was printed went on until that was printed, or for a minute. */
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

test('a pack that is stopped does not wait for its page, whose file is removed whenever it comes', async () => {
  const clock = new DiscreteClock();
  const context = jobContext({
    client: clientAt('http://127.0.0.1:9', 'nobody asks', { clock }),
    mirror,
    books,
    clock,
  });
  const began = Promise.withResolvers<void>();
  const printed = Promise.withResolvers<void>();
  const removed: string[] = [];
  const written = { rows: 0, bytes: 1, sha256: 'f'.repeat(64), manifestEnding: '', notice: null, cut: 0 };
  const never = (): Promise<never> => Promise.reject(new Error('nobody asks for it here'));
  const exports = new Exports(
    context,
    {
      consoleVersion: '1.2.3',
      pathFor: (id) => Promise.resolve(id),
      remove: async (path) => {
        removed.push(path);
      },
      async compute(_job, _listeners, signal) {
        signal.throwIfAborted();
        return { ...written, ending: '.html' };
      },
      writeOutBooks: never,
      saveAs: never,
      printPage: () => {
        began.resolve();
        return printed.promise;
      },
      folders: { at: never, place: never, holds: never },
    },
    () => ({ id: context.profileId, name: 'Shop', origin: 'https://api.example', kind: 'business', readOnly: false }),
  );
  const period = { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' };
  const ended = exports.into({ kind: 'pack', period, typed: [] }, { name: 'pack', notes: [] }, never);
  await began.promise;
  const [running] = exports.list();
  exports.cancel(running?.id ?? '');
  await expect(ended).resolves.toBeNull();
  expect(exports.list()).toMatchObject([{ state: 'cancelled' }]);
  const before = removed.length;
  printed.resolve();
  await expect.poll(() => removed.length).toBe(before + 1);
});
