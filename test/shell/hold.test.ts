/**
 * How a shell waits for a data folder that another console still holds, on a clock that jumps: when it looks, what it says, and
 * when it gives up. Not here: the lock itself (test/backend/sqlite), whole programs (test/loopback, test/main).
 */
import { describe, expect, test } from 'vitest';
import { holdDataFolder } from '../../src/shell/hold.ts';
import { DiscreteClock } from '../support/discrete-clock.ts';

/** A folder that another console gives back at `freeAt`, and everything that happens while we wait for it. */
function heldUntil(freeAt: number) {
  const clock = new DiscreteClock();
  const ending = new AbortController();
  const looks: number[] = [];
  const said: { readonly at: number; readonly sentence: string }[] = [];
  const folder = { path: '/data', release: () => undefined };
  const result = holdDataFolder('/data', {
    clock,
    ending: ending.signal,
    say: (sentence) => said.push({ at: clock.monotonic(), sentence }),
    open: (path) => {
      expect(path).toBe('/data');
      looks.push(clock.monotonic());
      return clock.monotonic() >= freeAt ? folder : null;
    },
  });
  return { clock, ending, looks, said, folder, result };
}

describe('FAULT-67: a data folder', () => {
  test('that is free is taken at once', async () => {
    const { looks, said, folder, result, clock } = heldUntil(0);
    expect(await result).toBe(folder);
    expect([looks, said, clock.sleepers]).toEqual([[0], [], 0]);
  });

  test('that comes free within a second is taken without a word', async () => {
    const { looks, said, folder, result, clock } = heldUntil(950);
    expect(await clock.run(result)).toBe(folder);
    expect(looks).toEqual(Array.from({ length: 11 }, (_, at) => at * 100));
    expect(said).toEqual([]);
  });

  test('that comes free later is taken after one sentence', async () => {
    const { said, folder, result, clock } = heldUntil(5_950);
    expect(await clock.run(result)).toBe(folder);
    expect(clock.monotonic()).toBe(6_000);
    expect(said).toEqual([{ at: 1_000, sentence: expect.stringMatching(/closing or using the data folder \/data;/) }]);
  });

  test('that stays held is given up after six seconds', async () => {
    const { looks, said, result, clock } = heldUntil(Number.POSITIVE_INFINITY);
    expect(await clock.run(result)).toBe('in-use');
    expect([clock.monotonic(), looks.length, said.length, clock.sleepers]).toEqual([6_000, 61, 1, 0]);
  });

  test.each([0, 550, 3_050])('is no longer waited for when the end is asked for after %i ms', async (wait) => {
    const { ending, looks, result, clock } = heldUntil(Number.POSITIVE_INFINITY);
    await clock.runFor(wait);
    const before = looks.length;
    ending.abort(new Error('SIGTERM'));
    expect(await result).toBe('ended');
    expect([clock.monotonic(), looks.length, clock.sleepers]).toEqual([wait, before, 0]);
  });

  test('is not even opened when the end was asked for before', async () => {
    const ending = AbortSignal.abort(new Error('SIGTERM'));
    const open = () => expect.unreachable('opened');
    const result = holdDataFolder('/data', { clock: new DiscreteClock(), say: () => undefined, ending, open });
    expect(await result).toBe('ended');
  });

  test('that cannot be opened at all is said at once', async () => {
    const open = () => {
      throw new Error('no permission');
    };
    const ending = new AbortController().signal;
    const result = holdDataFolder('/data', { clock: new DiscreteClock(), say: () => undefined, ending, open });
    await expect(result).rejects.toThrow('no permission');
  });
});
