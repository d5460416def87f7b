/** Since when a reading of what stands on screen is recent enough. Not here: reading it (watch.test.ts). */
import { beforeEach, expect, it } from 'vitest';
import { Screens } from '../../../../../src/backend/jobs/webhooks/watch/watch.ts';
import { DiscreteClock } from '../../../../support/discrete-clock.ts';

let clock: DiscreteClock;
let screens: Screens;

beforeEach(() => {
  clock = new DiscreteClock();
  screens = new Screens(clock);
});

/** How many seconds ago each may have been asked for. */
function ages(): Readonly<Record<string, number>> {
  const now = clock.now();
  return Object.fromEntries(
    screens.shown(now).map(({ uuid, askedBefore }) => [uuid, (now - Date.parse(askedBefore)) / 1000]),
  );
}

it('what was asked for just before it came is recent; later on what was asked for two minutes ago is not', async () => {
  screens.tell('window', ['a']);
  expect(ages()).toEqual({ a: 30 });
  await clock.runFor(60_000);
  expect(ages()).toEqual({ a: 90 });
  await clock.runFor(60_000);
  expect(ages()).toEqual({ a: 120 });
});

it('that is told again, what stays has been there all the time, and what is new has just come', async () => {
  screens.tell('window', ['a']);
  await clock.runFor(4 * 60_000);
  screens.tell('window', ['b', 'a']);
  expect(ages()).toEqual({ b: 30, a: 120 });
  await clock.runFor(4 * 60_000);
  expect(Object.keys(ages())).toEqual(['b', 'a']);
  await clock.runFor(61_000);
  expect(ages()).toEqual({});
  expect(screens.isEmpty).toBe(true);
});

it('a window that shows nothing any more is forgotten at once', () => {
  screens.tell('one', ['a']);
  screens.tell('two', ['b']);
  expect(Object.keys(ages())).toEqual(['b', 'a']);
  screens.tell('two', []);
  expect(Object.keys(ages())).toEqual(['a']);
  expect(screens.isEmpty).toBe(false);
});
