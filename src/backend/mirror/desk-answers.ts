/** What the reads of the delivery desk take and give, as plain types: they cross threads by structured clone. */
import type {
  DeliveryCause,
  DeskFilter,
  DeskRow,
  DeskSortField,
  DeskState,
  FailureGroupKey,
  HostAnswers,
} from '../../domain/desk.ts';
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

export interface DeskFacets {
  readonly states: readonly DeskFacet<DeskState>[];
  readonly causes: readonly DeskFacet<DeliveryCause>[];
  readonly hosts: readonly DeskFacet<string>[];
  readonly events: readonly DeskFacet<string>[];
  readonly httpCodes: readonly DeskFacet<number>[];
  readonly atRisk: number;
  readonly elsewhere: number;
}

/** Latest deliveries that fail for one cause at one host. Instants are keys (domain/time instantKey). */
export interface FailureGroupCounts extends FailureGroupKey {
  readonly failed: number;
  readonly retrying: number;
  readonly atRisk: number;
  /** The code of all their last attempts; null where they differ or have none. */
  readonly httpCode: number | null;
  /** Credited for their invoices in all, as far as it is named. */
  readonly netUsdt: string;
  /** Since when the oldest of the failures is one. */
  readonly failingSince: string | null;
  /** Null without a host, or an attempt on record. */
  readonly answers: HostAnswers | null;
  /** Of their last attempts. */
  readonly oldest: string | null;
  readonly newest: string | null;
  /** Since when the newest of the failures is one. */
  readonly newestFailure: string | null;
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

export interface HostHealth {
  readonly host: string;
  readonly deliveries: number;
  readonly attempts: number;
  readonly succeeded: number;
  /** Milliseconds by nearest rank; null without any recorded duration. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly slow: number;
  readonly causes: readonly DeskFacet<DeliveryCause>[];
  readonly elsewhere: number;
  readonly lastAttemptAt: string | null;
  /** Null where no attempt on record says when it was. */
  readonly answers: HostAnswers | null;
  /** The last 24 hours, UTC, the running one last. */
  readonly hours: readonly AttemptsOfHour[];
}

export interface AttemptsOfHour {
  readonly succeeded: number;
  readonly failed: number;
}
