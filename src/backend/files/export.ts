/**
 * What an export job is, how far it has come, and what it gives back. Not here: the columns of each list (export-*.ts), who reads the
 * records (the compute worker) and where a person saves the file (the Host).
 */
import type { ActivityFilter } from '../../domain/activity.ts';
import type { AdjustedSortField, TriageState } from '../../domain/adjusted.ts';
import type { AdjustmentFilter } from '../../domain/close.ts';
import type { ItemStanding } from '../../domain/bulk.ts';
import type { DeskFilter, DeskSortField, FailureGroupKey } from '../../domain/desk.ts';
import type { EntryFilter, EntrySortField } from '../../domain/entry.ts';
import type { ExceptionFilter, ExceptionSortField } from '../../domain/exception.ts';
import type { InvoiceFilter, InvoiceSortField, Sort } from '../../domain/invoice.ts';
import type { Period, PeriodBounds } from '../../domain/period.ts';
import type { StatementLineKind, TypedBalance } from '../../domain/statement.ts';
import type { EstimateKind } from '../../domain/take-rate.ts';
import type { TieCoverage } from '../../domain/tie-out.ts';
import type { WithdrawalFilter, WithdrawalSortField } from '../../domain/withdrawal.ts';
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
      readonly triage?: TriageState | undefined;
      readonly sort: readonly Sort<AdjustedSortField>[];
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
  /** Of the currencies that are named; of all when none is. */
  | { readonly kind: 'rates'; readonly currency?: readonly string[] | undefined }
  | { readonly kind: 'payment-methods'; readonly currency?: readonly string[] | undefined }
  | {
      readonly kind: 'exceptions';
      readonly filter: ExceptionFilter;
      readonly sort: readonly Sort<ExceptionSortField>[];
    }
  /** `idents`: with a filter by record, what entries can call it. */
  | {
      readonly kind: 'entries';
      readonly filter: EntryFilter;
      readonly sort: readonly Sort<EntrySortField>[];
      readonly idents: readonly string[];
    }
  /** Null bounds: of all time. */
  | {
      readonly kind: 'tie-rows';
      readonly bounds: PeriodBounds | null;
      readonly coverage: TieCoverage | undefined;
      readonly currency: string | undefined;
    }
  | {
      readonly kind: 'statement';
      readonly period: Period;
      readonly typed: readonly TypedBalance[];
      /** The close that has locked it; null: it is computed when it is written. */
      readonly closeId: string | null;
    }
  /** How a token moved, day by day. */
  | {
      readonly kind: 'movements';
      readonly period: Period;
      readonly token: string;
      /** The close that has locked them; null: as the mirror has them now. */
      readonly closeId: string | null;
    }
  | {
      readonly kind: 'statement-rows';
      /** The close that has locked them; null: as the mirror has them now. */
      readonly closeId: string | null;
      readonly bounds: PeriodBounds;
      readonly token: string | null;
      readonly line: StatementLineKind;
    }
  /** By method. `tolerance` is a fraction. */
  | { readonly kind: 'take-rates'; readonly bounds: PeriodBounds | null; readonly tolerance: string }
  /** The invoices that stand out. */
  | {
      readonly kind: 'take-rate-rows';
      readonly bounds: PeriodBounds | null;
      readonly tolerance: string;
      readonly method: string | null;
      readonly currency: string | null;
      readonly estimate: EstimateKind | null;
    }
  /** What has changed since a period was closed; of one close, or of all. */
  | ({ readonly kind: 'prior-period' } & AdjustmentFilter)
  /** The canonical form of a closed period. Its format is always text. */
  | { readonly kind: 'close'; readonly closeId: string };

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

/** Why CSV was written although a workbook was asked for; or that a closed period's text is not what was locked. */
export type ExportNotice = 'too-many-rows' | 'too-large' | 'digest-differs';

export interface ExportResult {
  readonly rows: number;
  readonly bytes: number;
  /** The ending of the written file, and what to add to the job's path for the file and for its manifest. */
  readonly ending: string;
  readonly manifestEnding: string;
  readonly notice: ExportNotice | null;
  /** Cells of a workbook whose text was longer than a cell can be. */
  readonly cut: number;
}
