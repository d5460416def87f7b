// How much of the request budget the watch takes, evenly paced, and how long it needs. Pure.
//
// Reading again costs: 200 newest invoices 22 requests a minute, and one more for every nine that have failed. At a
// limit of 100 and a reserve of 5 the watch takes 57 a minute at most: 513 invoices keep their ten minutes (200 and 313
// failed), or 256 while others wait.
import type { Budget } from '../../../api/endpoints/calls.ts';

/** Of what is left beside the reserve and a neighbour. */
const BACKLOG_SHARE = 0.6;
/** Nearly all: somebody waits for it, and the sync and single clicks need the rest. */
const INCIDENT_SHARE = 0.9;

type PacedBudget = Pick<Budget, 'limit' | 'reserve' | 'foreignPerMinute'>;

/** Requests a minute that the watch takes at most. */
export function readsPerMinute(budget: PacedBudget, kind: 'backlog' | 'incident'): number {
  const free = Math.max(1, budget.limit - budget.reserve - budget.foreignPerMinute);
  return free * (kind === 'incident' ? INCIDENT_SHARE : BACKLOG_SHARE);
}

/** The least time between two paced requests, milliseconds. */
export function spacingMs(budget: PacedBudget, kind: 'backlog' | 'incident'): number {
  return 60_000 / readsPerMinute(budget, kind);
}

/** Deliveries that have come to their end are read again within so long, as far as the budget allows, milliseconds. */
export const AGAIN_WITHIN_MS = 10 * 60_000;
/** Each is aimed at a little sooner: what is urgent goes in between. */
const AGAIN_EVERY_MINUTES = 9;
/** Of what is free, while something waits that was never read, or is due. */
const CROWDED_SHARE = BACKLOG_SHARE / 2;
/** Of the rest at most a tenth, when nothing else is to be read. */
const SLOW_SHARE = 0.1;

/** How many invoices are read again all the time. */
export interface AgainCounts {
  readonly recent: number;
  readonly failed: number;
}

/** Requests a minute for each of the two. */
export interface AgainPace {
  readonly recent: number;
  readonly failed: number;
}

/**
 * Both in their ten minutes, where that fits into what the watch may take (half of it while others wait). Where it does not fit, the smaller
 * wish is met and the larger one gets the rest, neither less than half: then a turn takes longer, and the screen says how long.
 */
export function againPace(budget: PacedBudget, { recent, failed }: AgainCounts, isCrowded: boolean): AgainPace {
  const free = Math.max(1, budget.limit - budget.reserve - budget.foreignPerMinute);
  const most = free * (isCrowded ? CROWDED_SHARE : BACKLOG_SHARE);
  const [ofRecent, ofFailed] = [recent / AGAIN_EVERY_MINUTES, failed / AGAIN_EVERY_MINUTES];
  if (ofRecent + ofFailed <= most) return { recent: ofRecent, failed: ofFailed };
  const first = Math.min(ofRecent, Math.max(most / 2, most - ofFailed));
  return { recent: first, failed: most - first };
}

/** Milliseconds between two of a kind at a pace; where none is known yet, as for one. */
export function againSpacingMs(perMinute: number): number {
  return 60_000 / Math.max(perMinute, 1 / AGAIN_EVERY_MINUTES);
}

/** The same of the slow rest. */
export function slowSpacingMs(budget: PacedBudget): number {
  return spacingMs(budget, 'backlog') * (BACKLOG_SHARE / SLOW_SHARE);
}

/** Within how many seconds each of `count` was asked for at a pace; null when there is none. */
export function againWithinSeconds(count: number, perMinute: number): number | null {
  if (count === 0) return null;
  return Math.max(AGAIN_WITHIN_MS / 1000, Math.ceil((count / perMinute) * 60));
}

/** Seconds until the incident's invoices were read, again where it asks for that, and seconds until all of `toRead` were. */
export function etaSeconds(
  budget: PacedBudget,
  toRead: number,
  incidentUnread: number,
  againPerMinute: number,
): { readonly incident: number; readonly all: number } {
  const incident = (incidentUnread / readsPerMinute(budget, 'incident')) * 60;
  const left = Math.max(1, readsPerMinute(budget, 'backlog') - againPerMinute);
  const rest = (Math.max(0, toRead - incidentUnread) / left) * 60;
  return { incident: Math.ceil(incident), all: Math.ceil(incident + rest) };
}
