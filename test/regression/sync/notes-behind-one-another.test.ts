/**
 * Each moment's requests were noted by a write of their own, one behind the other: with a slow writer those of a crowd waited for more than four seconds, left without being
 * noted, and a death forgot them; the next run sent over a hundred requests within a minute. Those that come while others are being noted are noted together.
 * Found by the simulator's seed 900006.
 */
import { expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import { NOTED_WITHIN_MS, RequestLogs } from '../../../src/backend/engine/request-logs.ts';
import { remoteOf } from '../../../src/backend/sqlite/commands.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { silentLog } from '../../backend/api/fixture.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

const CROWD = 45;
const EVERY_MS = 60;
const WRITE_MS = 400;

test('requests wait for the write that is under way and for their own, however many came before', async () => {
  const clock = new DiscreteClock();
  const noted = new Set<number>();
  let writer: Promise<void> = Promise.resolve();
  const books: Pick<Books, 'read' | 'write'> = {
    read: remoteOf(async () => []),
    write: remoteOf((_, input) => {
      const at = fieldOf(input, 'at');
      const work = writer.then(async () => {
        await clock.sleep(WRITE_MS);
        if (Array.isArray(at)) for (const one of at) noted.add(Number(one));
      });
      writer = work;
      return work;
    }),
  };
  const log = new RequestLogs(books, clock, silentLog).of('p');
  const waits: number[] = [];
  const forgotten: number[] = [];
  const leave = async (at: number): Promise<void> => {
    await log.append(at);
    waits.push(clock.now() - at);
    if (!noted.has(at)) forgotten.push(at);
  };
  for (let request = 0; request < CROWD; request += 1) {
    void leave(clock.now());
    await clock.runFor(EVERY_MS);
  }
  await clock.runFor(2 * NOTED_WITHIN_MS);
  expect(waits).toHaveLength(CROWD);
  expect(forgotten).toEqual([]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2 * WRITE_MS);
});
