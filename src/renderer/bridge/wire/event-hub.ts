// Turns raw push frames into typed events for whoever listens, and notices when one was missed.
import './no-eval.ts';
import { eventFrameCodec } from '../../../contract/envelope.ts';
import { type EventData, type EventName, events } from '../../../contract/events.ts';
import type { Connection, FrameTransport, Reader, StreamListener } from './transport.ts';

type RawListener = (data: unknown, profile: string | null) => void;

export interface EventHub {
  on<Name extends EventName>(name: Name, listener: (data: EventData<Name>, profile: string | null) => void): () => void;
  /** Called whenever something may have been missed: everything on screen has to be read again. */
  readonly onGap: (listener: () => void) => () => void;
  /** Resolves when everything that is announced from now on will be heard, or when that takes too long: reads wait for it. */
  readonly listening: () => Promise<void>;
  readonly connection: () => Connection;
  readonly onConnection: (listener: () => void) => () => void;
  /** Starts listening; returns how to end it. */
  start(transport: FrameTransport): () => void;
}

/** A hub without a stream; `start` gives it one. */
export function createEventHub(): EventHub {
  const listeners = new Map<string, Set<RawListener>>();
  const gaps = new Set<() => void>();
  const watchers = new Set<() => void>();
  let connection: Connection = 'connecting';
  let lastSeq: number | null = null;
  const released = releasable();

  const tellGap = (): void => {
    for (const listener of gaps) listener();
  };
  const stream: StreamListener = {
    onFrame(raw) {
      const frame = eventFrameCodec.safeParse(raw);
      if (!frame.success) return;
      const { event, profile, seq, data } = frame.data;
      const missed = lastSeq !== null && seq !== lastSeq + 1;
      lastSeq = seq;
      if (missed) tellGap();
      for (const listener of listeners.get(event) ?? []) listener(data, profile);
    },
    onListening() {
      // What was read before it may have changed before anybody listened.
      if (!released.now()) tellGap();
    },
    onRestart() {
      lastSeq = null;
      tellGap();
    },
    onConnection(state) {
      // The end of a session is final: a late frame of another tab does not bring it back.
      if (connection === state || connection === 'ended') return;
      connection = state;
      if (state !== 'connecting') released.now();
      for (const watcher of watchers) watcher();
    },
  };

  return {
    on: (name, listener) => {
      const raw = rawListener(readers[name], listener);
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(raw));
      return () => all.delete(raw);
    },
    onGap: (listener) => add(gaps, listener),
    listening: released.wait,
    connection: () => connection,
    onConnection: (listener) => add(watchers, listener),
    start: (transport) => {
      const timer = setTimeout(released.now, LONGEST_WAIT_MS);
      const stop = transport.listen(stream);
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}

/** Screens are rather shown without events than not at all. */
const LONGEST_WAIT_MS = 2_000;

interface Releasable {
  readonly wait: () => Promise<void>;
  /** False when it was released before. */
  readonly now: () => boolean;
}

function releasable(): Releasable {
  let isReleased = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    wait: () => promise,
    now: () => {
      const isFirst = !isReleased;
      isReleased = true;
      resolve();
      return isFirst;
    },
  };
}

function add(set: Set<() => void>, listener: () => void): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

const readers: { readonly [Name in EventName]: Reader<EventData<Name>> } = events;

function rawListener<Data>(reader: Reader<Data>, listener: (data: Data, profile: string | null) => void): RawListener {
  return (data, profile) => {
    const parsed = reader.safeParse(data);
    if (parsed.success) listener(parsed.data, profile);
  };
}
