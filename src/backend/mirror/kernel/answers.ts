// What the commands of the mirror take and give, as plain types: they cross threads by structured clone.
import type { Marks } from '../../../domain/support/notes.ts';
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import type { DeliveryRowState } from '../../../domain/webhooks/delivery-list.ts';
import type { Invoice, InvoiceFilter, InvoiceSortField } from '../../../domain/records/invoice.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import type { PaidAmount } from '../../../domain/webhooks/paid-amount.ts';
import type { PaymentMethod } from '../../../domain/records/payment-method.ts';
import type { Certificate, ListState } from '../../../domain/profiles/profile.ts';
import type { Rate } from '../../../domain/records/rate.ts';
import type { CurrencyTotals, WithdrawalTotals } from '../../../domain/records/totals.ts';
import type { Withdrawal, WithdrawalFilter, WithdrawalSortField } from '../../../domain/records/withdrawal.ts';

/** The two lists that are walked and certified. */
export const MIRROR_LISTS = ['invoices', 'withdrawals'] as const;
export type MirrorList = (typeof MIRROR_LISTS)[number];

/** No message between threads carries more. */
export const MAX_ROWS = 1000;

export interface Binding {
  readonly origin: string;
  /** Known from the first delivery read on. */
  readonly businessUuid: string | null;
}

export interface WalkedListState extends ListState {
  /** `seen` and `total` when the certificate was given; null before the first. Those of ListState move with the next walk. */
  readonly verdict: { readonly seen: number; readonly total: number | null } | null;
  /** Rows that the API does not show any more. They are not in `seen`. */
  readonly missing: number;
  /** The highest pass that a row was seen in; 0 before the first. */
  readonly lastPass: number;
  /** False once the list was seen to shrink: its certificate then needs a strict walk. */
  readonly growOnly: boolean;
  /** The checkpoint of a walk in progress, in the walk's own words. */
  readonly walk: string | null;
}

export type ListStates = Readonly<Record<MirrorList, WalkedListState>>;

export interface CertifyInput {
  readonly list: MirrorList;
  readonly certificate: Certificate;
  readonly asOf: string | null;
  readonly seen: number;
  readonly total: number | null;
  readonly reason: string | null;
  readonly growOnly: boolean;
  readonly walk: string | null;
}

/** How far the mirror went: ids only rise. */
export interface KnownRows {
  readonly lastRow: number;
  readonly lastQuarantined: number;
}

/**
 * What the mirror held of a list when it was asked: rows and unreadable records up to these ids, which only rise. Taken before a request
 * goes out, it tells afterwards what was stored while that request was under way.
 */
export interface ListMark extends KnownRows {
  /** Rows of the status that was asked about which the API still showed; 0 when none was. */
  readonly ofStatus: number;
}

export type ListEnd = 'front' | 'back';

export interface ListCensus {
  /** Distinct uuids that the API still shows, unreadable ones included. */
  readonly present: number;
  readonly missing: number;
  /** Readable rows that the API still shows. */
  readonly byStatus: Readonly<Record<string, number>>;
}

export interface Candidates {
  readonly count: number;
  /** created_at key of the oldest one; null when there is none. */
  readonly oldest: string | null;
  /** Rows of each status created after the newest candidate. */
  readonly newer: Readonly<Record<string, number>>;
  /** Rows of each status created between the oldest and the newest candidate. */
  readonly between: Readonly<Record<string, number>>;
}

export interface UnconfirmedRow {
  readonly uuid: string;
  /** Its reading now; a mark is made only while it is still that one. */
  readonly asOf: string;
}

export interface RowPlace {
  readonly uuid: string;
  /** Rows before it, from the asked end. */
  readonly index: number;
}

export interface RereadState {
  /** Null before the first lap. */
  readonly lap: { readonly page: number; readonly startedAt: string; readonly readAt: string } | null;
  /** Server time of the oldest reading of a final invoice; null when there is none. */
  readonly oldestReading: string | null;
}

/** What the status of a mirror is made of, of one moment. */
export interface StatusFacts {
  readonly lists: ListStates;
  readonly statuses: StatusCheck | null;
  readonly reread: RereadState;
  readonly deliveries: DeliveryCounts;
  readonly invoices: InvoiceCounts;
}

export interface QuarantinedRecord {
  readonly uuid: string | null;
  readonly reason: string;
  /** The record as it came; text is kept as it is, anything else as JSON. */
  readonly raw: unknown;
}

export interface StoreInput<Record> {
  readonly records: readonly Record[];
  readonly quarantined: readonly QuarantinedRecord[];
  /** Server time of the answer; a row that is newer than this is not overwritten. */
  readonly asOf: string;
  /** Which call the answer belonged to ("list", "read", "create", …), for the observation log. */
  readonly source: string;
  /** The pass of the walk the answer belongs to; null outside of walks. */
  readonly pass: number | null;
  /** The walk's checkpoint, saved in the same transaction as the rows; absent leaves it as it is. */
  readonly walk?: string | null | undefined;
  /** total_items of the answer; absent leaves it as it is. */
  readonly totalItems?: number | undefined;
  /** What was there before the request went out; absent: nothing else can have been stored meanwhile. */
  readonly known?: ListMark | undefined;
  /** The status that the answer is about; absent: the whole list. */
  readonly status?: string | undefined;
}

