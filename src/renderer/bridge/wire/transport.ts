// What the bridge needs from the wire, whichever shell is behind it.
import type { CallFrame } from '../../../contract/envelope.ts';
import type { z } from 'zod';

/** How the push stream stands. `ended` is final: the shell no longer knows this tab. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'ended';

/** What happened to a frame that was sent: an answer of the shell (still unchecked), or why there is none. */
export type Delivered =
  | { readonly kind: 'answer'; readonly frame: unknown }
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'ended' };

export interface StreamListener {
  /** A push frame, still unchecked. */
  onFrame(frame: unknown): void;
  /** From now on everything that is announced is heard. Once. */
  onListening(): void;
  /** A stream began that did not continue the one before: everything shown may be old. */
  onRestart(): void;
  onConnection(state: Connection): void;
}

export interface FrameTransport {
  /** Sends one call frame. Never rejects. */
  send(frame: CallFrame): Promise<Delivered>;
  /** Gives a running read up. Best effort. */
  cancel(id: string): void;
  /** Starts the push stream; returns how to end it. */
  listen(listener: StreamListener): () => void;
  /** Fetches a finished export. Null where the shell saves files itself. */
  readonly download: ((ticket: string) => Promise<Blob>) | null;
}

/** The shell sends a heartbeat every 15 s; a longer silence than this means the stream is dead. */
export const SILENCE_MS = 40_000;

export interface Reader<Output> {
  safeParse(data: unknown): z.ZodSafeParseResult<Output>;
}
