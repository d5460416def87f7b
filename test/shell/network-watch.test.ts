/** Changes of the network: told once, not when the network only goes away, and never as a storm. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Clock } from '../../src/backend/ports.ts';
import { powerWithNetwork, watchNetwork } from '../../src/shell/network-watch.ts';

const clock: Clock = { now: () => Date.now(), monotonic: () => Date.now(), sleep: () => Promise.resolve() };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('FAULT-30: tells of another network within three seconds, of none not at all, and of a flapping one every half minute', () => {
  let addresses = 'wlan0 10.0.0.5';
  let told = 0;
  const watch = watchNetwork(clock, () => addresses);
  watch.onChange(() => (told += 1));
  vi.advanceTimersByTime(60_000);
  expect(told).toBe(0);
  addresses = '';
  vi.advanceTimersByTime(60_000);
  expect(told).toBe(0);
  addresses = 'wlan0 10.0.0.5';
  vi.advanceTimersByTime(3_000);
  expect(told).toBe(1);
  for (let second = 0; second < 300; second += 3) {
    addresses = `wlan0 10.0.0.${second}`;
    vi.advanceTimersByTime(3_000);
  }
  expect(told).toBeGreaterThanOrEqual(10);
  expect(told).toBeLessThanOrEqual(11);
  watch.close();
  addresses = 'eth0 10.0.0.9';
  vi.advanceTimersByTime(60_000);
  expect(told).toBeLessThanOrEqual(11);
});

it('FAULT-30: is one signal with the resume of the machine', () => {
  const resumes = new Set<() => void>();
  let addresses = 'a';
  const watch = watchNetwork(clock, () => addresses);
  const power = powerWithNetwork(
    {
      onResume(listener) {
        resumes.add(listener);
        return () => resumes.delete(listener);
      },
    },
    watch,
  );
  let told = 0;
  const stop = power.onResume(() => (told += 1));
  for (const resume of resumes) resume();
  addresses = 'b';
  vi.advanceTimersByTime(3_000);
  expect(told).toBe(2);
  stop();
  addresses = 'c';
  vi.advanceTimersByTime(90_000);
  expect([told, resumes.size]).toEqual([2, 0]);
  watch.close();
});
