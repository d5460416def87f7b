/**
 * How much of the request budget the watch takes, and how long it needs. The backlog and an incident are paced evenly, so that a click,
 * the sync and the shop on the same key find their place at any moment; what has just ended or is due is little and goes at once.
 * Pure. Not here: what is read (watch.ts), the budget itself (api/allowance).
 */
import type { Budget } from '../api/calls.ts';

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

/** Seconds until the incident's invoices, and seconds until all of `toRead` (the incident's are among them), were read. */
export function etaSeconds(
  budget: PacedBudget,
  toRead: number,
  incidentUnread: number,
): { readonly incident: number; readonly all: number } {
  const incident = (Math.min(incidentUnread, toRead) / readsPerMinute(budget, 'incident')) * 60;
  const rest = (Math.max(0, toRead - incidentUnread) / readsPerMinute(budget, 'backlog')) * 60;
  return { incident: Math.ceil(incident), all: Math.ceil(incident + rest) };
}
