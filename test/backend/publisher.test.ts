/**
 * The heart of the event stream, on a clock that jumps: however windows come and go, one beat in fifteen seconds reaches each, and
 * troubles reach those that come later.
 * Not here: what the other events carry (test/contract, test/integration).
 */
import { expect, test } from 'vitest';
import type { Log } from '../../src/backend/ports.ts';
import { Publisher } from '../../src/backend/publisher.ts';
import { DiscreteClock } from '../support/discrete-clock.ts';

const BEAT_MS = 15_000;
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined, redact: () => undefined };

const noLock = () => ({ status: () => ({ isOn: false, isLocked: false, waitMs: 0, bySystem: false }) });
const noPeople = () => ({ find: () => null });

function open() {
  const clock = new DiscreteClock();
  const profiles = () => expect.unreachable('heartbeats ask for no profile');
  const publisher = new Publisher(clock, silent, profiles, noLock, noPeople);
  /** A window that notes when it heard what. */
  const window = () => {
    const heard: number[] = [];
    const seqs: number[] = [];
    const leave = publisher.subscribe('window-1', (frame) => {
      expect(frame).toMatchObject({ event: 'heartbeat', profile: null, data: {} });
      heard.push(clock.monotonic());
      seqs.push(frame.seq);
      expect(seqs).toEqual(seqs.map((_, at) => at));
    });
    return { heard, leave };
  };
  return { clock, publisher, window };
}

test('a window hears one heartbeat when it comes and one each fifteen seconds', async () => {
  const { clock, publisher, window } = open();
  const { heard } = window();
  await clock.runFor(5 * BEAT_MS);
  expect(heard).toEqual([0, 1, 2, 3, 4, 5].map((at) => at * BEAT_MS));
  expect(clock.sleepers).toBe(1);
  publisher.close();
});

test('the only window leaves and returns, again and again: there is still one beat in fifteen seconds', async () => {
  const { clock, publisher, window } = open();
  window().leave();
  for (const pause of [1, 4_000, 14_999 - 4_001]) {
    await clock.runFor(pause);
    window().leave();
  }
  expect(clock.sleepers).toBe(1);
  const { heard } = window();
  const [came = 0] = heard;
  await clock.runFor(8 * BEAT_MS);
  const beats = heard.slice(1);
  expect(came).toBe(14_999);
  expect(beats).toEqual(beats.map((_, at) => (beats[0] ?? 0) + at * BEAT_MS));
  expect(beats).toHaveLength(8);
  publisher.close();
});

test('the heart stops when nobody is there, and beats again for whoever comes later', async () => {
  const { clock, publisher, window } = open();
  window().leave();
  await clock.runFor(2 * BEAT_MS);
  expect(clock.sleepers).toBe(0);
  const late = window();
  await clock.runFor(3 * BEAT_MS);
  expect(late.heard).toEqual([2, 3, 4, 5].map((at) => at * BEAT_MS));
  const other = window();
  await clock.runFor(BEAT_MS);
  expect(other.heard).toEqual([5 * BEAT_MS, 6 * BEAT_MS]);
  expect(late.heard).toHaveLength(5);
  publisher.close();
  await clock.runFor(BEAT_MS);
  expect(clock.sleepers).toBe(0);
  expect(late.heard).toHaveLength(5);
});

test('a trouble is told to windows that come later too, until it is over or ten minutes old', async () => {
  const { clock, publisher } = open();
  const toldTo = (): readonly unknown[] => {
    const told: unknown[] = [];
    publisher.subscribe('window-1', ({ event, data }) => {
      if (event === 'trouble') told.push(Object(data).kind);
    })();
    return told;
  };
  const trouble = (kind: 'disk-full' | 'mirror-rebuilt', over?: boolean): void =>
    publisher.announce({ kind: 'trouble', profileId: null, trouble: { kind, message: 'm', over } });
  trouble('mirror-rebuilt');
  trouble('disk-full');
  expect(toldTo()).toEqual(['mirror-rebuilt', 'disk-full']);
  trouble('disk-full', true);
  await clock.runFor(9 * 60_000);
  expect(toldTo()).toEqual(['mirror-rebuilt']);
  await clock.runFor(60_000);
  expect(toldTo()).toEqual([]);
  publisher.close();
});

