/**
 * What the engine's thread is given to do at once, counted and not timed: the rows and bytes of each message between it and its
 * worker threads, and the longest text that it parses, during a whole sync with a screen that asks for the largest pages. The
 * times are the bench's (bench/README.md).
 */
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { type IndependentApi, KEY_A, startIndependentApi } from '../support/independent-api/server.ts';
import { addProfile, type Bench, startBench, synced } from './bench.ts';

/** A page of a hundred invoices with every field filled is about a tenth of this. */
const MOST_BYTES = 1024 * 1024;
const MOST_ROWS = 1000;

let api: IndependentApi | null = null;
let bench: Bench | null = null;

afterEach(async () => {
  vi.restoreAllMocks();
  await bench?.stop();
  bench?.remove();
  await api?.close();
});

/** The most rows in any list of the message, however deep. */
function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Math.max(0, ...Object.values(value).map(longestList));
  return Array.isArray(value) ? Math.max(value.length, inner) : inner;
}

it('no message and no text is large, whatever the size of the mirror', async () => {
  const messages: { readonly rows: number; readonly bytes: number }[] = [];
  const note = (message: unknown): void => {
    messages.push({ rows: longestList(message), bytes: serialize(message).length });
  };
  // oxlint-disable-next-line typescript/unbound-method -- both are called with the worker as their `this`
  const { postMessage: post, emit } = Worker.prototype;
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message, transfer) {
    note(message);
    post.call(this, message, transfer);
  });
  vi.spyOn(Worker.prototype, 'emit').mockImplementation(function (this: Worker, event, ...rest: unknown[]) {
    if (event === 'message') note(rest[0]);
    return Reflect.apply(emit, this, [event, ...rest]);
  });
  const parse = JSON.parse;
  const parsed = { longest: 0, count: 0 };
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    parsed.longest = Math.max(parsed.longest, text.length);
    parsed.count += 1;
    return parse(text, reviver);
  });

  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: 2_400, withdrawals: 150 }] });
  bench = await startBench();
  const profile = await addProfile(bench, api.baseUrl, KEY_A);
  await synced(bench, profile);
  for (let offset = 0; offset < 2_400; offset += 200) {
    const page = await bench.call('invoices.page', { offset, limit: 200 }, profile);
    expect(page.rows).toHaveLength(200);
  }
  await bench.call('invoices.facets', {}, profile);
  await bench.call('overview.totals', {}, profile);

  // Otherwise nothing was watched: a page each way, two dozen of them, and as many texts.
  expect(messages.filter(({ rows }) => rows === 100).length).toBeGreaterThanOrEqual(24);
  expect(parsed.count).toBeGreaterThanOrEqual(24);
  expect(Math.max(...messages.map(({ rows }) => rows))).toBeLessThanOrEqual(MOST_ROWS);
  expect(Math.max(...messages.map(({ bytes }) => bytes))).toBeLessThanOrEqual(MOST_BYTES);
  expect(parsed.longest).toBeLessThanOrEqual(MOST_BYTES);
});
