// The language of the list of deliveries: how a row of the index of all deliveries stands, why an attempt failed, and what the index can be filtered
// and sorted by. A final invoice whose deliveries were never read, or that has none, is a row too: what is not known has its place in the list.
import { z } from 'zod';
import { INVOICE_AMOUNTS } from '../kernel/money/amount-filter.ts';
import { type Delivery, deliveryState } from './delivery.ts';
import * as by from '../kernel/list.ts';
import { defineList, type FilterOf, type SortFieldOf } from '../kernel/list.ts';
import { DEFAULT_MAX_ATTEMPTS } from './retry-schedule.ts';
import { count, countOrNull, instant, money, moneyOrNull, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** The states of a delivery (deliveryState) and the two of a final invoice without one. */
export const DELIVERY_ROW_STATES = [
  'queued',
  'retrying',
  'in-flight',
  'delivered',
  'failed',
  'unknown',
  /** Nobody has asked the API for this invoice's deliveries yet. */
  'never-read',
  /** The API was asked and listed no delivery. */
  'none',
] as const;
export type DeliveryRowState = (typeof DELIVERY_ROW_STATES)[number];

/** Why the last attempt failed, by its status code and the API's error text. */
export const DELIVERY_CAUSES = [
  'timeout',
  'dns',
  'refused',
  'tls',
  'connection',
  /** 3xx: anything that is not 2xx counts as a failure (specification, "Receiver behaviour and retries"). */
  'redirect',
  'client-error',
  'server-error',
  /** An answer or an error that fits none of these. */
  'other',
] as const;
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];

export type ListedDelivery = DeliveryRow & { readonly method: string | null };

export const ATTEMPT_ENDS = ['succeeded', 'failed'] as const;
export type AttemptEnd = (typeof ATTEMPT_ENDS)[number];

/** Absent means any. Ranges are half-open, UTC; "finished" is the invoice's, "created" the delivery's. */
export const DELIVERY_LIST = defineList({
  filter: {
    state: by.known(DELIVERY_ROW_STATES),
    cause: by.known(DELIVERY_CAUSES),
    host: by.words,
    event: by.words,
    httpCode: by.codes,
    /** Still retrying, with two attempts left or fewer (isAtRisk). */
    atRisk: by.flag,
    /** Where the target of the delivery is not the callback address of its invoice. */
    elsewhere: by.flag,
    /** True: only failures of acknowledged groups; false: none of them. */
    acknowledged: by.flag,
    /** Names of labels of its invoice, in any case. */
    label: by.words,
    ids: by.ids,
    text: by.text,
    customerId: by.word,
    method: by.word,
    currency: by.words,
    amount: by.amount(INVOICE_AMOUNTS),
    createdFrom: by.bound,
    createdTo: by.bound,
    finishedFrom: by.bound,
    finishedTo: by.bound,
    /** Sent to its host at some time within; with `attempt` so that it arrived, or failed. */
    attemptedFrom: by.bound,
    attemptedTo: by.bound,
    attempt: by.choice(ATTEMPT_ENDS),
  },
  sort: [
    'invoiceUuid',
    'externalId',
    'state',
    'host',
    'event',
    'httpCode',
    'cause',
    'attempts',
    'createdAt',
    'finishedAt',
    'lastAttemptAt',
    'nextAttemptAt',
    'deliveredAt',
  ],
});
export type DeliveryFilter = FilterOf<typeof DELIVERY_LIST>;
export type DeliverySortField = SortFieldOf<typeof DELIVERY_LIST>;

/** Of seven attempts the fifth is followed by two more, six and twelve hours later: there is time left to mend the receiver. */
const AT_RISK_FROM = 5;

/** True while the API retries by itself but has two attempts left or fewer. */
export function isAtRisk(delivery: Delivery): boolean {
  if (deliveryState(delivery) !== 'retrying') return false;
  const used = delivery.attempts ?? delivery.attempts_history.length;
  return (delivery.max_attempts ?? DEFAULT_MAX_ATTEMPTS) - used <= DEFAULT_MAX_ATTEMPTS - AT_RISK_FROM;
}

/** One delivery, or a final invoice without one. What the API does not say, or was not asked for, is null. */
export const DELIVERY_ROW = z.object({
  /** Unique among the rows. */
  id: z.string(),
  invoiceUuid: z.string(),
  /** Null while the mirror does not have the invoice itself. */
  externalId: textOrNull,
  customerId: textOrNull,
  invoiceStatus: textOrNull,
  currency: textOrNull,
  amount: moneyOrNull,
  /** Credited for the invoice; null where nothing is named. */
  netUsdt: moneyOrNull,
  finishedAt: textOrNull,
  deliveryUuid: textOrNull,
  /** The row that speaks for its invoice: of several deliveries the one that a resend would send. */
  isLatest: z.boolean(),
  state: z.enum(DELIVERY_ROW_STATES),
  status: textOrNull,
  event: textOrNull,
  host: textOrNull,
  targetUrl: textOrNull,
  /** True when targetUrl is not the invoice's callback_url. */
  elsewhere: z.boolean(),
  httpCode: countOrNull,
  cause: z.enum(DELIVERY_CAUSES).nullable(),
  /** The API's text, at most 300 characters. */
  lastError: textOrNull,
  attempts: countOrNull,
  maxAttempts: countOrNull,
  resendCount: countOrNull,
  atRisk: z.boolean(),
  createdAt: textOrNull,
  lastAttemptAt: textOrNull,
  nextAttemptAt: textOrNull,
  deliveredAt: textOrNull,
  /** Server time at which the deliveries of the invoice were read; null when they never were. */
  asOf: instant.nullable(),
});
export type DeliveryRow = ToldOf<typeof DELIVERY_ROW>;

