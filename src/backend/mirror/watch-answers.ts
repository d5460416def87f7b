/** What the watch of the deliveries asks the mirror, and what it gets: plain types that cross threads. Not here: how it is found. */

/** Final invoices that ended in [from, to), ISO UTC, and whose webhooks go to the host; null: to any. */
export interface IncidentWindow {
  readonly from: string;
  readonly to: string;
  readonly host: string | null;
}

export interface WatchQuery {
  /** Server time, ISO UTC. */
  readonly now: string;
  /** Invoices that ended from here on have just become final. */
  readonly freshSince: string;
  /** Invoices on screen by uuid, the first one first. */
  readonly onScreen: readonly string[];
  /** `below`: nothing that ended later is wanted, since it was looked through before; null looks through all. */
  readonly incident: (IncidentWindow & { readonly below: string | null }) | null;
}

/** The first invoice of every kind, by uuid; null where there is none. */
export interface WatchNext {
  readonly incident: { readonly uuid: string; readonly below: string } | null;
  readonly fresh: string | null;
  readonly onScreen: string | null;
  readonly due: string | null;
  readonly backlog: string | null;
  /** Server time at which something else becomes due, ISO UTC; null when nothing is awaited. */
  readonly nextAt: string | null;
}

export interface WatchCounts {
  /** Final invoices. */
  readonly terminal: number;
  /** Of those, never read. */
  readonly unread: number;
  /** Of those, still to be asked for: neither gone from the API nor asked for in vain. */
  readonly toRead: number;
  /** Invoices with a delivery that is not at its end. */
  readonly unresolved: number;
  /** To be read again now. */
  readonly due: number;
}

export interface IncidentCounts {
  /** Final invoices of the window. */
  readonly invoices: number;
  /** Of those, never read and to be asked for. */
  readonly unread: number;
}