test('a trouble of one profile neither hides nor ends that of another', () => {
  const { publisher } = open();
  const told: unknown[] = [];
  const trouble = { kind: 'mirror-rebuilt', message: 'm' } as const;
  publisher.announce({ kind: 'trouble', profileId: 'p1', trouble });
  publisher.announce({ kind: 'trouble', profileId: 'p2', trouble });
  const listen = () => publisher.subscribe('w', ({ event, profile }) => event === 'trouble' && told.push(profile));
  listen()();
  expect(told.splice(0)).toEqual(['p1', 'p2']);
  publisher.announce({ kind: 'trouble', profileId: 'p2', trouble: { ...trouble, over: true } });
  listen()();
  expect(told).toEqual(['p1']);
  publisher.close();
});

test('nothing of a profile that is gone is told to a window that comes later', () => {
  const there = new Set(['p1', 'p2']);
  const profiles = { has: (id: string) => there.has(id), business: () => expect.unreachable('no status is asked for') };
  const publisher = new Publisher(new DiscreteClock(), silent, () => profiles, noLock, noPeople);
  for (const profileId of there) {
    const news = { id: profileId, about: 'closed-facts', title: 'Orchard', body: 'A fact changed.' } as const;
    publisher.announce({ kind: 'news', profileId, news });
    publisher.announce({ kind: 'trouble', profileId, trouble: { kind: 'mirror-rebuilt', message: 'm' } });
  }
  there.delete('p1');
  publisher.announce({ kind: 'profiles' });
  const told: unknown[] = [];
  publisher.subscribe('w', ({ event, profile }) => event !== 'heartbeat' && told.push([event, profile]));
  expect(told).toEqual([
    ['trouble', 'p2'],
    ['news', 'p2'],
  ]);
  publisher.close();
});

test('news that only the shell has overheard still waits for a window, and is not told to the shell again', async () => {
  const { clock, publisher } = open();
  const heard: string[] = [];
  const overhear = () => publisher.overhear('desktop', ({ event }) => event === 'news' && heard.push(event));
  const stop = overhear();
  const news = { id: 'a', about: 'closed-facts', title: 'Orchard', body: 'A fact changed.' } as const;
  publisher.announce({ kind: 'news', profileId: 'p1', news });
  expect(heard).toEqual(['news']);
  stop();
  await clock.runFor(60 * 60_000);
  overhear();
  expect(heard).toEqual(['news']);
  const told: string[] = [];
  publisher.subscribe('window-1', ({ event }) => event === 'news' && told.push(event));
  expect(told).toEqual(['news']);
  publisher.close();
});

test('news is told to the first window that comes, and for ten minutes more to those that come after', async () => {
  const { clock, publisher } = open();
  const toldTo = (): readonly unknown[] => {
    const told: unknown[] = [];
    publisher.subscribe('window-1', ({ event, profile, data }) => {
      if (event === 'news') told.push([profile, Object(data).id]);
    })();
    return told;
  };
  const news = { about: 'closed-facts', title: 'Orchard', body: 'A fact changed.' } as const;
  publisher.announce({ kind: 'news', profileId: 'p1', news: { ...news, id: 'a' } });
  await clock.runFor(60 * 60_000);
  expect(toldTo()).toEqual([['p1', 'a']]);
  await clock.runFor(9 * 60_000);
  expect(toldTo()).toEqual([['p1', 'a']]);
  await clock.runFor(60_000);
  expect(toldTo()).toEqual([]);
  publisher.close();
});
