// One push stream of the loopback shell: fetched (an EventSource cannot carry the session header), opened again after a pause.
import { createParser } from 'eventsource-parser';
import { pause } from './throttled.ts';
import { SILENCE_MS, type Connection } from './transport.ts';

export interface StreamHandlers {
  onFrame(frame: unknown): void;
  /** A new stream is open; `first` is false when it replaces a broken one. */
  onOpen(first: boolean): void;
  onConnection(state: Connection): void;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;
const LONGEST_PAUSE_MS = 10_000;

/** Reads the stream again and again until the signal aborts or the shell says that the session is over. */
export async function readStream(
  headers: Readonly<Record<string, string>>,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let first = true;
  while (!signal.aborted) {
    handlers.onConnection(first && failures === 0 ? 'connecting' : 'reconnecting');
    const end = await readOnce(
      headers,
      handlers,
      () => {
        handlers.onOpen(first);
        first = false;
        failures = 0;
      },
      signal,
    );
    if (end === 'ended') {
      handlers.onConnection('ended');
      return;
    }
    if (signal.aborted) return;
    handlers.onConnection('reconnecting');
    await pause((PAUSES_MS[failures] ?? LONGEST_PAUSE_MS) * (0.8 + Math.random() * 0.4), signal);
    failures += 1;
  }
}

async function readOnce(
  headers: Readonly<Record<string, string>>,
  handlers: StreamHandlers,
  opened: () => void,
  signal: AbortSignal,
): Promise<'broken' | 'ended'> {
  const silence = new AbortController();
  const stop = AbortSignal.any([signal, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  try {
    watch();
    const response = await fetch('/events', { headers: { ...headers, accept: 'text/event-stream' }, signal: stop });
    if (response.status === 401 || response.status === 403) return 'ended';
    if (!response.ok || response.body === null) return 'broken';
    opened();
    handlers.onConnection('live');
    const parser = createParser({ onEvent: (event) => handlers.onFrame(parseJson(event.data)) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'broken';
      watch();
      parser.feed(value);
    }
  } catch {
    return 'broken';
  } finally {
    clearTimeout(timer);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
