// One push stream per browser: browsers allow six connections to a host, so one tab reads the stream and relays it to the others.
import './no-eval.ts';
import { z } from 'zod';
import { readStream } from './event-stream.ts';
import { SILENCE_MS, type StreamListener } from './transport.ts';

const LOCK = 'merchant-console.events';
const CHANNEL = 'merchant-console.events';

const relayedCodec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('frame'), stream: z.string(), frame: z.unknown() }),
  z.object({ kind: z.literal('open'), stream: z.string() }),
]);
type Relayed = z.output<typeof relayedCodec>;

/** Listens as leader or follower, whichever this tab turns out to be. Returns how to end it. */
export function listenAsOneBrowser(headers: Readonly<Record<string, string>>, listener: StreamListener): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(CHANNEL);
  const stopFollowing = follow(channel, listener);
  const lead = async (isHeir: boolean): Promise<void> => {
    stopFollowing();
    await readAndRelay(headers, listener, channel, isHeir, stop.signal);
  };
  const { locks } = navigator;
  // The lock is held for as long as `lead` runs; a rejected request (aborted) means that this tab never led.
  const inherit = (): Promise<void> => locks.request(LOCK, { signal: stop.signal }, () => lead(true));
  const begin = async (): Promise<void> => {
    const led = await locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null) return false;
      await lead(false);
      return true;
    });
    if (led || stop.signal.aborted) return;
    // Another tab leads, and relays to this one already.
    listener.onListening();
    await inherit();
  };
  begin().catch(() => undefined);
  return () => {
    stop.abort();
    stopFollowing();
    channel.close();
  };
}

async function readAndRelay(
  headers: Readonly<Record<string, string>>,
  listener: StreamListener,
  channel: BroadcastChannel,
  isHeir: boolean,
  signal: AbortSignal,
): Promise<void> {
  let stream = '';
  const tell = (message: Relayed): void => {
    // A BroadcastChannel has no target origin: it never leaves its own.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (!signal.aborted) channel.postMessage(message);
  };
  await readStream(
    headers,
    {
      onOpen: (first) => {
        stream = window.crypto.randomUUID();
        tell({ kind: 'open', stream });
        // Taking over from another leader is a gap too; only the very first stream of a lone tab is not.
        if (first && !isHeir) listener.onListening();
        else listener.onRestart();
      },
      onFrame: (frame) => {
        tell({ kind: 'frame', stream, frame });
        listener.onFrame(frame);
      },
      onConnection: (state) => listener.onConnection(state),
    },
    signal,
  );
}

/** Hears the leader; returns how to end it. A stream that begins anew, or a long silence, means that something may have been missed. */
function follow(channel: BroadcastChannel, listener: StreamListener): () => void {
  let current: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      listener.onConnection('reconnecting');
      listener.onRestart();
    }, SILENCE_MS);
  };
  const hear = (message: MessageEvent<unknown>): void => {
    const relayed = relayedCodec.safeParse(message.data);
    if (!relayed.success) return;
    watch();
    if (current !== null && relayed.data.stream !== current) listener.onRestart();
    current = relayed.data.stream;
    listener.onConnection('live');
    if (relayed.data.kind === 'frame') listener.onFrame(relayed.data.frame);
  };
  listener.onConnection('connecting');
  channel.addEventListener('message', hear);
  watch();
  return () => {
    clearTimeout(timer);
    channel.removeEventListener('message', hear);
  };
}
