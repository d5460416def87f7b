// Webhook deliveries and their attempts in the API's own words (specification, "Webhook delivery").
import {
  BODY_UNITS,
  defineRecord,
  flag,
  type GroupOf,
  integer,
  json,
  list,
  type RecordOf,
  text,
  uuid,
} from '../records/declare.ts';
import { instantKey } from '../kernel/time/time.ts';

export const DELIVERY_STATUSES = ['pending', 'delivering', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
/** What a webhook may be about (the specification, section "Events"). */
export const DELIVERY_EVENTS = ['invoice.paid', 'invoice.canceled'] as const;

const ATTEMPT = {
  attempt_number: integer,
  round: integer,
  /** `system` is the only value the specification names. */
  triggered_by: text(),
  success: flag,
  duration_ms: integer,
  created_at: text(),
  triggered_uuid_user: text(),
  status_code: integer,
  response_body: text(BODY_UNITS),
  error: text(),
};
export type Attempt = GroupOf<typeof ATTEMPT>;

/** A delivery with more attempts is cut; seven are usual. */
const MAX_ATTEMPTS = 500;

export const DELIVERY = defineRecord('delivery', {
  /** Equals the X-Webhook-Id header that receivers deduplicate on. */
  uuid,
  business_uuid: text(64),
  invoice_uuid: text(64),
  event: text(),
  status: text(),
  attempts: integer,
  max_attempts: integer,
  resend_count: integer,
  next_attempt_at: text(),
  created_at: text(),
  updated_at: text(),
  target_url: text(),
  /** The delivered body, parsed: it can not prove a signature, which covers the raw bytes. */
  payload: json(BODY_UNITS),
  attempts_history: list(ATTEMPT, MAX_ATTEMPTS),
  last_status_code: integer,
  last_error: text(),
  delivered_at: text(),
});
export type Delivery = RecordOf<typeof DELIVERY>;

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
 * (specification, "POST /external/invoices/{ident}/resend-webhook": "the latest delivery"; it does not say how the list is ordered).
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

/** The businesses that deliveries name, each once, in small letters as uuids are compared. */
export function businessesOf(deliveries: readonly Delivery[]): readonly string[] {
  return [...new Set(deliveries.flatMap(({ business_uuid: uuid }) => (uuid === null ? [] : [uuid.toLowerCase()])))];
}
