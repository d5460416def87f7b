/** A mirror that changes all the time made a colleague's note wait for the end of its pause, a second: what people write is read at once. */
import { hashKey, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { callKey, keepFresh, type Watches } from '../../../src/renderer/bridge/freshness.ts';
import { createReads } from '../../../src/renderer/bridge/reads.ts';
import { createEventHub } from '../../../src/renderer/bridge/wire/event-hub.ts';
import type { StreamListener } from '../../../src/renderer/bridge/wire/transport.ts';

test('a note is read at once while the mirror changes, and a burst of notes at most four times a second', async () => {
  vi.useFakeTimers();
  const hub = createEventHub();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const watches: Watches = new Set();
  const stop = keepFresh(hub, client, createReads(client), watches);
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
  const push = (event: string, kinds: readonly string[]): void => {
    seq += 1;
    for (const stream of streams) stream.onFrame({ event, profile: 'p', seq, data: { kinds } });
  };
  const queryKey = callKey('p', 'notes.page', {});
  let reads = 0;
  const hide = new QueryObserver(client, { queryKey, queryFn: async () => (reads += 1) }).subscribe(() => undefined);
  watches.add({ queryHash: hashKey(queryKey), kinds: ['notes'], effect: 'again' });
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toBe(1);
  push('mirror.changed', ['invoices']);
  await vi.advanceTimersByTimeAsync(10);
  push('books.changed', ['notes']);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads).toBe(2);
  for (let note = 0; note < 100; note += 1) {
    push('books.changed', ['notes']);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(reads).toBeGreaterThanOrEqual(5);
  expect(reads).toBeLessThanOrEqual(7);
  hide();
  stop();
  vi.useRealTimers();
});
