/** What the reads of the delivery desk take and give, as plain types: they cross threads by structured clone. */
import type { DeskFilter, DeskRow, DeskSortField, FailureGroupKey } from '../../domain/desk.ts';
import type { Sort } from '../../domain/list.ts';
import type { FailedDelivery } from '../../domain/notice.ts';

/** A filter with what it refers to and the mirror does not know: which groups of failures are acknowledged (books). */
export interface DeskQuery {
  readonly filter: DeskFilter;
  /** Needed where `filter.acknowledged` is set. */
  readonly acknowledged?: readonly FailureGroupKey[] | undefined;
}

export interface DeskPageInput extends DeskQuery {
  /** The latest finished first when empty. */
  readonly sort: readonly Sort<DeskSortField>[];
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

export interface DeskPage {
  readonly rows: readonly DeskRow[];
  /** Rows of the whole filter. */
  readonly total: number;
}

export interface DeskFacet<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Which failures `desk.failedSince` is asked for. */
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
  /** Of its last attempt, or when it was changed where that is not told (desk-store). */
  readonly failedAtKey: string;
}

export interface GroupSince extends FailureGroupKey {
  /** A failedAt key. */
  readonly after: string;
}
