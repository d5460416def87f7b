// The push stream of the browser shell: the engine's events as server-sent events, read with fetch.
import type { ServerResponse } from 'node:http';
import type { EventFrame } from '../contract/envelope.ts';

/** How long a reader waits before it opens a broken stream again. */
const RETRY_MS = 2_000;
/** A reader that lags behind by so much is dropped; it comes back and reads the present state. */
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024;

/** Writes events to the response until either side ends it. Calls `onEnd` once. */
export function pushEvents(
  response: ServerResponse,
  subscribe: (listener: (frame: EventFrame) => void) => () => void,
  onEnd: () => void,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(`retry: ${RETRY_MS}\n\n`);
  // Subscribing may push at once, and that push may find the reader gone: `stop` must be there before.
  const stop: { unsubscribe?: () => void } = {};
  response.once('close', () => {
    stop.unsubscribe?.();
    onEnd();
  });
  stop.unsubscribe = subscribe((frame) => {
    if (response.writableEnded || response.destroyed) return;
    response.write(`data: ${JSON.stringify(frame)}\n\n`);
    if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy();
  });
  if (response.destroyed) stop.unsubscribe();
}
