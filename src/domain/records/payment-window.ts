// How long an invoice can be paid. Apart from the invoice's own words, which the desktop reads before its window: times take a library with them.
import type { Invoice } from './invoice.ts';
import { toEpochMs } from '../kernel/time/time.ts';

export type PaymentWindow = Pick<Invoice, 'status' | 'expires_at'>;

/**
 * True once nobody can pay a pending invoice any more, whether or not the API has ended it yet: it closes if unpaid at `expires_at`
 * (specification, "Invoice"). `nowMs`: server time, milliseconds since the epoch.
 */
export function isWindowOver({ status, expires_at: expiresAt }: PaymentWindow, nowMs: number): boolean {
  const closesAt = status !== 'pending' || expiresAt === null ? null : toEpochMs(expiresAt);
  return closesAt !== null && closesAt < nowMs;
}
