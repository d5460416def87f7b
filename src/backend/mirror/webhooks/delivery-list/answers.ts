/** What the reads of the list of deliveries take and give, as plain types: they cross threads by structured clone. */
import type { DeliveryFilter, DeliverySortField, FailureGroupKey } from '../../../../domain/webhooks/delivery-list.ts';
import type { FailedDelivery } from '../../../../domain/news/notice.ts';
import type { PageInput } from '../../kernel/answers.ts';

/** A filter with what it refers to and the mirror does not know: which groups of failures are acknowledged (books). */
export interface DeliveryQuery {
  readonly filter: DeliveryFilter;
  /** Needed where `filter.acknowledged` is set. */
  readonly acknowledged?: readonly FailureGroupKey[] | undefined;
}

/** The latest finished first where `sort` is empty. */
export type DeliveryPageInput = DeliveryQuery & PageInput<DeliveryFilter, DeliverySortField>;

export interface DeliveryFacet<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Which failures `deliveryList.failedSince` is asked for. */
export interface FailuresInput {
  /** Failed after this instant. */
  readonly since: string;
  /** Read at this instant of the server or later, as it is stored; null: whenever. */
  readonly readSince: string | null;
  /** Behind this one, for the next thousand. */
  readonly after: Pick<FailedRow, 'failedAtKey' | 'deliveryUuid'> | null;
  readonly limit: number;
}

/** The latest delivery of an invoice, when it failed for good. */
export interface FailedRow extends FailedDelivery {
  readonly deliveryUuid: string;
  /** Of its last attempt, or when it was changed where that is not told (store.ts). */
  readonly failedAtKey: string;
}

export interface GroupSince extends FailureGroupKey {
  readonly after: string;
}
