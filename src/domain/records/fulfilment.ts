// May the order be fulfilled? One total table (specification, "What the service does": only on `success`, confirmed by
// reading the invoice or by the webhook). Pure: the age of the record is an argument.
import type { Invoice } from './invoice.ts';
import { isWindowOver } from './payment-window.ts';
import { toEpochMs } from '../kernel/time/time.ts';

export type FulfilmentVerdict =
  | 'fulfil'
  | 'fulfil-for'
  | 'read-again-first'
  | 'check'
  | 'do-not-fulfil-yet'
  | 'do-not-fulfil'
  | 'escalate';

export interface Fulfilment {
  readonly verdict: FulfilmentVerdict;
  /** One sentence for the person who decides. */
  readonly reason: string;
  /** When the record behind the verdict was read from the API, ISO UTC. */
  readonly asOf: string;
}

/** A success read longer ago than this must be read again: a dispute may have adjusted it since. */
export const FRESH_FOR_MS = 5 * 60_000;

/**
 * The verdict for a record read at `asOf` (ISO UTC, `ageMs` milliseconds ago by the console's clock). `isMissing`: the API has been asked
 * since and does not show it any more, so there is nothing to rely on, unless it would not have been fulfilled anyway.
 */
export function fulfilmentOf(invoice: Invoice, asOf: string, ageMs: number, isMissing = false): Fulfilment {
  const decided = decide(invoice, asOf, ageMs);
  const { verdict, reason } = isMissing && decided.verdict !== 'do-not-fulfil' ? MISSING : decided;
  return { verdict, reason, asOf };
}

const MISSING = {
  verdict: 'escalate',
  reason: 'The API does not show this invoice any more, so it can not be confirmed: ask the payment service.',
} as const;

/** Past `expires_at` the link is closed, whatever the API calls the invoice until it has ended it. */
const OPEN = {
  verdict: 'do-not-fulfil-yet',
  reason: 'No payment confirmed yet; the payment link is open.',
} as const;
const WINDOW_OVER = {
  verdict: 'do-not-fulfil-yet',
  reason: 'The payment window is over, and the API has not said yet how the invoice ended.',
} as const;

function decide(invoice: Invoice, asOf: string, ageMs: number): { verdict: FulfilmentVerdict; reason: string } {
  switch (invoice.status) {
    case 'success':
      return decideSuccess(invoice, ageMs);
    case 'pending':
      return isWindowOver(invoice, (toEpochMs(asOf) ?? 0) + Math.max(0, ageMs || 0)) ? WINDOW_OVER : OPEN;
    case 'expired':
      return { verdict: 'do-not-fulfil', reason: 'The payment window closed without a payment.' };
    case 'canceled':
      return { verdict: 'do-not-fulfil', reason: 'The invoice was canceled before a payment.' };
    case 'fail':
      return {
        verdict: 'escalate',
        reason: 'Settlement failed for a technical reason. The customer may have paid: ask the payment service.',
      };
    default:
      return { verdict: 'check', reason: `The status “${invoice.status}” is unknown to this console.` };
  }
}

function decideSuccess(invoice: Invoice, ageMs: number): { verdict: FulfilmentVerdict; reason: string } {
  if (invoice.settled_amount_usdt === null) {
    return { verdict: 'check', reason: 'The invoice succeeded, but the API names no credited USDT amount.' };
  }
  if (!(ageMs >= 0 && ageMs <= FRESH_FOR_MS)) {
    return {
      verdict: 'read-again-first',
      reason: 'Not refreshed for more than five minutes; an adjustment may have come since.',
    };
  }
  if (invoice.is_adjusted) return { verdict: 'fulfil-for', reason: correctedReason(invoice) };
  return { verdict: 'fulfil', reason: 'The invoice succeeded and the USDT were credited.' };
}

/** "Corrected: 247.86 of 486.00 GBP paid; fulfil for the 309.31 USDT credited." */
function correctedReason({ adjustment, currency, settled_amount_usdt: settled }: Invoice): string {
  const fulfil = `fulfil for the ${settled ?? 'credited'} USDT credited`;
  if (adjustment === null) return `Corrected, without figures; ${fulfil}.`;
  const { actual_amount_fiat: actual, expected_amount_fiat: expected } = adjustment;
  return `Corrected: ${actual} of ${expected} ${currency.code} paid; ${fulfil}.`;
}
