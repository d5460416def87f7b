/** A file whose process is gone in the middle of its second test, as by a crash of something native: what reports.test.ts runs. */
import { expect, test } from 'vitest';

test('ends', () => {
  expect(process.pid).toBeGreaterThan(0);
});

test('does not end', async () => {
  // Once the runner has heard of the first one.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(process.kill(process.pid, 'SIGKILL')).toBe(true);
  await new Promise(() => undefined);
});