export interface StoreResult {
  /** Distinct uuids of the list that the API still shows: rows, and quarantined uuids that are not among them. */
  readonly seen: number;
  /** Uuids that were not among `seen`, quarantined ones and returned ones included. */
  readonly fresh: number;
  /** Rows of the mirror whose record differs now. */
  readonly changed: number;
  /** Distinct uuids seen in the pass of the input; 0 without one. */
  readonly seenInPass: number;
  /** Uuids of this page that neither this pass nor the one before it had shown; 0 without a pass. */
  readonly unpaired: number;
  /**
   * What may be held against the total of this answer: uuids that were here before its request went out, and those it brought itself.
   * Of one status, when the answer is about one. What was stored meanwhile may be younger than the total.
   */
  readonly counted: number;
}

export interface KeptRow<Kept> {
  readonly record: Kept;
  /** Server time of the answer that the record comes from. */
  readonly asOf: string;
  readonly firstSeenAt: string;
  /** When the API was found not to show it any more; null while it does. */
  readonly missingSince: string | null;
}
export type KeptInvoice = KeptRow<Invoice>;
export type KeptWithdrawal = KeptRow<Withdrawal>;

/** Which rows of a list are asked for; the newest come first where `sort` is empty. */
export interface PageInput<Filter, Field extends string> {
  readonly filter: Filter;
  readonly sort: readonly Sort<Field>[];
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Rows of the whole filter. */
  readonly total: number;
}

export type InvoicePageInput = PageInput<InvoiceFilter, InvoiceSortField>;
export type WithdrawalPageInput = PageInput<WithdrawalFilter, WithdrawalSortField>;

/** What a list shows beside the record. */
export interface ListedInvoice extends KeptInvoice {
  /** Null where it is not known. */
  readonly paid: PaidAmount | null;
  /** Of its latest delivery; null while it is not final. */
  readonly webhook: {
    readonly state: DeliveryRowState;
    readonly attempts: number | null;
    readonly maxAttempts: number | null;
  } | null;
  readonly marks: Marks | null;
}

export interface InvoiceCounts {
  readonly all: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Records of the list that could not be read; they are not in `all`. */
  readonly quarantined: number;
}

export interface Facet {
  readonly value: string;
  readonly count: number;
}

export interface InvoiceFacets {
  readonly currencies: readonly Facet[];
  readonly methods: readonly Facet[];
  readonly statuses: readonly Facet[];
}

export interface Attention {
  readonly adjusted: number;
  readonly successWithoutSettled: number;
  /** Unreadable records of any list. */
  readonly quarantined: number;
  /** Invoices whose latest delivery the API has given up, as in `DeliveryCounts`. */
  readonly failedDeliveries: number;
  readonly unknownStatuses: number;
  readonly pendingWithdrawals: number;
  /** created_at of the oldest pending withdrawal. */
  readonly oldestPendingWithdrawal: string | null;
  /** Created in the last thirty days. */
  readonly rejectedWithdrawals: number;
  readonly missingInvoices: number;
  readonly missingWithdrawals: number;
}

export interface InvoiceTotals {
  readonly currencies: readonly CurrencyTotals[];
  /** Invoices of the whole list that could not be read; no filter applies to them and no sum holds them. */
  readonly quarantined: number;
  /** Invoices of the filter that the API does not show any more. They are in the sums. */
  readonly missing: number;
  /** How much of the list of invoices there was when they were added up. */
  readonly list: WalkedListState;
}

export interface DeliveriesRead {
  /** Those that could be read, and those that an earlier reading showed while the latest one had some that could not. */
  readonly deliveries: readonly Delivery[];
  readonly asOf: string;
  /** Entries of the latest answer that could not be read. */
  readonly quarantined: number;
}

export interface DeliveryCounts {
  /** Invoices in a final status whose deliveries have been read. */
  readonly read: number;
  /** Invoices in a final status: those that should have a delivery. */
  readonly terminal: number;
  /** Invoices whose latest delivery the API has given up. */
  readonly failed: number;
  /** Invoices whose latest delivery has failed so far. */
  readonly retrying: number;
}

/** What a list shows of each: the record, and what people have written about it; null where there is nothing. */
export interface ListedWithdrawal extends KeptWithdrawal {
  readonly marks: Marks | null;
}

export interface WithdrawalPage extends Page<ListedWithdrawal> {
  /** A row for each token, network and status of the whole filter. */
  readonly totals: readonly WithdrawalTotals[];
}

export interface WithdrawalFacets {
  readonly statuses: readonly Facet[];
  readonly tokens: readonly Facet[];
  readonly networks: readonly Facet[];
  readonly addresses: readonly Facet[];
}

export interface RatesSnapshot {
  readonly rates: readonly Rate[];
  /** Entries of the answer that could not be read without guessing. */
  readonly quarantined: number;
  readonly asOf: string;
}

export interface PaymentMethodsSnapshot {
  readonly methods: readonly PaymentMethod[];
  /** Entries of the answer that could not be read without guessing. */
  readonly quarantined: number;
  readonly asOf: string;
}

/** The API's totals of the final statuses beside the mirror's counts: equal ones prove a mirror of any size (jobs/sync/catch-up.ts). */
export interface StatusCheck {
  /** Server time of the earliest response of the comparison. */
  readonly asOf: string;
  readonly matches: boolean;
  /** total_items by status. */
  readonly api: Readonly<Record<string, number>>;
  readonly mirror: Readonly<Record<string, number>>;
}