/** How a host has answered last, over all attempts on record; instants as keys or ISO UTC. */
export const HOST_ANSWERS = z.object({
  /** Its last attempt was answered with a 2xx. */
  isAnswering: z.boolean(),
  /** Since when it is so: the first attempt of its kind behind the last of the other; of a host that never failed, its first. */
  since: instant,
  /** Why the last attempt failed; null where it did not. */
  cause: z.enum(DELIVERY_CAUSES).nullable(),
  lastSuccessAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
});
export type HostAnswers = ToldOf<typeof HOST_ANSWERS>;

/** Failing or retrying latest deliveries of one host for one cause. */
export const FAILURE_GROUP = z.object({
  /** Null: deliveries whose target is no address, or none. */
  host: textOrNull,
  cause: z.enum(DELIVERY_CAUSES),
  failed: natural,
  retrying: natural,
  atRisk: natural,
  /** The code of all their last attempts; null where they differ or have none. */
  httpCode: countOrNull,
  /** Credited for their invoices in all, as far as it is named. */
  netUsdt: money,
  /** Since when the oldest of the failures is one, ISO UTC. */
  failingSince: textOrNull,
  /** Null without a host, or an attempt on record. */
  answers: HOST_ANSWERS.nullable(),
  /** Of their last attempts, ISO UTC. */
  oldest: textOrNull,
  newest: textOrNull,
  /** Since when the newest failure of the group is one; what an acknowledgement may reach up to. */
  newestFailure: textOrNull,
  /** Null without an acknowledgement, and once a newer failure has taken it back. */
  acknowledged: z.object({ at: instant, by: z.string(), note: textOrNull }).nullable(),
  /**
   * Failures since the acknowledgement: deliveries that have begun to fail after it, or whose attempts have run out. A retry that fails
   * like the one before is none.
   */
  since: natural,
});
export type FailureGroup = ToldOf<typeof FAILURE_GROUP>;
/** What the mirror knows of it; instants are keys (domain/kernel/time/time instantKey). */
export type FailureGroupCounts = Omit<FailureGroup, 'acknowledged' | 'since'>;

export const ATTEMPTS_OF_HOUR = z.object({ succeeded: natural, failed: natural });
export type AttemptsOfHour = ToldOf<typeof ATTEMPTS_OF_HOUR>;

/** The days that the figures of hosts are of at most. */
export const MAX_HEALTH_DAYS = 30;

/** The attempts of one host in the days that were asked for. */
export const HOST_HEALTH = z.object({
  host: z.string(),
  deliveries: natural,
  attempts: natural,
  succeeded: natural,
  /** Milliseconds by nearest rank; null without any recorded duration. */
  p50Ms: countOrNull,
  p95Ms: countOrNull,
  /** Attempts of twelve seconds and longer, by count. */
  slow: natural,
  causes: z.array(z.object({ value: z.enum(DELIVERY_CAUSES), count: natural })),
  /** Deliveries that go elsewhere than the callback_url of their invoice. */
  elsewhere: natural,
  lastAttemptAt: instant.nullable(),
  /** The last 24 hours, UTC, the running one last. */
  hours: z.array(ATTEMPTS_OF_HOUR).length(24),
  /** Null where no attempt on record says when it was. */
  answers: HOST_ANSWERS.nullable(),
});
export type HostHealth = ToldOf<typeof HOST_HEALTH>;

/** Failures that belong together: one cause at one host. A target that is no address has no host. */
export interface FailureGroupKey {
  readonly host: string | null;
  readonly cause: DeliveryCause;
}

/** An attempt from this long on is near the API's limit of 15 s (specification, "Limits"), milliseconds. */
export const SLOW_ATTEMPT_MS = 12_000;

const facet = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: natural }));
export const DELIVERY_FACETS = z.object({
  states: facet(z.enum(DELIVERY_ROW_STATES)),
  causes: facet(z.enum(DELIVERY_CAUSES)),
  hosts: facet(z.string()),
  events: facet(z.string()),
  httpCodes: facet(count),
  atRisk: natural,
  elsewhere: natural,
});
export type DeliveryFacets = ToldOf<typeof DELIVERY_FACETS>;

/** Rows of the list of deliveries, and what was credited for their invoices: each counted once, however many of its deliveries are among them. */
const sum = z.object({ deliveries: natural, netUsdt: money });
export const DELIVERY_TOTALS = sum.extend({
  /** Those in each state that occurs, in the order of the states; an invoice with deliveries in two of them is in both sums. */
  states: z.array(sum.extend({ state: z.enum(DELIVERY_ROW_STATES) })),
  failing: sum,
});
export type DeliveryTotals = ToldOf<typeof DELIVERY_TOTALS>;
