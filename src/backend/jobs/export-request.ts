/**
 * What can be exported: each list and report by its kind, with its filter and order as the screen shows it. Not here: how an export runs
 * (export.ts), its columns (backend/files).
 */
import type { ActivityFilter } from '../../domain/activity.ts';
import type { TriageState } from '../../domain/adjusted.ts';
import type { ItemStanding } from '../../domain/bulk.ts';
import type { DeskFilter, DeskSortField } from '../../domain/desk.ts';
import type { EntryFilter, EntrySortField } from '../../domain/entry.ts';
import type { ExceptionFilter, ExceptionSortField } from '../../domain/exception.ts';
import type { InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';
import type { WithdrawalFilter, WithdrawalSortField } from '../../domain/withdrawal.ts';
import type { ExportFormat, ExportKind, ExportSelection, SelectionOf } from '../files/export.ts';
import type { JobContext } from './context.ts';
import { identsOfRecord } from './entry-records.ts';
import { acknowledgedGroups } from './failure-groups.ts';

type Sorted<Field extends string> = readonly Sort<Field>[] | undefined;

interface Asked {
  /** CSV when absent. */
  readonly format?: ExportFormat | undefined;
  /** Of the local times beside those of UTC; absent: UTC alone. */
  readonly timeZone?: string | undefined;
  /** Titles of the columns; all when absent. */
  readonly columns?: readonly string[] | undefined;
}

/** Kinds whose request is completed: what it leaves out, or what its filter refers to. */
type Completed =
  | {
      readonly kind: 'invoices';
      readonly filter?: InvoiceFilter | undefined;
      readonly sort?: Sorted<InvoiceSortField>;
    }
  | {
      readonly kind: 'adjusted';
      readonly filter?: InvoiceFilter | undefined;
      readonly triage?: TriageState | undefined;
      readonly sort?: SelectionOf<'adjusted'>['sort'] | undefined;
    }
  | {
      readonly kind: 'withdrawals';
      readonly filter?: WithdrawalFilter | undefined;
      readonly sort?: Sorted<WithdrawalSortField>;
    }
  | { readonly kind: 'deliveries'; readonly filter?: DeskFilter | undefined; readonly sort?: Sorted<DeskSortField> }
  /** The items of a run, or those that stand so. */
  | {
      readonly kind: 'resend-report';
      readonly runId: string;
      readonly standing?: readonly ItemStanding[] | undefined;
    }
  /** Of this profile, or of all and the console itself. */
  | {
      readonly kind: 'activity';
      readonly filter?: ActivityFilter | undefined;
      readonly all?: boolean | undefined;
    }
  | {
      readonly kind: 'exceptions';
      readonly filter?: ExceptionFilter | undefined;
      readonly sort?: Sorted<ExceptionSortField>;
    }
  | { readonly kind: 'entries'; readonly filter?: EntryFilter | undefined; readonly sort?: Sorted<EntrySortField> };

/** Of all others the request says all there is to say. */
type Passed = Exclude<ExportSelection, { readonly kind: Completed['kind'] }>;

/** What is exported, and how the file is to be. */
export type ExportRequest = Asked & (Completed | Passed);

interface ExportName {
  /** In the job list and the activity log. */
  readonly label: string;
  /** In the manifest, and as the name of a sheet. */
  readonly title: string;
  readonly file: string;
}

/** How each is called. */
export const EXPORT_NAMES: Readonly<Record<ExportKind, ExportName>> = {
  invoices: { label: 'Export of invoices', title: 'Invoices', file: 'invoices' },
  adjusted: { label: 'Export of adjusted invoices', title: 'Adjusted invoices', file: 'adjusted-invoices' },
  withdrawals: { label: 'Export of withdrawals', title: 'Withdrawals', file: 'withdrawals' },
  deliveries: { label: 'Export of deliveries', title: 'Webhook deliveries', file: 'deliveries' },
  'resend-report': { label: 'Export of a report of resends', title: 'Report of resends', file: 'resends' },
  activity: { label: 'Export of the audit log', title: 'Audit log', file: 'activity' },
  'late-changes': { label: 'Export of late changes', title: 'Late changes', file: 'late-changes' },
  quarantine: { label: 'Export of unreadable records', title: 'Unreadable records', file: 'unreadable-records' },
  rates: { label: 'Export of rates', title: 'Rates', file: 'rates' },
  'payment-methods': { label: 'Export of payment methods', title: 'Payment methods', file: 'payment-methods' },
  exceptions: { label: 'Export of exceptions', title: 'Exceptions', file: 'exceptions' },
  entries: { label: 'Export of the ledger', title: 'Ledger', file: 'entries' },
  'tie-rows': { label: 'Export of the tie-out', title: 'Tie-out', file: 'tie-out' },
  statement: { label: 'Export of a statement', title: 'Statement', file: 'statement' },
  'statement-rows': { label: 'Export of the rows of a statement', title: 'Statement rows', file: 'statement-rows' },
  movements: { label: 'Export of days', title: 'By day', file: 'movements' },
  'take-rates': { label: 'Export of fees', title: 'Fees (estimates)', file: 'take-rates' },
  'take-rate-rows': {
    label: 'Export of invoices by fee',
    title: 'Invoices by fee',
    file: 'take-rate-invoices',
  },
  'prior-period': {
    label: 'Export of changes after their close',
    title: 'Changed after their close',
    file: 'prior-period-adjustments',
  },
  close: { label: 'Export of a closed period', title: 'Closed period', file: 'close' },
};

/** The rows that a request means, with what its filter refers to. */
export async function selectionOf(context: JobContext, request: ExportRequest): Promise<ExportSelection> {
  if (request.kind === 'invoices' || request.kind === 'adjusted') return ofInvoices(request);
  if (request.kind === 'withdrawals') {
    return { kind: request.kind, filter: request.filter ?? {}, sort: request.sort ?? [] };
  }
  if (request.kind === 'exceptions') {
    return { kind: request.kind, filter: request.filter ?? {}, sort: request.sort ?? [] };
  }
  if (request.kind === 'entries') {
    const { kind, filter = {}, sort = [] } = request;
    const { recordUuid } = filter;
    return {
      kind,
      filter,
      sort,
      idents: recordUuid === undefined ? [] : await identsOfRecord(context.mirror, recordUuid),
    };
  }
  if (request.kind === 'deliveries') {
    const { kind, filter = {}, sort = [] } = request;
    return { kind, filter, acknowledged: await acknowledgedGroups(context, filter), sort };
  }
  if (request.kind === 'resend-report') {
    return { kind: request.kind, runId: request.runId, standings: request.standing ?? [] };
  }
  if (request.kind === 'activity') {
    return { kind: request.kind, filter: request.filter ?? {}, all: request.all ?? false };
  }
  const { format: _format, timeZone: _timeZone, columns: _columns, ...selection } = request;
  return selection;
}

function ofInvoices(
  request: Extract<ExportRequest, { readonly kind: 'invoices' | 'adjusted' }>,
): SelectionOf<'invoices' | 'adjusted'> {
  if (request.kind === 'invoices') {
    return { kind: request.kind, filter: request.filter ?? {}, sort: request.sort ?? [] };
  }
  const { kind, triage, filter = {}, sort = [] } = request;
  return { kind, filter, triage, sort };
}
