// The wire of the shells that browsers reach. On this computer the session is in a header, never a cookie, which all ports of a host share; a team's
// host has a name and TLS of its own, and its session is a cookie that no script reads.
import { isTeamPage, readSessionToken } from './session.ts';
import { listenAsOneBrowser } from './stream-leader.ts';
import { readStream } from './event-stream.ts';
import type { Delivered, StreamListener, FrameTransport } from './transport.ts';

/** A transport over HTTP, for a tab that a launch link opened, or that a team's host has sent to somebody who is signed in. */
export function loopbackTransport(): FrameTransport {
  // By its random name the shell tells the windows apart. New at every load: a load is a new window.
  const ours = { 'x-console-window': window.crypto.randomUUID() } as const;
  const token = readSessionToken();
  if (isTeamPage()) return transportWith(ours);
  return token === null ? endedTransport() : transportWith({ ...ours, 'x-console-token': token });
}

function transportWith(headers: Readonly<Record<string, string>>): FrameTransport {
  let ended: (() => void) | undefined;
  return {
    async send(frame) {
      const delivered = await post(headers, frame, frame.id);
      if (delivered.kind === 'ended') ended?.();
      return delivered;
    },
    cancel(id) {
      post(headers, { cancel: id }, id).catch(() => undefined);
    },
    listen(listener) {
      ended = () => listener.onConnection('ended');
      return canShareStream() ? listenAsOneBrowser(headers, listener) : listenAlone(headers, listener);
    },
    download: (ticket) => downloadExport(headers, ticket),
  };
}

async function post(headers: Readonly<Record<string, string>>, body: unknown, id: string): Promise<Delivered> {
  try {
    const response = await fetch('/call', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status === 401 || response.status === 403) return { kind: 'ended' };
    // Refused before the engine heard of it: nothing was done.
    if (response.status === 429 || response.status === 503)
      return { kind: 'answer', frame: { id, ok: false, failure: { kind: 'unavailable-offline', detail: BUSY } } };
    return { kind: 'answer', frame: await response.json() };
  } catch {
    return { kind: 'lost', detail: 'The console’s engine did not answer.' };
  }
}

const BUSY = 'The console has too much to do, or is closing; try again in a moment.';

async function downloadExport(headers: Readonly<Record<string, string>>, ticket: string): Promise<Blob> {
  const response = await fetch(`/exports/${encodeURIComponent(ticket)}`, { headers });
  if (!response.ok) throw new Error(`the export is not there any more (${response.status})`);
  return await response.blob();
}

function canShareStream(): boolean {
  return 'locks' in navigator && 'BroadcastChannel' in window;
}

function listenAlone(headers: Readonly<Record<string, string>>, listener: StreamListener): () => void {
  const stop = new AbortController();
  readStream(
    headers,
    {
      onOpen: (first) => {
        if (first) listener.onListening();
        else listener.onRestart();
      },
      onFrame: (frame) => listener.onFrame(frame),
      onConnection: (state) => listener.onConnection(state),
    },
    stop.signal,
  ).catch(() => undefined);
  return () => stop.abort();
}

/** A tab without a session: nothing is sent anywhere. */
function endedTransport(): FrameTransport {
  return {
    send: () => Promise.resolve({ kind: 'ended' }),
    cancel: () => undefined,
    listen(listener) {
      listener.onConnection('ended');
      return () => undefined;
    },
    download: null,
  };
}
