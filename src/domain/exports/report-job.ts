// The long computations over mirror and books: what each takes, gives back, and hands over on its way.
import { z } from 'zod';
import { FAILURE } from '../kernel/failure/failure-shape.ts';
import { count, type ToldOf } from '../kernel/shape.ts';
import type {
  CloseDocument,
  CloseReadiness,
  CloseRefusal,
  CloseRequirement,
  RequirementStanding,
} from '../period/close.ts';
import type { AuditProof } from '../kernel/audit-chain.ts';
import type { CloseProof } from '../period/close-proof.ts';
import type { DayMovement } from '../period/movements.ts';
import type { AmountField, MatchOutcome, MatchPass, SourceKind } from '../ledger/entry.ts';
import type { FeeRows, FeeSelection, FeeTotals } from '../reconcile/fee-totals.ts';
import type { Finding } from '../kernel/finding.ts';
import type { CoverageClaim, DryRun, FileFormat, Inspection, Mapping, Tolerances } from '../ledger/import.ts';
import type { OrderReading, OrdersRead } from '../ledger/order-file.ts';
import type { Journal, JournalRow, JournalSide, JournalLineKey, JournalSwitches } from '../period/journal.ts';
import { PERIOD, type Period, type PeriodBounds } from '../period/period.ts';
import type { Statement, StatementLineKind, StatementRow, TypedBalance } from '../period/statement.ts';
import type { TakeRateReport } from '../reconcile/take-rate.ts';
import type { TieOut, TieRow, TieSelection } from '../reconcile/tie-out.ts';

interface ReportBase {
  readonly profileId: string;
}

interface PeriodReport extends ReportBase {
  readonly bounds: PeriodBounds | null;
  /** Whose bounds they are, for those who see the job. */
  readonly period?: Period | undefined;
}

/** The tie-out of successes that finished within, and of withdrawals created within; of all without bounds. */
export interface TieOutJob extends PeriodReport {
  readonly kind: 'tie-out';
}

