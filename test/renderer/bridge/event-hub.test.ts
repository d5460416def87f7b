/** Events: typed and checked, gaps noticed, the end of a session final. */
import { expect, test } from 'vitest';
import { createEventHub } from '../../../src/renderer/bridge/event-hub.ts';
import type { StreamListener, Transport } from '../../../src/renderer/bridge/transport.ts';

function listening() {
  const hub = createEventHub();
  const streams: StreamListener[] = [];
  const transport: Transport = {
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
