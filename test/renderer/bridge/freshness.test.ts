/** What is read again when: by kind, by profile, at most once a second, and everything after a gap. */
import { hashKey, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventHub } from '../../../src/renderer/bridge/wire/event-hub.ts';
import { callKey, keepFresh, type FreshnessWatch, type Watches } from '../../../src/renderer/bridge/freshness.ts';
import { createReads, readUnlessTold } from '../../../src/renderer/bridge/reads.ts';
import { throttled } from '../../../src/renderer/bridge/wire/throttled.ts';
import type { StreamListener } from '../../../src/renderer/bridge/wire/transport.ts';
import { quietStatus } from '../support/scripts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function stage() {
  const hub = createEventHub();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const watches: Watches = new Set();
  keepFresh(hub, client, createReads(client), watches);
  const streams: StreamListener[] = [];
  hub.start({
    send: () => Promise.resolve({ kind: 'ended' }),
    cancel: () => undefined,
    listen: (listener) => {
      streams.push(listener);
      return () => undefined;
    },
    download: null,
  });
  let seq = 0;
  const push = (event: string, profile: string | null, data: unknown): void => {
    seq += 1;
    for (const stream of streams) stream.onFrame({ event, profile, seq, data });
  };
  const show = async (
    profile: string,
    name: string,
    kinds: readonly 'invoices'[],
    takesMs = 0,
    effect: FreshnessWatch['effect'] = 'again',
  ) => {
    const reads = { count: 0, ended: 0, given: 0 };
    const queryKey = callKey(profile, name, {});
    const read = async (signal: AbortSignal): Promise<unknown> => {
      reads.count += 1;
      const own = reads.count;
      signal.addEventListener('abort', () => (reads.given += 1));
      if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
      reads.ended += 1;
      return own;
    };
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: ({ signal }) => readUnlessTold(client, queryKey, () => read(signal)),
    });
    const hide = observer.subscribe(() => undefined);
    watches.add({ queryHash: hashKey(queryKey), kinds, effect });
    await vi.advanceTimersByTimeAsync(0);
    return { reads, hide, queryKey };
  };
  return { client, push, show, streams };
}

test('only what shows such rows of that profile is read again', async () => {
  const { push, show } = stage();
  const ours = await show('p-1', 'invoices.page', ['invoices']);
  const other = await show('p-2', 'invoices.page', ['invoices']);
  const rates = await show('p-1', 'rates.latest', []);
  push('mirror.changed', 'p-1', { kinds: ['invoices'] });
  await vi.advanceTimersByTimeAsync(0);
  expect([ours.reads.count, other.reads.count, rates.reads.count]).toEqual([2, 1, 1]);
});

test('a storm of changes is two reads: one at once, one when it is over', async () => {
  const { push, show } = stage();
  const ours = await show('p-1', 'invoices.page', ['invoices']);
  for (let change = 0; change < 50; change += 1) push('mirror.changed', 'p-1', { kinds: ['invoices'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(ours.reads.count).toBe(2);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(ours.reads.count).toBe(3);
});

test('a read that takes longer than the time between changes is left to finish, and then made once more', async () => {
  const { client, push, show } = stage();
  const { reads, queryKey } = await show('p-1', 'invoices.page', ['invoices'], 3_500);
  for (let second = 0; second < 9; second += 1) {
    push('mirror.changed', 'p-1', { kinds: ['invoices'] });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // The first ended at 3.5 s, the second at 7, the third is under way.
  expect(reads).toEqual({ count: 3, ended: 2, given: 0 });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reads).toEqual({ count: 4, ended: 4, given: 0 });
  expect(client.getQueryData(queryKey)).toBe(4);
});

test('a change during the very first read has it made once more', async () => {
  const { push, show } = stage();
  const { reads } = await show('p-1', 'invoices.page', ['invoices'], 200);
  push('mirror.changed', 'p-1', { kinds: ['invoices'] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toEqual({ count: 2, ended: 2, given: 0 });
});

test('what an event told while a read was under way is younger than its answer', async () => {
  const { client, push, show } = stage();
  const { reads, queryKey } = await show('p-1', 'jobs.list', [], 200);
  push('jobs.changed', 'p-1', { jobs: [] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toEqual({ count: 1, ended: 1, given: 0 });
  expect(client.getQueryData(queryKey)).toEqual({ jobs: [] });
});

test('what is not to be read again by itself is marked as old, also when the change came while it was read', async () => {
  const { client, push, show } = stage();
  const { reads, queryKey } = await show('p-1', 'reconciliation.tieOut', ['invoices'], 200, 'mark');
  push('mirror.changed', 'p-1', { kinds: ['invoices'] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reads.count).toBe(1);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  void client.refetchQueries({ queryKey });
  await vi.advanceTimersByTimeAsync(300);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  push('mirror.changed', 'p-1', { kinds: ['invoices'] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reads.count).toBe(2);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('a gap gives up what is under way: its answer may never come', async () => {
  const { show, streams } = stage();
  const ours = await show('p-1', 'invoices.page', [], 200);
  await vi.advanceTimersByTimeAsync(300);
  for (const stream of streams) stream.onRestart();
  await vi.advanceTimersByTimeAsync(100);
  for (const stream of streams) stream.onRestart();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ours.reads).toEqual({ count: 3, ended: 3, given: 1 });
});

test('what nobody looks at is read when somebody comes back', async () => {
  const { client, push, show } = stage();
  const { hide, queryKey } = await show('p-1', 'invoices.page', ['invoices']);
  hide();
  push('mirror.changed', 'p-1', { kinds: ['invoices'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('the watch of a business is read again when its sync has moved, at most once a second', async () => {
  const { push, show } = stage();
  const ours = await show('p-1', 'watch.status', []);
  const other = await show('p-2', 'watch.status', []);
  for (let word = 0; word < 20; word += 1) push('sync.status', 'p-1', quietStatus('p-1'));
  await vi.advanceTimersByTimeAsync(0);
  expect([ours.reads.count, other.reads.count]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(1_100);
  expect([ours.reads.count, other.reads.count]).toEqual([3, 1]);
});

test('a gap reads everything again', async () => {
  const { show, streams } = stage();
  const ours = await show('p-1', 'invoices.page', []);
  for (const stream of streams) stream.onRestart();
  await vi.advanceTimersByTimeAsync(0);
  expect(ours.reads.count).toBe(2);
});

test('a throttle that is stopped runs no more', async () => {
  const runs = { count: 0 };
  const throttle = throttled(() => {
    runs.count += 1;
  }, 100);
  throttle.run();
  throttle.run();
  throttle.stop();
  await vi.advanceTimersByTimeAsync(500);
  expect(runs.count).toBe(1);
});
