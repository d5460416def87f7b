// The life of one webhook delivery (the specification, sections "Webhook delivery" and "Receiver behaviour and
// retries") as a state machine over instants. Pure: it sends nothing; for made-up hosts it asks hosts.ts what an
// attempt meets, for loopback ones the caller says it. And the deliveries of all invoices.
import { KIND, uuidOf } from '../random.ts';
import type { Settings } from '../settings.ts';
import { isLoopback, madeUp, simulate } from './hosts.ts';
import type { Attempt, AttemptResult, Delivery, InvoiceRecord, ReceiverSpell, WebhookPayload } from './records.ts';
import type { Plan } from './orders.ts';
import type { InvoiceStore } from './invoice-store.ts';

/** The deliveries of all invoices. Those to made-up hosts that nobody has interfered with are worked out when they are read; the others are held. */
export class DeliveryBook {
  readonly #held = new Map<number, Delivery[]>();
  readonly #rules: DeliveryRules;
  readonly #invoices: InvoiceStore;

  constructor(rules: DeliveryRules, invoices: InvoiceStore) {
    this.#rules = rules;
    this.#invoices = invoices;
  }

  /** The deliveries of an invoice as they stand at `now`, oldest first; empty while it is pending. */
  of(index: number, now: number): readonly Delivery[] {
    const held = this.#held.get(index);
    const list = held ?? this.#fresh(this.#invoices.at(index));
    for (const delivery of list) settle(this.#rules, delivery, now);
    return list;
  }

  /** The same, kept from now on, so that it can be changed. */
  hold(index: number, now: number): readonly Delivery[] {
    const list = this.of(index, now);
    if (!this.#held.has(index)) this.#held.set(index, [...list]);
    return this.#held.get(index) ?? [];
  }

  /** An invoice became final at `at`: its one delivery begins. Held only when it will really be sent. */
  opened(invoice: InvoiceRecord, at: number): void {
    const delivery = openDelivery(this.#rules, invoice, 0, at);
    if (isReal(delivery)) this.#held.set(invoice.index, [delivery]);
  }

  /** A late adjustment sends a delivery of its own. The invoice's deliveries must be held already. */
  reopened(invoice: InvoiceRecord, at: number): void {
    const held = this.#held.get(invoice.index);
    if (held !== undefined) held.push(openDelivery(this.#rules, invoice, held.length, at));
  }

  /** All held deliveries to receivers on this machine. */
  *real(): Generator<Delivery> {
    for (const list of this.#held.values()) for (const delivery of list) if (isReal(delivery)) yield delivery;
  }

  #fresh(invoice: InvoiceRecord): Delivery[] {
    if (invoice.finishedAt === null) return [];
    return [openDelivery(this.#rules, invoice, 0, invoice.finishedAt)];
  }
}

const MINUTE = 60_000;

/** The waits after attempts 1 to 6, in milliseconds; further ones repeat the last. */
export const RETRY_WAITS_MS: readonly number[] = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE);

/** What the state machine needs to know of its surroundings. */
export interface DeliveryRules {
  readonly plan: Plan;
  readonly settings: Settings;
  /** By host, oldest first: what somebody has made of a receiver. */
  readonly receivers: ReadonlyMap<string, readonly ReceiverSpell[]>;
}

/**
 * The body of an invoice's webhook. For `invoice.paid`, `amount` is the fiat actually paid: taken without the client
 * share (whether it is included is not shown). A delivery keeps the body that it was opened with, also when it is resent
 * (not shown), so an adjustment that comes later needs a delivery of its own.
 */
export function payloadOf(invoice: InvoiceRecord): WebhookPayload {
  const common = {
    invoice_uuid: invoice.uuid,
    external_id: invoice.externalId,
    status: invoice.status,
    currency: invoice.currency,
  };
  if (invoice.status !== 'success') {
    return { event: 'invoice.canceled', data: { ...common, amount: invoice.amount, adjusted: false } };
  }
  const { adjustment } = invoice;
  if (adjustment === null) {
    const credited_usdt = invoice.settled ?? '0';
    return { event: 'invoice.paid', data: { ...common, amount: invoice.amount, credited_usdt, adjusted: false } };
  }
  return {
    event: 'invoice.paid',
    data: {
      ...common,
      amount: adjustment.actualFiat,
      credited_usdt: adjustment.actualUsdt,
      adjusted: true,
      original_amount: invoice.amount,
    },
  };
}

/** A new delivery whose first attempt is due at once. */
export function openDelivery(rules: DeliveryRules, invoice: InvoiceRecord, ordinal: number, at: number): Delivery {
  return {
    uuid: uuidOf(rules.plan.seed, KIND.delivery + ordinal, invoice.index),
    invoice: invoice.index,
    ordinal,
    targetUrl: invoice.callbackUrl ?? '',
    payload: payloadOf(invoice),
    createdAt: at,
    maxAttempts: rules.settings.maxAttempts,
    status: 'pending',
    attempts: [],
    round: 1,
    inRound: 0,
    roundLimit: rules.settings.maxAttempts,
    resendCount: 0,
    lastResendAt: null,
    nextAttemptAt: at,
    deliveredAt: null,
    updatedAt: at,
    current: null,
  };
}

/** True when its receiver is on this machine, so that it is really sent. */
export function isReal(delivery: Delivery): boolean {
  const url = URL.parse(delivery.targetUrl);
  return url !== null && isLoopback(url.hostname);
}

/** Starts an attempt. For a made-up host its end is known from the start. */
export function begin(rules: DeliveryRules, delivery: Delivery, at: number, by: string, user: string | null): void {
  let endsAt: number | null = null;
  if (!isReal(delivery)) endsAt = at + preview(rules, delivery, at).durationMs;
  delivery.current = { startedAt: at, triggeredBy: by, user, endsAt };
  delivery.status = 'delivering';
  delivery.nextAttemptAt = null;
  delivery.updatedAt = at;
}

function preview(rules: DeliveryRules, delivery: Delivery, at: number): AttemptResult {
  const host = URL.parse(delivery.targetUrl)?.hostname ?? '';
  const { invoice, ordinal, round, inRound } = delivery;
  const spell = rules.receivers.get(host)?.findLast((one) => one.at <= at);
  if (spell !== undefined) return madeUp(spell.how);
  return simulate(rules.plan, host, { invoice, ordinal, round, number: inRound + 1, at });
}

/** Ends the attempt that was begun. A 2xx delivers; anything else waits for the schedule or, after the last, fails. */
export function finish(rules: DeliveryRules, delivery: Delivery, result: AttemptResult): void {
  const { current } = delivery;
  if (current === null) return;
  const code = result.statusCode;
  const success = code !== null && code >= 200 && code < 300;
  delivery.inRound += 1;
  const attempt: Attempt = {
    number: delivery.inRound,
    round: delivery.round,
    triggeredBy: current.triggeredBy,
    success,
    createdAt: current.startedAt,
    user: current.user,
    ...result,
  };
  delivery.attempts.push(attempt);
  delivery.current = null;
  const end = current.startedAt + result.durationMs;
  delivery.updatedAt = end;
  delivery.nextAttemptAt = null;
  if (success) {
    delivery.status = 'delivered';
    delivery.deliveredAt = end;
  } else if (delivery.inRound < delivery.roundLimit) {
    const wait = RETRY_WAITS_MS[Math.min(delivery.inRound, RETRY_WAITS_MS.length) - 1] ?? MINUTE;
    delivery.status = 'pending';
    delivery.nextAttemptAt = (rules.settings.retryWaitFrom === 'start' ? current.startedAt : end) + wait;
  } else {
    delivery.status = 'failed';
  }
}

/** Brings a delivery to a made-up host up to `now`: at most one round of attempts. Real ones wait for their sender. */
export function settle(rules: DeliveryRules, delivery: Delivery, now: number): void {
  if (isReal(delivery)) return;
  for (;;) {
    const { current, nextAttemptAt } = delivery;
    if (current !== null) {
      if (current.endsAt === null || current.endsAt > now) return;
      finish(rules, delivery, preview(rules, delivery, current.startedAt));
    } else if (nextAttemptAt !== null && nextAttemptAt <= now) {
      begin(rules, delivery, nextAttemptAt, 'system', null);
    } else {
      return;
    }
  }
}

/**
 * A manual resend at `at` (or, with `by` = "system", an attempt of the schedule at a chosen instant). A queued delivery is
 * expedited: its next attempt of the same round is made now. A delivered or failed one starts a new round on the same uuid.
 */
export function resend(rules: DeliveryRules, delivery: Delivery, at: number, by: string, user: string | null): void {
  const { settings } = rules;
  const queued = delivery.status === 'pending';
  if (!queued) {
    delivery.round += 1;
    delivery.inRound = 0;
    delivery.roundLimit = settings.resendRound === 'single' ? 1 : delivery.maxAttempts;
  }
  if (by !== 'system') {
    if (!queued || settings.expediteCounts) delivery.resendCount += 1;
    delivery.lastResendAt = at;
  }
  begin(rules, delivery, at, by, user);
}
