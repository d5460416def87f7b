/**
 * What an export job is, how far it has come, and what it gives back. Not here: the columns of each list (export-*.ts), who reads the
 * records (the compute worker) and where a person saves the file (the Host).
 */
import type { ActivityFilter } from '../../domain/activity.ts';
import type { ItemStanding } from '../../domain/bulk.ts';
import type { DeskFilter, DeskSortField, FailureGroupKey } from '../../domain/desk.ts';
import type { InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';
import type { WithdrawalFilter, WithdrawalSortField } from '../../domain/withdrawal.ts';
import type { AdjustedExportSortField } from './export-adjusted.ts';
import type { About } from './manifest.ts';

/** Files that people ask for. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Which rows, and in which order: a list or a report with its filter. */
export type ExportSelection =
  | { readonly kind: 'invoices'; readonly filter: InvoiceFilter; readonly sort: readonly Sort<InvoiceSortField>[] }
  | {
      readonly kind: 'adjusted';
      readonly filter: InvoiceFilter;
      readonly sort: readonly Sort<AdjustedExportSortField>[];
    }
  | {
      readonly kind: 'withdrawals';
      readonly filter: WithdrawalFilter;
      readonly sort: readonly Sort<WithdrawalSortField>[];
    }
  | {
      readonly kind: 'deliveries';
      readonly filter: DeskFilter;
      /** What the filter means by acknowledged. */
      readonly acknowledged: readonly FailureGroupKey[];
      readonly sort: readonly Sort<DeskSortField>[];
    }
  /** The items of a run; those of the standings, or all where there are none. */
  | { readonly kind: 'resend-report'; readonly runId: string; readonly standings: readonly ItemStanding[] }
  /** `all`: entries of all profiles and of the console itself. */
  | { readonly kind: 'activity'; readonly filter: ActivityFilter; readonly all: boolean }
  /** Changes of records that were final before. */
  | { readonly kind: 'late-changes' }
  | { readonly kind: 'quarantine' }
  | { readonly kind: 'rates' }
  | { readonly kind: 'payment-methods' };

export type ExportKind = ExportSelection['kind'];

/** A selection of one kind. */
export type SelectionOf<Kind extends ExportKind> = Extract<ExportSelection, { readonly kind: Kind }>;

export interface ExportJob {
  readonly kind: 'export';
  readonly profileId: string;
  readonly selection: ExportSelection;
  readonly format: ExportFormat;
  /** Of the local times beside those of UTC. */
  readonly timeZone: string;
  /** Titles of the columns that are wanted; all when absent. */
  readonly columns?: readonly string[] | undefined;
  /** Absolute path of the file to write, without the ending of its format. */
  readonly path: string;
  /** The file's name as people get it, without the ending. */
  readonly name: string;
  readonly about: About;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** Why CSV was written although a workbook was asked for. */
export type InsteadOfWorkbook = 'too-many-rows' | 'too-large';

export interface ExportResult {
  readonly rows: number;
  readonly bytes: number;
  /** The ending of the written file, and what to add to the job's path for the file and for its manifest. */
  readonly ending: string;
  readonly manifestEnding: string;
  readonly instead: InsteadOfWorkbook | null;
  /** Cells of a workbook whose text was longer than a cell can be. */
  readonly cut: number;
}
