// What goes into the gate and what comes out: types only.
import type { Failure, Result } from '../../domain/failure.ts';
import type { Budget, Lane, RequestLog } from './calls.ts';
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

/** A number of requests, or what the gate thinks right. */
export type Reserve = number | 'automatic';

/** A client that goes through a gate: other clients with the same key go through the same one. */
export interface Holder {
  /** Where its requests are noted, and those of earlier runs are read. */
  readonly requestLog: RequestLog;
  /** What it wants left to others; null has no opinion. */
  readonly reserve: Reserve | null;
}

/** The gate as one client sees it: its own waiting callers, and the budget of the key. */
export interface Pacer {
  /** Queues a caller. An aborted signal ends the waiting; it does nothing once the turn has come. */
  enter(lane: Lane, signal?: AbortSignal): Entry;
  /** Sends away everybody of this client who waits, with the failure. */
  dismiss(failure: Failure): void;
  /** Nothing is certain any more (the machine slept): one request goes first. */
  refresh(): void;
  setReserve(reserve: Reserve): void;
  budget(): Budget;
  /** Calls the listener after every change of the budget, until the returned function is called. */
  onBudget(listener: (budget: Budget) => void): () => void;
  /** The client is closed. */
  leave(): void;
}