/** A part of the successes, which the file finds only by what was told of each. */
export interface TieRowsJob extends PeriodReport, TieSelection {
  readonly kind: 'tie-rows';
  readonly currency?: string | undefined;
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

export interface StatementJob extends ReportBase {
  readonly kind: 'statement';
  readonly period: Period;
  readonly typed: readonly TypedBalance[];
  /** The close of this period that is to be superseded: it is computed as if that one were not there. */
  readonly supersedes?: string | undefined;
}

export interface MovementsJob extends ReportBase {
  readonly kind: 'movements';
  readonly period: Period;
  readonly token: string;
  /** The close that has locked the period; null: as the mirror has them now. */
  readonly closeId: string | null;
}

export interface LockedRowsJob extends ReportBase {
  readonly kind: 'locked-rows';
  readonly closeId: string;
  readonly token: string | null;
  readonly line: StatementLineKind;
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

export interface CloseProofJob extends ReportBase {
  readonly kind: 'close-proof';
  readonly closeId: string;
}

export interface AuditProofJob extends ReportBase {
  readonly kind: 'audit-proof';
  /** Of the console itself instead of the business. */
  readonly ofConsole: boolean;
}

export interface TakeRateJob extends PeriodReport {
  readonly kind: 'take-rates';
  /** A fraction. */
  readonly tolerance: string;
  readonly method: string | null;
  readonly currency: string | null;
  readonly estimate: TakeRateReport['rows'][number]['kinds'][number] | null;
  readonly offset: number;
  readonly limit: number;
}

export interface FeeTotalsJob extends PeriodReport {
  readonly kind: 'fee-totals';
  /** Whose days, or months, are told one by one; null where none are. */
  readonly spans: { readonly timeZone: string; readonly by: 'day' | 'month' } | null;
}

/** The paid invoices behind such sums. */
export interface FeeRowsJob extends PeriodReport, FeeSelection {
  readonly kind: 'fee-rows';
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

/** The journal entries of a period: of a closed one those of what was locked. */
export interface JournalJob extends ReportBase {
  readonly kind: 'journal';
  readonly period: Period;
  /** The close that has locked the period; null: as the mirror has it now. */
  readonly closeId: string | null;
  readonly switches: JournalSwitches;
}

export interface JournalRowsJob extends Omit<JournalJob, 'kind'>, JournalLineKey {
  readonly kind: 'journal-rows';
  readonly side: JournalSide;
  readonly offset: number;
  /** At most 1,000. */
  readonly limit: number;
}

/** Every finding of the profile, handed over in batches of Finding. */
export interface FindingsJob extends ReportBase {
  readonly kind: 'findings';
}

/** What a close of the period would need, and what of it is there. */
export interface CloseReadinessJob extends Omit<StatementJob, 'kind'> {
  readonly kind: 'close-readiness';
  /** The server's clock, ISO: it decides what has ended and what is fresh. */
  readonly serverNow: string;
  /** False: no answer has told the server's time since the start, and `serverNow` is this computer's, which proves no end. */
  readonly serverTold: boolean;
  /** Records on a page, as the API really cuts them. */
  readonly perPage: number;
}

/** A close, of one moment of the mirror: the lines of its canonical form are handed over in batches, head first. */
export interface CloseJob extends Omit<CloseReadinessJob, 'kind' | 'perPage'> {
  readonly kind: 'close';
  readonly overrideReason: string | null;
  /** Why the close that `supersedes` names is superseded; null where none is. */
  readonly correctionReason: string | null;
  /** What was missing when the reason was typed; null: it is for whatever is missing. */
  readonly known: readonly CloseRequirement[] | null;
  readonly closedBy: string;
  readonly business: CloseDocument['business'];
  /** Only to see what would be locked: no line is handed over. */
  readonly isLook?: boolean | undefined;
  /** What two people have agreed on (`print`): where it would be something else by now nothing is handed over. */
  readonly agreed?: string | undefined;
}

/** What has changed in closed periods since, handed over in batches of FoundAdjustment. */
export interface PriorPeriodJob extends ReportBase {
  readonly kind: 'prior-period';
  /** The server's clock, ISO: when a change was found that the observation log does not date. */
  readonly serverNow: string;
}

/** A look at the beginning of a file that was handed over. */
export interface InspectFileJob extends ReportBase {
  readonly kind: 'inspect-file';
  readonly path: string;
  /** What a person has put right; the rest is guessed. */
  readonly format: Partial<FileFormat>;
  readonly sourceKind: SourceKind;
  /** Of times without an offset, when nothing else is said. */
  readonly timeZone: string;
  /** What the columns of its source mean; of what is not among them the columns are guessed. */
  readonly columns: Mapping['columns'];
}

/** How a file is read and what its rows are held against. */
export interface FileReading extends ReportBase {
  readonly path: string;
  readonly sourceKind: SourceKind;
  /** Entries of another source have other ids; null while the source is not saved. */
  readonly sourceId: string | null;
  readonly format: FileFormat;
  readonly mapping: Mapping;
  readonly tolerances: Tolerances;
  /** Whole days [from, to) that the file is complete for; null: those that it speaks for. */
  readonly covers: CoverageClaim;
  /** The day of the reading in the zone of the format, "2026-11-22". */
  readonly today: string;
}

/** Reads the whole file and matches it without keeping anything. */
export interface DryRunJob extends FileReading {
  readonly kind: 'dry-run';
  /** The file is read as if it ended there. All of it when absent. */
  readonly mostBytes?: number;
}

/** Reads the whole file and hands its entries and rejects over, to be kept. */
export interface ImportEntriesJob extends FileReading {
  readonly kind: 'import-entries';
  readonly sourceId: string;
  readonly importId: string;
}

/** What `import-entries` gives back; rows = entries + repeated + rejected. */
export interface EntriesRead {
  readonly rows: number;
  readonly entries: number;
  readonly repeated: number;
  readonly rejected: number;
  readonly days: { readonly from: string; readonly to: string } | null;
  readonly sha256: string;
  readonly bytes: number;
  /** How many of the repeated rows came with which earlier import, by its place in the books. */
  readonly repeats: readonly { readonly importSeq: number; readonly rows: number }[];
}

export interface ReadOrdersJob extends ReportBase {
  readonly kind: 'read-orders';
  readonly path: string;
  readonly reading: OrderReading;
}

/** Holds every entry of the books against the mirror; hands over what has changed and what is found, as MatchRow. */
export interface MatchJob extends ReportBase {
  readonly kind: 'match';
}

export type MatchRow =
  | {
      readonly is: 'standing';
      /** Where the entry lies in the books, and which it is. */
      readonly importSeq: number;
      readonly line: number;
      readonly entryId: string;
      readonly outcome: MatchOutcome;
      readonly pass: MatchPass | null;
      readonly recordUuid: string | null;
      readonly against: AmountField | null;
      readonly delta: string | null;
    }
  | { readonly is: 'finding'; readonly finding: Finding };

/** What a match gives back: entries it looked at, those that stand otherwise now, and findings. */
export interface Matched {
  readonly entries: number;
  readonly changed: number;
  readonly findings: number;
}

/** Reads a sheet of exceptions that a person has filled in; hands over SheetRow (domain/reconcile/exception-sheet). */
export interface ExceptionSheetJob extends ReportBase {
  readonly kind: 'exception-sheet';
  readonly path: string;
}

export type CloseComputed =
  | {
      readonly outcome: 'refused';
      readonly reason: CloseRefusal;
      readonly requirements: readonly RequirementStanding[];
    }
  | {
      readonly outcome: 'computed';
      readonly document: CloseDocument;
      readonly facts: number;
      /** Of all lines that were handed over, each closed by LF, in UTF-8. */
      readonly sha256: string;
      /** SHA-256 of what two people would agree on; null where nobody asked. */
      readonly print: string | null;
    };

export type ReportJob =
  | TieOutJob
  | TieRowsJob
  | StatementJob
  | MovementsJob
  | LockedRowsJob
  | CloseProofJob
  | AuditProofJob
  | TakeRateJob
  | FeeTotalsJob
  | FeeRowsJob
  | JournalJob
  | JournalRowsJob
  | FindingsJob
  | CloseReadinessJob
  | CloseJob
  | PriorPeriodJob
  | InspectFileJob
  | DryRunJob
  | ImportEntriesJob
  | ReadOrdersJob
  | MatchJob
  | ExceptionSheetJob;

/** Jobs that run behind the screens. */
export const JOB_KINDS = [
  'sync',
  'resend',
  'bulk-resend',
  'bulk-create',
  'watch',
  'export',
  'import',
  'report',
  'period-reading',
] as const;
export const JOB_STATES = ['running', 'waiting', 'paused', 'done', 'cancelled', 'failed'] as const;

export const REPORT_KINDS = [
  'tie-out',
  'tie-rows',
  'statement',
  'movements',
  'locked-rows',
  'close-proof',
  'audit-proof',
  'take-rates',
  'fee-totals',
  'fee-rows',
  'journal',
  'journal-rows',
  'findings',
  'close-readiness',
  'close',
  'prior-period',
  'inspect-file',
  'dry-run',
  'import-entries',
  'read-orders',
  'match',
  'exception-sheet',
] as const satisfies readonly ReportJob['kind'][];

/** Which report a job of kind `report` computes; `period` null: of no period, or of all time. */
const REPORT_OF_JOB = z.object({ kind: z.enum(REPORT_KINDS), period: PERIOD.nullable() });
export type ReportOfJob = ToldOf<typeof REPORT_OF_JOB>;

/** A job as lists show it. */
export const JOB = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  label: z.string(),
  /** Of a job of kind `report`: which one. */
  report: REPORT_OF_JOB.optional(),
  state: z.enum(JOB_STATES),
  done: count,
  total: z.number().int().optional(),
  etaSeconds: z.number().nonnegative().optional(),
  reason: z.string().optional(),
  /** Why an import failed, for a screen to say it in words. */
  failure: FAILURE.optional(),
  /** What a person should know of a job that is done, as that CSV was written and no workbook. */
  notice: z.string().optional(),
  /** A finished export that the screen may fetch once (capability saveAs = download). */
  ticket: z.string().optional(),
  manifestTicket: z.string().optional(),
  fileName: z.string().optional(),
});
export type JobView = ToldOf<typeof JOB>;

/** What each gives back at its end. */
export interface ReportResults {
  readonly 'tie-out': TieOut;
  readonly 'tie-rows': readonly TieRow[];
  readonly statement: Statement;
  readonly movements: readonly DayMovement[];
  readonly 'locked-rows': {
    readonly rows: readonly StatementRow[];
    readonly total: number;
    /** Does the close keep balance type and actor of its withdrawals? Else they are null. */
    readonly keepsSplits: boolean;
  };
  readonly 'close-proof': Omit<CloseProof, 'checkedAt'>;
  readonly 'audit-proof': Omit<AuditProof, 'checkedAt'>;
  readonly 'take-rates': TakeRateReport;
  readonly 'fee-totals': FeeTotals;
  readonly 'fee-rows': FeeRows;
  readonly journal: Journal;
  /** `amount`: what all of them come to. */
  readonly 'journal-rows': {
    readonly rows: readonly JournalRow[];
    readonly total: number;
    readonly amount: string;
  };
  readonly 'close-readiness': CloseReadiness;
  readonly close: CloseComputed;
  readonly 'prior-period': { readonly closes: number };
  readonly 'inspect-file': Inspection;
  readonly 'dry-run': DryRun;
  readonly 'import-entries': EntriesRead;
  readonly 'read-orders': OrdersRead;
  readonly match: Matched;
  /** Rows of the sheet that ask for something, and all that have an id. */
  readonly 'exception-sheet': { readonly rows: number; readonly asking: number };
  readonly findings: { readonly invoices: number; readonly withdrawals: number; readonly findings: number };
}
