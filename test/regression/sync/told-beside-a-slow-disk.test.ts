/**
 * Beside a slow disk no list came to a verdict within a quarter of an hour after all trouble was over: windows were told the state of the sync four times a
 * second, whether the snapshot before had been read or not, and these readings took the reader's whole time, from which each page of a walk waited for its
 * own. One snapshot is read at a time, and one that took long is followed by a pause of four times as long. Found by the simulator's seeds 8017, 20085
 * and 20215.
 */
import { expect, test } from 'vitest';
import type { Log } from '../../../src/backend/ports.ts';
import { Publisher } from '../../../src/backend/publisher.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { DiscreteClock } from '../../support/discrete-clock.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined, redact: () => undefined };
const MINUTE_MS = 60_000;

/** How a minute of announcements is told where a reading of the status takes so long, milliseconds. */
async function aMinute(readingMs: number): Promise<{ readonly begun: readonly number[]; readonly most: number }> {
  const clock = new DiscreteClock();
  const begun: number[] = [];
  const at = { once: 0, most: 0 };
  const status = async (): Promise<never> => {
    begun.push(clock.monotonic());
    at.once += 1;
    at.most = Math.max(at.most, at.once);
    await clock.sleep(readingMs);
    at.once -= 1;
    throw new Error('nobody asks what is in it');
  };
  const business = {
    status,
    clockOffsetMs: null,
    profile: { id: 'p1' },
    sync: { invoicesPerPage: () => 100 },
    watch: { view: () => expect.unreachable('the status came first') },
    jobs: () => [],
  };
  const profiles = { has: () => true, business: () => success(business) };
  const lock = { isOn: false, isLocked: false, waitMs: 0, bySystem: false };
  const publisher = new Publisher(
    clock,
    silent,
    () => profiles,
    () => ({ status: () => lock }),
    () => ({ find: () => null }),
  );
  publisher.subscribe('window', () => undefined);
  for (let passed = 0; passed < MINUTE_MS; passed += 100) {
    publisher.announce({ kind: 'sync', profileId: 'p1' });
    await clock.runFor(100);
  }
  publisher.close();
  return { begun, most: at.most };
}

test('the state of the sync is read one at a time, for a fifth of the time at most', async () => {
  const { begun, most } = await aMinute(1_000);
  expect(most).toBe(1);
  expect(begun.length).toBeGreaterThanOrEqual(11);
  expect(begun.length).toBeLessThanOrEqual(13);
});

test('beside a fast disk it is told several times a second', async () => {
  const { begun } = await aMinute(2);
  expect(begun.length).toBeGreaterThan((MINUTE_MS / 350) * 0.9);
});
