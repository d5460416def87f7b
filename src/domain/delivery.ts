/**
 * Webhook deliveries and their attempts in the API's own words (specification, "Webhook delivery"). The specification marks
 * no column of this table as required, so everything but the id may be null. Not here: sending one again (resend.ts).
 */
import { instantKey } from './time.ts';

export const DELIVERY_STATUSES = ['pending', 'delivering', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Attempt {
  readonly attempt_number: number | null;
  readonly round: number | null;
  /** `system` is the only value the specification names. */
  readonly triggered_by: string | null;
  readonly success: boolean | null;
  readonly duration_ms: number | null;
  readonly created_at: string | null;
  readonly triggered_uuid_user: string | null;
  readonly status_code: number | null;
  readonly response_body: string | null;
  readonly error: string | null;
}

export interface Delivery {
  /** Equals the X-Webhook-Id header that receivers deduplicate on. */
  readonly uuid: string;
  readonly business_uuid: string | null;
  readonly invoice_uuid: string | null;
  readonly event: string | null;
  readonly status: string | null;
  readonly attempts: number | null;
  readonly max_attempts: number | null;
  readonly resend_count: number | null;
  readonly next_attempt_at: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly target_url: string | null;
  /** The delivered body, parsed: it can not prove a signature, which covers the raw bytes. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly attempts_history: readonly Attempt[];
  readonly last_status_code: number | null;
  readonly last_error: string | null;
  readonly delivered_at: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** How a delivery stands, for people: `retrying` is a queued delivery with a failed attempt behind it. */
export type DeliveryState = 'queued' | 'retrying' | 'in-flight' | 'delivered' | 'failed' | 'unknown';

/** The state of one delivery. The specification gives no name to "waiting for a retry"; it is read from the attempts. */
export function deliveryState(delivery: Delivery): DeliveryState {
  switch (delivery.status) {
    case 'delivering':
      return 'in-flight';
    case 'delivered':
      return 'delivered';
    case 'failed':
      return 'failed';
    case 'pending':
      return (delivery.attempts ?? delivery.attempts_history.length) > 0 ? 'retrying' : 'queued';
    case null:
    default:
      return 'unknown';
  }
}

/**
 * The delivery a resend would send: the newest by created_at, later entries of the list winning ties and unreadable dates
 * (specification, "resend-webhook": "the latest delivery"; it does not say how the list is ordered).
 */
export function latestDelivery(deliveries: readonly Delivery[]): Delivery | null {
  let latest: Delivery | null = null;
  for (const delivery of deliveries) {
    if (latest === null || createdKey(delivery) >= createdKey(latest)) latest = delivery;
  }
  return latest;
}

/** The order in time, whatever fraction the texts carry ("…:00Z" is before "…:00.5Z", and as text it is not). */
function createdKey({ created_at: createdAt }: Delivery): string {
  return createdAt === null ? '' : (instantKey(createdAt) ?? '');
}

/** Attempts have no id and attempt_number may restart in every round, so an attempt is named by all three. */
export function attemptKey(attempt: Attempt): string {
  return `${attempt.round ?? '?'}/${attempt.attempt_number ?? '?'}/${attempt.created_at ?? '?'}`;
}
