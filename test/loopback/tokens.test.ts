/** Launch and session tokens: single use, ten minutes on either clock, one outstanding per purpose. */
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/backend/ports.ts';
import { systemIds } from '../../src/backend/system.ts';
import { createLaunchTokens, createSessions } from '../../src/loopback/tokens.ts';

const MINUTE = 60_000;

function handClock() {
  const time = { wall: 1_000_000, steady: 0 };
  const clock: Clock = {
    now: () => time.wall,
    monotonic: () => time.steady,
    sleep: () => Promise.reject(new Error('nobody sleeps here')),
  };
  return { time, clock };
}

describe('launch tokens', () => {
  test('hold 256 bits', () => {
    const token = createLaunchTokens(handClock().clock, systemIds).issue('printed');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test.each([
    ['just before ten minutes', 10 * MINUTE - 1, 10 * MINUTE - 1, true],
    ['at ten minutes', 10 * MINUTE, 10 * MINUTE, false],
    ['after a sleep, when only the wall clock went on', 10 * MINUTE, 5, false],
    ['after the wall clock was set back', -5 * MINUTE, 10 * MINUTE, false],
  ])('%s', (_name, wall, steady, isGood) => {
    const { time, clock } = handClock();
    const launches = createLaunchTokens(clock, systemIds);
    const token = launches.issue('printed');
    time.wall += wall;
    time.steady += steady;
    expect(launches.redeem(token)).toBe(isGood);
    expect(launches.redeem(token)).toBe(false);
  });

  test('tell when they were used, and only then', () => {
    const launches = createLaunchTokens(handClock().clock, systemIds);
    let uses = 0;
    const token = launches.issue('opened', () => (uses += 1));
    expect(launches.redeem('something else')).toBe(false);
    expect(uses).toBe(0);
    expect(launches.redeem(token)).toBe(true);
    expect(uses).toBe(1);
  });
});

test('sessions are found by their token, apart from each other, and the oldest of too many ends', () => {
  const sessions = createSessions(systemIds);
  const tokens = Array.from({ length: 65 }, () => sessions.open());
  expect(sessions.find(tokens[0])).toBeNull();
  expect(sessions.find(tokens[1])).toBe(2);
  expect(sessions.find(tokens[64])).toBe(65);
  for (const wrong of [undefined, '', 'x', tokens]) expect(sessions.find(wrong)).toBeNull();
});
