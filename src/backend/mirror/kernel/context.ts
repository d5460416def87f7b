/** What the commands of the mirror get besides their input. The worker that owns the connections builds these. */
import type { AdjustedFact, AdjustedPage, AdjustedQuery } from '../../../domain/reconcile/adjusted.ts';
import type {
  DeliveryFacets,
  DeliveryTotals,
  FailureGroupCounts,
  HostHealth,
} from '../../../domain/webhooks/delivery-list.ts';
import type { PaidShares } from '../../../domain/records/paid-share.ts';
import type { EndpointTimeline } from '../../../domain/webhooks/endpoint-timeline.ts';
import type { SubjectList } from '../../../domain/kernel/finding.ts';
import type { Triage } from '../../../domain/reconcile/exception.ts';
import type { Labelled, LABELLED_LIST, Marks, Note, NOTE_LIST } from '../../../domain/support/notes.ts';
import type { ListSelection } from '../../../domain/kernel/list.ts';
import type { RunFact } from '../../../domain/resend/bulk.ts';
import type { CATALOGUE_CHANGE_LIST, CatalogueChange, Moved } from '../../../domain/pricing/catalogue-changes.ts';
import type { RATE_HISTORY_LIST, RatePoint, RunPoint } from '../../../domain/pricing/rate-history.ts';
import type { AddressNames } from '../../../domain/records/address-book.ts';
import type { SettledRates } from '../../../domain/pricing/pricing.ts';
import type { InvoiceTieFact, TieVerdict } from '../../../domain/reconcile/tie-out.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { VersionedMemo } from '../../sqlite/memo.ts';
import type { PageOf, Window } from '../../sqlite/rows.ts';
import type {
  DeliveryCounts,
  InvoiceCounts,
  InvoiceFacets,
  InvoiceTotals,
  ListStates,
  StatusFacts,
  WithdrawalPage,
} from './answers.ts';
import type { Observation } from './diff.ts';

/** The reconciliation of adjusted invoices, a pure engine outside the mirror, which only feeds it. */
export type ReconcileAdjusted = (facts: Iterable<AdjustedFact>, query: AdjustedQuery) => AdjustedPage;

/** What the books know of the profile's records; each question is one look into them. */
export interface BooksOfMirror {
  /** When an answer first showed a correction of the final invoice; null when none did. */
  readonly correctionSeenAt: (invoiceUuid: string) => string | null;
  /** What people did about adjusted invoices, by the invoice's uuid. */
  readonly triage: () => ReadonlyMap<string, Triage>;
  /** The uuids of records that have one of the labels and one of the marks; whichever is empty says nothing. */
  readonly marked: (labels: readonly string[], marks: readonly string[]) => readonly string[];
  /** Of those records that have any, by uuid; of the whole list without uuids. */
  readonly marksOf: (list: SubjectList, uuids?: readonly string[]) => ReadonlyMap<string, Marks>;
  /** Without the names of records, which the mirror knows. */
  readonly labelled: (query: ListSelection<typeof LABELLED_LIST> & Window) => PageOf<Omit<Labelled, 'name'>>;
  readonly notes: (query: ListSelection<typeof NOTE_LIST> & Window) => PageOf<Note>;
  /** What moved in the catalogue, and since when it is watched; null before its first reading. */
  readonly catalogueMoves: (
    query: ListSelection<typeof CATALOGUE_CHANGE_LIST> & Window,
  ) => PageOf<Moved & { readonly id: number }> & { readonly since: string | null };
  /** Sides of the markets of a currency with their prices in [from, to), oldest first. */
  readonly ratePairs: (query: { readonly currency: string; readonly from: string; readonly to: string }) => Iterable<{
    readonly source: string | null;
    readonly side: string | null;
    readonly points: Iterable<RunPoint>;
  }>;
  /** Of which prices are remembered, and since when. */
  readonly rateCurrencies: () => { readonly currencies: readonly string[]; readonly since: string | null };
  readonly ratePoints: (query: ListSelection<typeof RATE_HISTORY_LIST> & Window) => PageOf<RatePoint>;
  readonly addressNames: () => AddressNames;
  /** All runs of resends, newest first. */
  readonly runs: () => readonly RunFact[];
  /** The invoices of a run, each with whether its resend was delivered. */
  readonly runInvoices: (
    runId: string,
  ) => readonly { readonly invoiceUuid: string; readonly externalId: string | null; readonly isDelivered: boolean }[];
}

export interface MirrorReadContext {
  readonly database: SqliteDatabase;
  readonly reconcileAdjusted: ReconcileAdjusted;
  /** The rules of the tie-out for one invoice, a pure engine outside the mirror as well. */
  readonly verdictOf: (fact: InvoiceTieFact) => TieVerdict;
  readonly books: BooksOfMirror;
  readonly memo: MirrorMemo;
}

/** Each has eight bytes a row: those of deliveries have numbers beyond thirty-two bits. */
const MOST_ORDERS = 4;

/** Answers over the whole mirror, kept until the next commit: fresh ones for a read connection. */
export function mirrorMemo(database: SqliteDatabase) {
  return {
    /** Row ids of whole lists in an order that no index has, by the statement. */
    orders: new VersionedMemo<Float64Array>(database, MOST_ORDERS),
    pageTotals: new VersionedMemo<number>(database),
    lists: new VersionedMemo<ListStates>(database),
    status: new VersionedMemo<StatusFacts>(database),
    counts: new VersionedMemo<InvoiceCounts>(database),
    facets: new VersionedMemo<InvoiceFacets>(database),
    totals: new VersionedMemo<InvoiceTotals>(database),
    withdrawalSums: new VersionedMemo<Omit<WithdrawalPage, 'rows'>>(database),
    settled: new VersionedMemo<{ readonly rates: SettledRates | null }>(database),
    /** Changes of the catalogue with the invoices since; they never change themselves. */
    sinceMoves: new VersionedMemo<readonly CatalogueChange[]>(database),
    tieTotals: new VersionedMemo<number>(database),
    /** The successes in which two sources say different things, by id. */
    tieDiffering: new VersionedMemo<readonly number[]>(database, 1),
    /** The adjusted invoices of one filter, read back once for all pages of their queue. */
    adjusted: new VersionedMemo<readonly Omit<AdjustedFact, 'exception'>[]>(database, 1),
    deliveryCounts: new VersionedMemo<DeliveryCounts>(database),
    deliveryTotals: new VersionedMemo<number>(database),
    deliverySums: new VersionedMemo<DeliveryTotals>(database),
    deliveryFacets: new VersionedMemo<DeliveryFacets>(database),
    deliveryHosts: new VersionedMemo<readonly HostHealth[]>(database),
    timelines: new VersionedMemo<EndpointTimeline>(database),
    paidShares: new VersionedMemo<PaidShares>(database),
    deliveryGroups: new VersionedMemo<readonly FailureGroupCounts[]>(database),
  } as const;
}
export type MirrorMemo = ReturnType<typeof mirrorMemo>;

export interface MirrorWriteContext {
  readonly database: SqliteDatabase;
  readonly profileId: string;
  /** Commits to the observation log before it returns. Called before the mirror's own commit. */
  readonly observe: (observations: readonly Observation[]) => void;
}
