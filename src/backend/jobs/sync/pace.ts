// How often the sync looks, what a whole walk may cost, how soon after trouble lists have a verdict (docs/faults.md).
import { WINDOW_MS } from '../../api/gate/request-window.ts';
import type { MirrorList } from '../../mirror/kernel/answers.ts';
import { LONGEST_BACK_OFF_MS } from '../kernel/back-off.ts';

/** A new-invoice check costs one request; twice a minute is two per cent of the budget. */
export const CYCLE_EVERY_MS = 30_000;
/** Withdrawals have no events at all, so pending ones are asked for (specification, "Emission"). */
export const WITHDRAWALS_EVERY_MS = 5 * 60_000;
/** Of the request limit whole walks over lists without a proof by counting take at most so much. */
const WHOLE_WALKS_SHARE = 0.1;

/** Their turn comes with a cycle. */
const INTERVALS: Readonly<Record<MirrorList, number>> = {
  invoices: CYCLE_EVERY_MS,
  withdrawals: WITHDRAWALS_EVERY_MS + CYCLE_EVERY_MS,
};

/**
 * How long a whole walk that came to its verdict waits for the next one, milliseconds for each page that it read. `limit`: requests
 * that the API allows in a minute.
 */
export function pauseForPageMs(limit: number): number {
  return WINDOW_MS / (Math.max(1, limit) * WHOLE_WALKS_SHARE);
}

/**
 * Within how many milliseconds after the end of all trouble a list has a verdict that was given after it: its interval, the longest
 * back-off, and its pages at the pace of the allowance (`perMinute`: the limit less the reserve). `pages`: of both lists where both are walked
 * whole, since they share the allowance and the other one may come first. A wait that the API asked for belongs to the trouble. A list that has
 * lost records is proved by two passes, whose turn comes when the share of whole walks allows it; a refused key waits for a person.
 */
export function verdictWithinMs(list: MirrorList, pages: number, perMinute: number): number {
  return INTERVALS[list] + LONGEST_BACK_OFF_MS + (pages * WINDOW_MS) / Math.max(1, perMinute);
}
