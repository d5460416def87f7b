/** Each time that was missed waited ten minutes of its own for a list that is not proved complete: after two weeks it took two hours until the last had its file. */
import { expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { ScheduledExports } from '../../../src/backend/jobs/exports/scheduled.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { clientAt, jobContext } from '../../support/benches/job-context.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];
const START = Date.parse('2026-10-22T12:00:00Z');

let books: Books;
let mirror: Mirror;

openedForEach((opened) => {
  ({ books, mirror } = opened);
});

test('all that was missed waits for its lists once, ten minutes in all', async () => {
  const clock = new DiscreteClock(START);
  const begin = () => {
    const closing = new AbortController();
    const context = jobContext({
      client: clientAt('https://api.example', 'key', { clock }),
      mirror,
      books,
      clock,
      closing: closing.signal,
    });
    const exports = new ScheduledExports(context, {
      exports: {
        async into(_request, { name }, put) {
          await put(
            { path: '/own/one.csv', suggestedName: `${name}.csv`, mimeType: 'text/csv' },
            { sha256: name, bytes: 1 },
          );
          return { rows: 1, bytes: 1, sha256: name };
        },
      },
      folders: {
        at: async (chosen) => chosen,
        place: async ({ name, ending }, plan) => {
          await plan(`${name}${ending}`);
          return { fileName: `${name}${ending}`, outcome: 'written' };
        },
        holds: async () => false,
      },
      profile: () => ({ id: 'p1', name: 'Shop', origin: 'https://api.example', kind: 'business', readOnly: false }),
      serverNow: () => clock.now(),
      bar: () => null,
      hurry: () => undefined,
    });
    exports.wake();
    return { exports, end: () => closing.abort(new Error('closing')) };
  };
  const first = begin();
  await clock.run(
    first.exports.save({
      id: 'daily',
      name: 'Daily',
      // Of a list of which nothing has ever been read.
      request: { kind: 'invoices', filter: {}, sort: [] },
      rolls: 'yesterday',
      rule: { every: 'day', hour: 1, timeZone: 'UTC' },
      folder: '/reports',
      fileName: 'daily',
      isOn: true,
    }),
  );
  first.end();
  await clock.runFor(14 * DAY);
  const second = begin();
  const ends = async (): Promise<number> =>
    (await books.read('schedules.runs', { profileId: 'p1', scheduleId: 'daily', offset: 0, limit: 50 })).rows.filter(
      ({ state }) => state === 'done',
    ).length;
  await clock.runFor(9 * MINUTE);
  expect(await ends()).toBe(0);
  await clock.runFor(2 * MINUTE);
  expect(await ends()).toBe(14);
  second.end();
});
