// The language of the delivery desk: how a row of the index of all deliveries stands, why an attempt failed, and what
// the index can be filtered and sorted by. A final invoice whose deliveries were never read, or that has none, is a
// row too: what is not known has its place in the list.
import { INVOICE_AMOUNTS } from './amount-filter.ts';
import { type Delivery, deliveryState } from './delivery.ts';
import * as by from './list.ts';
import { defineList, type FilterOf, type SortFieldOf } from './list.ts';
import { DEFAULT_MAX_ATTEMPTS } from './retry-schedule.ts';

/** The states of a delivery (deliveryState) and the two of a final invoice without one. */
export const DESK_STATES = [
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
export type DeskState = (typeof DESK_STATES)[number];

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

/** One delivery, or a final invoice without one; see `deliveries.page` of the contract. */
export interface DeskRow {
  readonly id: string;
  readonly invoiceUuid: string;
  readonly externalId: string | null;
  readonly customerId: string | null;
  readonly invoiceStatus: string | null;
  readonly currency: string | null;
  readonly amount: string | null;
  /** Credited for the invoice; null where nothing is named. */
  readonly netUsdt: string | null;
  readonly method: string | null;
  readonly finishedAt: string | null;
  readonly deliveryUuid: string | null;
  readonly isLatest: boolean;
  readonly state: DeskState;
  readonly status: string | null;
  readonly event: string | null;
  readonly host: string | null;
  readonly targetUrl: string | null;
  readonly elsewhere: boolean;
  readonly httpCode: number | null;
  readonly cause: DeliveryCause | null;
  readonly lastError: string | null;
  readonly attempts: number | null;
  readonly maxAttempts: number | null;
  readonly resendCount: number | null;
  readonly atRisk: boolean;
  readonly createdAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly deliveredAt: string | null;
  readonly asOf: string | null;
}

/** Absent means any. Ranges are half-open, UTC; "finished" is the invoice's, "created" the delivery's. */
export const DELIVERY_LIST = defineList({
  filter: {
    state: by.known(DESK_STATES),
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
    text: by.text,
    customerId: by.word,
    method: by.word,
    currency: by.words,
    /** Of the invoice. */
    amount: by.amount(INVOICE_AMOUNTS),
    createdFrom: by.bound,
    createdTo: by.bound,
    finishedFrom: by.bound,
    finishedTo: by.bound,
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
export type DeskFilter = FilterOf<typeof DELIVERY_LIST>;
export type DeskSortField = SortFieldOf<typeof DELIVERY_LIST>;

/** Of seven attempts the fifth is followed by two more, six and twelve hours later: there is time left to mend the receiver. */
const AT_RISK_FROM = 5;

/** True while the API retries by itself but has two attempts left or fewer. */
export function isAtRisk(delivery: Delivery): boolean {
  if (deliveryState(delivery) !== 'retrying') return false;
  const used = delivery.attempts ?? delivery.attempts_history.length;
  return (delivery.max_attempts ?? DEFAULT_MAX_ATTEMPTS) - used <= DEFAULT_MAX_ATTEMPTS - AT_RISK_FROM;
}

/** How a host has answered last, over all attempts on record; instants as keys or ISO UTC. */
export interface HostAnswers {
  /** Its last attempt was answered with a 2xx. */
  readonly isAnswering: boolean;
  /** Since when it is so: the first attempt of its kind behind the last of the other; of a host that never failed, its first. */
  readonly since: string;
  /** Why the last attempt failed; null where it did not. */
  readonly cause: DeliveryCause | null;
  readonly lastSuccessAt: string | null;
  readonly lastFailureAt: string | null;
}

/** Failures that belong together: one cause at one host. A target that is no address has no host. */
export interface FailureGroupKey {
  readonly host: string | null;
  readonly cause: DeliveryCause;
}

/** An attempt from this long on is near the API's limit of 15 s (specification, "Limits"), milliseconds. */
export const SLOW_ATTEMPT_MS = 12_000;
