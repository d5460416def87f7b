// What can be exported: each list and report by its kind, with the filter and the order of its own screen, and how it is called.
import type { ActivityFilter } from '../news/activity.ts';
import { ADJUSTED_LIST, type TriageState } from '../reconcile/adjusted.ts';
import type { OrderStanding } from '../create/order-run.ts';
import { type ItemStanding, RUN_LIST, RUN_ROW } from '../resend/bulk.ts';
import type { AdjustmentFilter } from '../period/close.ts';
import { DELIVERY_LIST, HOST_HEALTH } from '../webhooks/delivery-list.ts';
import { ENTRY_LIST } from '../ledger/entry.ts';
import { EXCEPTION_LIST } from '../reconcile/exception.ts';
import { INVOICE_LIST } from '../records/invoice.ts';
import type { z } from 'zod';
import type { ListDeclaration, ListSelection } from '../kernel/list.ts';
import { textOrNull } from '../kernel/shape.ts';
import { CATALOGUE_CHANGE, CATALOGUE_CHANGE_LIST } from '../pricing/catalogue-changes.ts';
import { HOURLY_DAYS, RATE_GAP_WORDS, RATE_HISTORY_LIST, RATE_POINT, WHOLE_DAYS } from '../pricing/rate-history.ts';
import type { CsvDialect } from '../kernel/text/spreadsheet-text.ts';
import type { DayWriting } from '../kernel/text/writing.ts';
import { LABELLED, LABELLED_LIST, NOTE, NOTE_LIST } from '../support/notes.ts';
import { QUARANTINED } from '../records/quarantine.ts';
import type { Period } from '../period/period.ts';
import type { StatementLineKind, TypedBalance } from '../period/statement.ts';
import type { FeeSelection } from '../reconcile/fee-totals.ts';
import type { EstimateKind } from '../reconcile/take-rate.ts';
import type { TieSelection } from '../reconcile/tie-out.ts';
import { WITHDRAWAL_LIST } from '../records/withdrawal.ts';

/** Only of these currencies; of all when none is named. */
interface OfCurrencies {
  readonly currency?: readonly string[] | undefined;
}

interface Fees {
  /** Of all time when absent. */
  readonly period?: Period | undefined;
  /** A fraction. */
  readonly tolerance: string;
}

/** What selects the rows of a kind, instead of the filter and the order of its list or beside them. */
export interface AskedBeside {
  readonly adjusted: { readonly triage?: TriageState | undefined };
  readonly 'resend-report': { readonly runId: string; readonly standing: readonly ItemStanding[] };
  /** The rows of a file whose orders were created, with their payment links; those that stand so, or all. */
  readonly 'order-report': { readonly runId: string; readonly standing: readonly OrderStanding[] };
  /** `all`: entries of all profiles and of the console itself. */
  /** Figures of the last so many days, as `deliveries.hosts` has them. */
  readonly endpoints: { readonly days: number; readonly label?: readonly string[] | undefined };
  readonly activity: { readonly filter: ActivityFilter; readonly all: boolean };
  /** Every business, as `profiles.glance` tells them. */
  readonly businesses: { readonly period: Period; readonly before?: Period | undefined };
  readonly rates: OfCurrencies;
  readonly 'payment-methods': OfCurrencies;
  readonly 'tie-rows': TieSelection & {
    readonly period?: Period | undefined;
    readonly currency?: string | undefined;
  };
  readonly statement: { readonly period: Period; readonly typed: readonly TypedBalance[] };
  readonly 'statement-rows': {
    readonly period: Period;
    readonly token: string | null;
    readonly line: StatementLineKind;
  };
  readonly movements: { readonly period: Period; readonly token: string };
  /** A line a day, currency and method; the networks' by day and token. */
  readonly fees: { readonly period: Period };
  /** The paid invoices behind them. */
  readonly 'fee-rows': FeeSelection & { readonly period: Period };
  readonly 'take-rates': Fees;
  readonly 'take-rate-rows': Fees & {
    readonly method?: string | undefined;
    readonly currency?: string | undefined;
    readonly estimate?: EstimateKind | undefined;
  };
  /** What has changed since a period was closed; of one close, or of all. */
  readonly 'prior-period': AdjustmentFilter;
  /** The canonical form of a closed period. Its format is always text. */
  readonly close: { readonly closeId: string };
  /** The entries of a period as a ledger takes them in, by the mapping of the business. `again`: although one was made of days of it. */
  readonly journal: {
    readonly period: Period;
    /** The only one in the file; absent: all that there are, where the shape says which is which. */
    readonly currency?: string | undefined;
    readonly again?: boolean | undefined;
    /** Every line in the home currency, and the remainder of rounding as one of its own. */
    readonly inHome?: boolean | undefined;
    readonly days?: DayWriting | undefined;
    readonly dialect?: CsvDialect | undefined;
  };
  /** Everything about a period, for somebody who has neither this console nor the API. Its format is always an archive. */
  readonly pack: { readonly period: Period; readonly typed: readonly TypedBalance[] };
}

