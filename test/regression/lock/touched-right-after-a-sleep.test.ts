/**
 * A machine woke after hours, and a person was at the window before the system had told the console of the sleep: that somebody was there counted as if they had never been
 * away, and it stayed open. Who comes after too long a while proves nothing by coming.
 */
import { expect, it } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { aLock } from '../../support/benches/lock.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

const MINUTE_MS = 60_000;
const LOCKS_AFTER = 15;

let books: Books;
openedForEach((opened) => {
  ({ books } = opened);
});

it.each([
  [LOCKS_AFTER - 1, false],
  [LOCKS_AFTER, true],
  [8 * 60, true],
])('who comes right after a sleep of %i minutes finds it locked: %s', async (minutes, isLocked) => {
  const clock = new DiscreteClock();
  const lock = aLock({ books, clock, settings: async () => ({ lockMinutes: LOCKS_AFTER }) });
  await lock.open();
  expect(await clock.during(lock.set('a passphrase of many words', ''))).toEqual({ ok: true });
  await clock.runFor(0);
  clock.jumpWall(minutes * MINUTE_MS);
  lock.touch();
  await clock.runFor(0);
  expect(lock.isLocked).toBe(isLocked);
  await lock.close();
});
