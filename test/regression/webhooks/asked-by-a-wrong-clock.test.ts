/**
 * What is read again has its turn by when it was asked for last, and that was the date of the answer. A copy that somebody on the way had kept is
 * dated long ago, so that the invoice on screen was asked for over and over, as fast as requests go; what a clock had dated in the future was not
 * asked for until then. When something was asked for is told by our own reckoning of the server's time, and what lies ahead of it has its turn first.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, WatchBench } from '../../backend/jobs/webhooks/watch/bench.ts';
import { delivery, temporaryFolder, uuidOf } from '../../backend/mirror/sample.ts';

let folder: ReturnType<typeof temporaryFolder>;
let bench: WatchBench;

beforeEach(() => {
  folder = temporaryFolder();
  bench = new WatchBench(folder.path);
});

afterEach(async () => {
  await bench.stop();
  folder.remove();
});

describe('an answer that is dated long ago', () => {
  it('is not asked for over and over while it stands on screen, and others have their turn', async () => {
    await bench.begin({ 1: HOUR_MS, 2: HOUR_MS });
    const copy = JSON.stringify({ success: true, data: [delivery(1)] });
    const kept = bench.clock.now() - 3 * HOUR_MS;
    bench.answerWith(1, () => ({ status: 200, body: copy, date: kept }));
    for (const number of [1, 2]) await bench.known(number, {}, 4 * HOUR_MS);
    const begun = bench.clock.now();
    bench.watch.start();
    bench.watch.look('window', [uuidOf(1)]);
    await bench.clock.runFor(5 * MINUTE_MS - 1);
    expect(bench.minutes(1, begun)).toEqual([0, 2, 4]);
    await bench.clock.runFor(10 * MINUTE_MS);
    expect(bench.asked()).toContain(2);
  });
});

describe('what is dated in the future', () => {
  it.each(['on screen', 'among the newest', 'failed'] as const)('is read again all the same: %s', async (where) => {
    // Two hundred that are newer, so that the failed one has a turn of its own.
    const newer = where === 'failed' ? Array.from({ length: 200 }, (_, index) => index + 10) : [];
    const ended = [...[1, 2].map((number) => [number, 2 * HOUR_MS]), ...newer.map((number) => [number, HOUR_MS])];
    await bench.begin(Object.fromEntries(ended));
    const state = where === 'failed' ? ({ status: 'failed', delivered_at: null } as const) : {};
    for (const number of newer) await bench.known(number, {}, 5_000);
    await bench.known(1, state, -HOUR_MS);
    await bench.known(2, state, 5_000);
    bench.answerWith(1, () => [delivery(1, state)]);
    bench.answerWith(2, () => [delivery(2, state)]);
    bench.watch.start();
    if (where === 'on screen') bench.watch.look('window', [uuidOf(1)]);
    await bench.clock.runFor(where === 'on screen' ? 1_000 : 10 * MINUTE_MS);
    expect(bench.asked()).toContain(1);
  });
});