export interface ExportDeclaration {
  /** In the job list and the activity log. */
  readonly label: string;
  /** In the manifest, and as the name of a sheet. */
  readonly title: string;
  readonly file: string;
  /** What is to be said of it to those who ask for it from outside (docs/automation.md). */
  readonly doc?: string;
  /** Of its file, where that is always of one kind and has no columns to choose. */
  readonly ending?: string;
  /** Its rows are those of a list, by its filter and in its order. */
  readonly list?: ListDeclaration;
  /** The file holds the rows of the mirror's read `<kind>.page` and nothing else. */
  readonly rows?: {
    readonly shape: z.ZodObject;
    /** Titles with the fields that stand under them (`counts.failed`: a part of one); absent, every field stands under its own name. */
    readonly columns?: Readonly<Record<string, string>>;
    readonly notes: readonly string[];
  };
}

/** Every export, declared once: how it is called, and whose rows it holds. */
export const EXPORTS = {
  invoices: { label: 'Export of invoices', title: 'Invoices', file: 'invoices', list: INVOICE_LIST },
  adjusted: {
    label: 'Export of adjusted invoices',
    title: 'Adjusted invoices',
    file: 'adjusted-invoices',
    list: ADJUSTED_LIST,
  },
  withdrawals: { label: 'Export of withdrawals', title: 'Withdrawals', file: 'withdrawals', list: WITHDRAWAL_LIST },
  deliveries: { label: 'Export of deliveries', title: 'Webhook deliveries', file: 'deliveries', list: DELIVERY_LIST },
  resends: {
    label: 'Export of resends',
    title: 'Resends',
    file: 'resend-runs',
    list: RUN_LIST,
    rows: {
      shape: RUN_ROW,
      columns: {
        began: 'startedAt',
        ended: 'endedAt',
        what: 'label',
        endpoints: 'hosts',
        by: 'startedBy',
        state: 'state',
        items: 'counts.total',
        delivered: 'counts.delivered',
        failed: 'counts.failed',
        no_answer_yet: 'counts.noAnswerYet',
        unknown: 'counts.unknown',
        refused: 'counts.refused',
        not_sent: 'counts.notSent',
        skipped: 'counts.skipped',
        cancelled: 'counts.cancelled',
        waiting: 'counts.waiting',
        delivered_usdt: 'deliveredUsdt',
        now_delivered: 'now.delivered',
        now_failing: 'now.failing',
        run_id: 'runId',
      },
      notes: [
        'Sums of several resends count an invoice once for each that delivered it. `now`: its latest delivery, whoever sent it.',
      ],
    },
  },
  endpoints: {
    label: 'Export of endpoints',
    title: 'Endpoints',
    file: 'endpoints',
    rows: {
      shape: HOST_HEALTH.extend({ labels: textOrNull }),
      columns: {
        endpoint: 'host',
        deliveries: 'deliveries',
        attempts: 'attempts',
        succeeded: 'succeeded',
        p50_ms: 'p50Ms',
        p95_ms: 'p95Ms',
        slow: 'slow',
        elsewhere: 'elsewhere',
        last_attempt_at: 'lastAttemptAt',
        labels: 'labels',
      },
      notes: ['Attempts and durations are of the days that were asked for. `slow`: of 12 s and longer.'],
    },
  },
  'order-report': {
    label: 'Export of payment links',
    title: 'Orders of a file',
    file: 'payment-links',
    doc: 'The rows of a file whose orders were created, as `orders.rows` tells them.',
  },
  'resend-report': {
    label: 'Export of a report of resends',
    title: 'Report of resends',
    file: 'resends',
    doc: 'The items of a run, as `resends.report` tells them.',
  },
  activity: {
    label: 'Export of the audit log',
    title: 'Audit log',
    file: 'activity',
    doc: '`all`: of every profile and of the console itself.',
  },
  businesses: {
    label: 'Export of all businesses',
    title: 'Businesses',
    file: 'businesses',
    doc: 'Every business as one row, as `profiles.glance` tells them.',
  },
  'late-changes': { label: 'Export of late changes', title: 'Late changes', file: 'late-changes' },
  quarantine: {
    label: 'Export of unreadable records',
    title: 'Unreadable records',
    file: 'unreadable-records',
    rows: {
      shape: QUARANTINED,
      columns: {
        list: 'list',
        uuid: 'uuid',
        reason: 'reason',
        first_seen_at: 'firstSeenAt',
        read_at: 'asOf',
        raw: 'raw',
      },
      notes: ['None of these records is in any sum.'],
    },
  },
  rates: { label: 'Export of rates', title: 'Rates', file: 'rates', doc: '`currency`: a list of codes.' },
  'payment-methods': {
    label: 'Export of payment methods',
    title: 'Payment methods',
    file: 'payment-methods',
    doc: '`currency`: a list of codes.',
  },
  'rate-history': {
    label: 'Export of rates over time',
    title: 'Rates over time',
    file: 'rate-history',
    list: RATE_HISTORY_LIST,
    rows: {
      shape: RATE_POINT,
      columns: {
        currency: 'currency',
        source: 'source',
        side: 'side',
        read_at: 'at',
        price: 'price',
        after_gap: 'afterGap',
      },
      notes: [
        `Prices as readings found them; nothing is interpolated. \`after_gap\`: nothing was read of the pair for more than ${RATE_GAP_WORDS} before it.`,
        `Of readings older than ${WHOLE_DAYS} days the first of each hour stays, older than ${HOURLY_DAYS} days the first of each day, and both ends of each run.`,
      ],
    },
  },
  'catalogue-changes': {
    label: 'Export of changes of payment methods',
    title: 'Changes of payment methods',
    file: 'payment-method-changes',
    list: CATALOGUE_CHANGE_LIST,
    rows: {
      shape: CATALOGUE_CHANGE,
      columns: {
        method: 'method',
        currency: 'currency',
        method_id: 'methodId',
        field: 'field',
        before: 'before',
        after: 'after',
        last_seen_before: 'unseenAt',
        first_seen_after: 'seenAt',
        invoices_since: 'invoicesSince',
        invoices_between: 'invoicesBetween',
      },
      notes: [
        'The API dates no change: each lies between the last reading before it and the first after it.',
        'Invoices by that name and currency that were created since the first reading after it, and between the two.',
      ],
    },
  },
  notes: {
    label: 'Export of notes',
    title: 'Notes',
    file: 'notes',
    list: NOTE_LIST,
    rows: {
      shape: NOTE,
      columns: { at: 'at', by: 'osUser', list: 'list', record: 'recordId', name: 'name', note: 'text' },
      notes: ['`name`: what people call the record: external_id of an invoice, the address of a withdrawal.'],
    },
  },
  labels: {
    label: 'Export of labelled records',
    title: 'Labelled records',
    file: 'labelled-records',
    list: LABELLED_LIST,
    rows: {
      shape: LABELLED,
      columns: { label: 'label', colour: 'colour', list: 'list', record: 'recordId', name: 'name' },
      notes: [
        'A row each label of a record. `name`: what people call the record: external_id of an invoice, the address of a withdrawal.',
      ],
    },
  },
  exceptions: { label: 'Export of exceptions', title: 'Exceptions', file: 'exceptions', list: EXCEPTION_LIST },
  entries: { label: 'Export of the ledger', title: 'Ledger', file: 'entries', list: ENTRY_LIST },
  'tie-rows': { label: 'Export of the tie-out', title: 'Tie-out', file: 'tie-out' },
  statement: {
    label: 'Export of a statement',
    title: 'Statement',
    file: 'statement',
    doc: 'Of a closed period what was locked.',
  },
  'statement-rows': {
    label: 'Export of the rows of a statement',
    title: 'Statement rows',
    file: 'statement-rows',
    doc: '`token` is null where the API names none.',
  },
  movements: {
    label: 'Export of days',
    title: 'By day',
    file: 'movements',
    doc: 'A line a day; of a closed period what was locked.',
  },
  fees: {
    label: 'Export of fees',
    title: 'Fees',
    file: 'fees',
    doc: 'A line a day, currency and method, then the networks’ by day and token, as `reconciliation.feeTotals` adds them up.',
  },
  'fee-rows': {
    label: 'Export of fees by invoice',
    title: 'Fees by invoice',
    file: 'fees-by-invoice',
    doc: 'Every paid invoice behind the fees. `method` null: those that name none.',
  },
  'take-rates': {
    label: 'Export of fee rates',
    title: 'Fee rates (estimates)',
    file: 'take-rates',
    doc: 'Estimates, by method. `tolerance` is a fraction.',
  },
  'take-rate-rows': {
    label: 'Export of fees that stand out',
    title: 'Fees that stand out',
    file: 'take-rate-invoices',
    doc: 'Estimates: the invoices that stand out.',
  },
  'prior-period': {
    label: 'Export of changes after their close',
    title: 'Changed after their close',
    file: 'prior-period-adjustments',
  },
  close: {
    label: 'Export of a closed period',
    title: 'Closed period',
    file: 'close',
    doc: 'A text, exactly the bytes that were hashed.',
    ending: 'txt',
  },
  journal: {
    label: 'Journal',
    title: 'Journal',
    file: 'journal',
    doc: 'The journal of a period ([rules](journal.md)), in the shape of its mapping; `currency`: only this one; `inHome`: every line in the home currency ([rules](home-currency.md)), refused while a rate is not known; `days` and `dialect`: of columns of one’s own. Refused while a line has no account, and for days of which one was made, without `again`.',
    ending: 'csv',
  },
  pack: {
    label: 'Pack for the auditor',
    title: 'Pack for the auditor',
    file: 'pack',
    doc: 'An archive (docs/pack.md); `typed`: balances of a period that is not closed.',
    ending: 'zip',
  },
} as const satisfies Readonly<Record<string, ExportDeclaration>>;

