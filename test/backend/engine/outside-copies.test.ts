/** When a copy of the books is made outside: after a write, at most every four minutes, and not at all where nothing was written. */
import { expect, it } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { OutsideCopies } from '../../../src/backend/engine/outside-copies.ts';
import { openInProcess } from '../../support/in-process-store.ts';
import { FastClock } from '../../integration/clock.ts';
import { until } from '../../integration/bench.ts';
import { temporaryFolder } from '../mirror/sample.ts';

const FOUR_MINUTES_MS = 4 * 60_000;

it('FAULT-101: a copy is made for what was written alone, and for all of it that came meanwhile at once', async () => {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  const books: Books = store.books;
  const clock = new FastClock(1);
  const world = { writes: 0, copies: 0, rests: 0 };
  const sleep = clock.sleep.bind(clock);
  clock.sleep = (ms, signal) => {
    world.rests += 1;
    return sleep(ms, signal);
  };
  const outside = new OutsideCopies({
    books,
    writes: () => world.writes,
    at: (path) => Promise.resolve(path),
    copy: () => {
      world.copies += 1;
      return Promise.resolve(`${world.copies}`);
    },
    clock,
    log: { warn: () => undefined },
    notify: () => undefined,
    changed: () => undefined,
  });
  /** One more look has been made. */
  const looked = async (): Promise<void> => {
    const before = world.rests;
    clock.skip(FOUR_MINUTES_MS);
    await until(
      () => world.rests,
      (rests) => rests > before,
    );
  };
  await outside.open();
  await outside.set('/elsewhere');
  await until(
    () => world.rests,
    (rests) => rests > 0,
  );
  const { copies: first } = world;
  for (let times = 0; times < 5; times += 1) await looked();
  expect(world.copies).toBe(first);
  world.writes += 3;
  await looked();
  await looked();
  expect(world.copies).toBe(first + 1);
  await outside.close();
  await store.close();
  folder.remove();
});
