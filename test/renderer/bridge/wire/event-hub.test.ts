/** Events: typed and checked, gaps noticed, the end of a session final. */
import { expect, test, vi } from 'vitest';
import { createEventHub } from '../../../../src/renderer/bridge/wire/event-hub.ts';
import type { StreamListener, FrameTransport } from '../../../../src/renderer/bridge/wire/transport.ts';

function listening() {
  const hub = createEventHub();
  const streams: StreamListener[] = [];
  const transport: FrameTransport = {
    send: () => Promise.resolve({ kind: 'ended' }),
    cancel: () => undefined,
    listen: (listener) => {
      streams.push(listener);
      return () => undefined;
    },
    download: null,
  };
  hub.start(transport);
  const [stream] = streams;
  if (stream === undefined) throw new Error('nobody listens');
  const gaps = { count: 0 };
  hub.onGap(() => {
    gaps.count += 1;
  });
  return { hub, stream, gaps };
}

const frame = (seq: number, event = 'heartbeat', data: unknown = {}) => ({ event, profile: 'p', seq, data });

test('an event reaches its listeners with its profile, until they stop', () => {
  const { hub, stream } = listening();
  const heard: unknown[] = [];
  const stop = hub.on('mirror.changed', (data, profile) => heard.push([data.kinds, profile]));
  stream.onFrame(frame(1, 'mirror.changed', { kinds: ['rates'] }));
  stream.onFrame(frame(2, 'mirror.changed', { kinds: ['nonsense'] }));
  stop();
  stream.onFrame(frame(3, 'mirror.changed', { kinds: ['rates'] }));
  expect(heard).toEqual([[['rates'], 'p']]);
});

test('any first number is fine, then every number counts', () => {
  const { stream, gaps } = listening();
  for (const seq of [41, 42, 43]) stream.onFrame(frame(seq));
  expect(gaps.count).toBe(0);
  stream.onFrame(frame(45));
  expect(gaps.count).toBe(1);
  stream.onFrame(frame(45));
  expect(gaps.count).toBe(2);
  stream.onFrame('rubbish');
  stream.onFrame(frame(46));
  expect(gaps.count).toBe(2);
});

test('a new stream is one gap, whatever its numbers', () => {
  const { stream, gaps } = listening();
  stream.onFrame(frame(9));
  stream.onRestart();
  stream.onFrame(frame(1));
  expect(gaps.count).toBe(1);
});

test('the end of a session is final', () => {
  const { hub, stream } = listening();
  const states: string[] = [];
  hub.onConnection(() => states.push(hub.connection()));
  for (const state of ['live', 'live', 'reconnecting', 'ended', 'live'] as const) stream.onConnection(state);
  expect(states).toEqual(['live', 'reconnecting', 'ended']);
});

test('reads wait until every announcement is heard, which is no gap', async () => {
  const { hub, stream, gaps } = listening();
  const released = vi.fn<() => void>();
  void hub.listening().then(released);
  await Promise.resolve();
  expect(released).not.toHaveBeenCalled();
  stream.onListening();
  await hub.listening();
  expect(gaps.count).toBe(0);
});

test('reads do not wait for a stream that does not open; when it does at last, they are made again', async () => {
  vi.useFakeTimers();
  try {
    const { hub, stream, gaps } = listening();
    const released = vi.fn<() => void>();
    void hub.listening().then(released);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(released).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(released).toHaveBeenCalled();
    stream.onListening();
    expect(gaps.count).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a session that is over keeps no read waiting', async () => {
  const { hub, stream } = listening();
  stream.onConnection('ended');
  await expect(hub.listening()).resolves.toBeUndefined();
});