export type ExportKind = keyof typeof EXPORTS;
/** Kinds of which nothing but their rows is to be said. */
export type PlainKind = {
  [Kind in ExportKind]: (typeof EXPORTS)[Kind] extends { readonly rows: object } ? Kind : never;
}[ExportKind];

type OfList<Kind extends ExportKind> = (typeof EXPORTS)[Kind] extends {
  readonly list: infer List extends ListDeclaration;
}
  ? ListSelection<List>
  : object;
/** Which rows, and in which order, by kind. */
type Selections = {
  readonly [Kind in ExportKind]: OfList<Kind> & (Kind extends keyof AskedBeside ? AskedBeside[Kind] : object);
};

export type SelectionOf<Kind extends ExportKind> = {
  [One in Kind]: { readonly kind: One } & Selections[One];
}[Kind];
export type ExportSelection = SelectionOf<ExportKind>;

/** True where nothing but the rows is to be said. */
export function isPlain(selection: ExportSelection): selection is SelectionOf<PlainKind> {
  return 'rows' in EXPORTS[selection.kind];
}

/** Files that people ask for. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportRequest = ExportSelection & {
  /** CSV when absent. A workbook holds at most 200,000 rows; with more of them CSV is written, and the job says so. */
  readonly format?: ExportFormat | undefined;
  /** Of a CSV; absent, commas between cells and a point before decimals. */
  readonly dialect?: CsvDialect | undefined;
  /** Every time then stands twice, in UTC and in this zone. */
  readonly timeZone?: string | undefined;
  /** Titles of the columns; all when absent. */
  readonly columns?: readonly string[] | undefined;
};
