/** What goes into the gate and what comes out: types only. Not here: the gate (gate.ts). */
import type { Result } from '../../domain/failure.ts';
import type { Clock } from '../ports.ts';
import type { Lane, RequestLog } from './calls.ts';
import type { RateHeaders } from './rate-headers.ts';

/** How a request that went through the gate ended. */
export type TurnEnd =
  /** A response came. `refusedMs` is present for RATE_LIMITED: how long the server wants to be left alone. */
  | { readonly kind: 'answered'; readonly headers: RateHeaders; readonly refusedMs?: number | undefined }
  /** It may have been counted by the server, but no usable response came. */
  | { readonly kind: 'lost' }
  /** No byte left this machine. */
  | { readonly kind: 'not-sent' };

export interface Turn {
  /** Must be called exactly once, when the request has ended. */
  end(end: TurnEnd): void;
}

export interface Entry {
  /** The turn, or why there is none: cancelled, parked (`rate-limited`), or the failure that emptied the gate. */
  readonly turn: Promise<Result<Turn>>;
  /** A more urgent caller waits for the same request. */
  promote(lane: Lane): void;
}

export interface GateOptions {
  readonly clock: Clock;
  readonly requestLog: RequestLog;
  /** [0, 1) */
  readonly random: () => number;
  readonly reserve?: number | 'automatic' | undefined;
}
