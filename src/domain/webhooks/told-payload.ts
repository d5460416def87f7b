// What a receiver was last told by a delivered webhook, as exact texts (specification, "Payload": {event, data}). The
// payload is foreign: a number where text is due is no money and counts as absent, it is never rounded. Pure.
import type { Delivery } from './delivery.ts';
import { type Fields, isFields } from '../kernel/fields.ts';
import { isMoney } from '../kernel/money/money.ts';
import { instantKey } from '../kernel/time/time.ts';

export interface ToldPayload {
  readonly deliveryUuid: string;
  /** When the receiver took it; null when the API does not say. */
  readonly deliveredAt: string | null;
  /** `event` of the payload, else of the delivery. */
  readonly event: string | null;
  /** `data.status`. */
  readonly status: string | null;
  readonly creditedUsdt: string | null;
  readonly amount: string | null;
  readonly originalAmount: string | null;
  readonly adjusted: boolean | null;
}

/** What tells which delivery a receiver has taken last. */
type TakenFacts = Pick<Delivery, 'status' | 'delivered_at' | 'created_at'>;

/** The latest delivery that a receiver has taken, also when it was sent again since. */
export function lastDelivered<Facts extends TakenFacts>(deliveries: readonly Facts[]): Facts | null {
  let last: Facts | null = null;
  for (const delivery of deliveries) {
    if (delivery.delivered_at === null && delivery.status !== 'delivered') continue;
    if (last === null || deliveredKey(delivery) >= deliveredKey(last)) last = delivery;
  }
  return last;
}

function deliveredKey({ delivered_at: deliveredAt, created_at: createdAt }: TakenFacts): string {
  return instantKey(deliveredAt ?? '') ?? instantKey(createdAt ?? '') ?? '';
}

type PayloadFacts = Pick<Delivery, 'uuid' | 'event' | 'delivered_at' | 'payload'>;

/** The payload of a delivery, field by field. What is missing or of another type is null. */
export function toldBy({ uuid, event, delivered_at: deliveredAt, payload }: PayloadFacts): ToldPayload {
  const body = payload ?? {};
  const data: Fields = isFields(body['data']) ? body['data'] : {};
  return {
    deliveryUuid: uuid,
    deliveredAt,
    event: textOf(body['event']) ?? event,
    status: textOf(data['status']),
    creditedUsdt: moneyOf(data['credited_usdt']),
    amount: moneyOf(data['amount']),
    originalAmount: moneyOf(data['original_amount']),
    adjusted: typeof data['adjusted'] === 'boolean' ? data['adjusted'] : null,
  };
}

/** Longer words name nothing that the specification knows. */
const MAX_WORD = 64;

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_WORD ? value : null;
}

function moneyOf(value: unknown): string | null {
  return isMoney(value) ? value : null;
}
