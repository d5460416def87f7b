// What of an invoice needs a person, stated once: the finder's `unusual`, and the list's filter of that name. Pure.
import { instantKey } from '../kernel/time/time.ts';
import type { DeliveryRowState } from '../webhooks/delivery-list.ts';
import { type Invoice, TERMINAL_STATUSES } from '../records/invoice.ts';

export interface UnusualFacts extends Pick<Invoice, 'status' | 'is_adjusted' | 'settled_amount_usdt' | 'finished_at'> {
  /** How its latest delivery stands; absent where there is none. */
  readonly webhook?: DeliveryRowState | undefined;
  /** The event that its receiver was told last. */
  readonly toldEvent?: string | null | undefined;
}

/** States of a webhook that does not arrive by itself any more, or not yet. */
export const FAILING_STATES = ['failed', 'retrying'] as const satisfies readonly DeliveryRowState[];
/** Ends without a payment. */
export const UNPAID_STATUSES = TERMINAL_STATUSES.filter((status) => status !== 'success');
export const PAID_EVENT = 'invoice.paid';

/** Why it needs one; null where nothing is unusual. The mirror asks the same of its columns (mirror/kernel/conditions). */
export function unusualWords(facts: UnusualFacts): string | null {
  const { status, is_adjusted: isAdjusted, settled_amount_usdt: settled, finished_at: finished, webhook } = facts;
  if (isAdjusted) return 'paid with another amount than ordered';
  if (FAILING_STATES.some((state) => state === webhook)) return 'its webhook fails';
  if (UNPAID_STATUSES.some((end) => end === status)) {
    if (facts.toldEvent === PAID_EVENT) return 'not paid, and its receiver was told that it was';
    if (settled !== null) return 'not paid, and something was credited';
  }
  if (status !== 'success') return null;
  if (settled === null) return 'paid, and nothing is credited';
  return instantKey(finished ?? '') === null ? 'paid, and without a time' : null;
}
