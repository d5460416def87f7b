// What the watch of the deliveries asks the mirror, and what it gets: plain types that cross threads.

/** Final invoices that ended in [from, to), ISO UTC, and whose webhooks go to the host; null: to any. */
export interface IncidentWindow {
  readonly from: string;
  readonly to: string;
  readonly host: string | null;
  /** What was asked for before, ISO UTC on the server's clock, is asked for again; absent: only what was never read is. */
  readonly since?: string | undefined;
}

/** So many of the newest final invoices are read again all the time: of those somebody else may have resent the webhook just now. */
export const NEWEST_AGAIN = 200;

/** An invoice on screen, and since when a reading of it is recent enough, ISO UTC on the server's clock. */
export interface ShownInvoice {
  readonly uuid: string;
  readonly askedBefore: string;
}

/** What has come to its end and is asked for again: the newest, those that have failed, and slowly all. */
export const AGAIN_KINDS = ['recent', 'failed', 'slow'] as const;
export type AgainKind = (typeof AGAIN_KINDS)[number];

export interface WatchQuery {
  /** Server time, ISO UTC. */
  readonly now: string;
  /** Invoices that ended from here on have just become final. */
  readonly freshSince: string;
  /** Invoices on screen, the first one first. */
  readonly onScreen: readonly ShownInvoice[];
  /** `below`: nothing that ended later is wanted, since it was looked through before; null looks through all. */
  readonly incident: (IncidentWindow & { readonly below: string | null }) | null;
  /** Whose turn it is: looking for the others costs most of the answer. */
  readonly again: readonly AgainKind[];
}

/** The first invoice of every kind, by uuid; null where there is none. What is asked for again is absent where it is not its turn. */
export interface WatchNext extends Readonly<Partial<Record<AgainKind, string | null | undefined>>> {
  readonly incident: { readonly uuid: string; readonly below: string } | null;
  readonly fresh: string | null;
  readonly onScreen: string | null;
  readonly due: string | null;
  readonly backlog: string | null;
  /** Server time at which something else becomes due, ISO UTC; null when nothing is awaited. */
  readonly nextAt: string | null;
}

export interface WatchCounts {
  readonly terminal: number;
  /** Of those, never read. */
  readonly unread: number;
  /** Of those, still to be asked for: neither gone from the API nor asked for in vain. */
  readonly toRead: number;
  /** Invoices with a delivery that is not at its end. */
  readonly unresolved: number;
  readonly due: number;
  /** Of the newest final invoices those that were read, and all others that were read whose latest delivery has failed. */
  readonly recent: number;
  readonly failed: number;
}

export interface IncidentCounts {
  readonly invoices: number;
  /** Of those, to be asked for: never read, or not since. */
  readonly unread: number;
}
