// How long an invoice can be paid. Apart from the invoice's own words, which the desktop reads before its window: times take a library with them.
import type { Invoice } from './invoice.ts';
import { toEpochMs } from '../kernel/time/time.ts';

export type PaymentWindow = Pick<Invoice, 'status' | 'expires_at'>;

/** Below it a link is close to its end, milliseconds. */
export const CLOSE_TO_END_MS = 5 * 60_000;

/**
 * How long a pending invoice can still be paid: it closes if unpaid at `expires_at` (specification, "Invoice"). Milliseconds, below zero once it is
 * over; null where that is not known: it is not pending, or the API tells no end. `nowMs`: server time, milliseconds since the epoch.
 */
export function timeLeftMs({ status, expires_at: expiresAt }: PaymentWindow, nowMs: number): number | null {
  const closesAt = status !== 'pending' || expiresAt === null ? null : toEpochMs(expiresAt);
  return closesAt === null ? null : closesAt - nowMs;
}

/** True once nobody can pay a pending invoice any more, whether or not the API has ended it yet. `nowMs` as above. */
export function isWindowOver(window: PaymentWindow, nowMs: number): boolean {
  return (timeLeftMs(window, nowMs) ?? 0) < 0;
}
