/** When everything behind the first window may begin. */
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { firstPaint } from '../../src/main/first-paint.ts';

async function isOver(painted: Promise<void>): Promise<boolean> {
  let over = false;
  void painted.then(() => (over = true));
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

test.each(['ready-to-show', 'closed'])('a window keeps everything back until it is %s', async (name) => {
  const window = new EventEmitter();
  const painted = firstPaint(window);
  expect(await isOver(painted)).toBe(false);
  window.emit(name);
  expect(await isOver(painted)).toBe(true);
});

test('without a window nothing is waited for', async () => {
  expect(await isOver(firstPaint(undefined))).toBe(true);
});

test('a window that never paints keeps nothing back for longer than a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const painted = firstPaint(new EventEmitter());
    vi.advanceTimersByTime(999);
    expect(await isOver(painted)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await isOver(painted)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
