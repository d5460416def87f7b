// The long jobs of the compute thread.
import { REPORT_KINDS, type ReportJob, type ReportResults } from '../../../domain/exports/report-job.ts';
import type { BroughtIn } from '../../../domain/kernel/copies.ts';
import { backupDaily, largerCopies } from '../../books/kernel/backup.ts';
import { type Copies, drillCopy, lookAtCopies } from '../../books/kernel/copies.ts';
import type { BooksContext } from '../../books/kernel/context.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { ExportJob, ExportResult } from '../../files/writing/export.ts';
import type {
  BringInBooksJob,
  CopiedOut,
  CopyOutBooksJob,
  WriteOutBooksJob,
  WrittenOut,
} from '../exports/books-file.ts';
import { runExport } from '../exports/job.ts';
import type { JobControl } from '../exports/pace.ts';
import { openBooksForReading } from './books-opening.ts';
import { openMirrorForReading } from './hosts.ts';
import { backupsFolder } from './locations.ts';
import { PAGES } from './memory.ts';
import type { BOOKS } from './protocol.ts';
import type { ReportContext } from '../reports/context.ts';
import { rehearsedDryRun } from '../reports/dry-run.ts';
import { importReport } from '../reports/import.ts';
import { runReport } from '../reports/reports.ts';

/** Copies the books unless there is a copy of that day ("2026-11-21"); beside the writer, which need not wait for it. */
export interface CopyBooksJob {
  readonly kind: 'copy-books';
  readonly profileId: typeof BOOKS;
  readonly day: string;
}

/** `made`: the name of the copy, null when there was one already. `larger`: copies that hold what the books do not. */
export interface CopiedBooks {
  readonly made: string | null;
  readonly larger: readonly string[];
}

export interface LookAtCopiesJob {
  readonly kind: 'look-at-copies';
  readonly profileId: typeof BOOKS;
}

/** How a look into the newest copy ends, or into one by its name; null where there is none. */
export interface DrillCopyJob {
  readonly kind: 'drill-copy';
  readonly profileId: typeof BOOKS;
  readonly copy?: string | undefined;
}

/** A file that goes or comes piece by piece. What seals it is loaded for it alone, and goes with its thread, as the passphrase does. */
type PieceJob = WriteOutBooksJob | BringInBooksJob | CopyOutBooksJob;
type JobAtOnce = ExportJob | ReportJob | CopyBooksJob | LookAtCopiesJob | DrillCopyJob;
export type ComputeJob = JobAtOnce | PieceJob;

/** What each kind of job gives back. */
export type ComputeResults = {
  readonly export: ExportResult;
  readonly 'copy-books': CopiedBooks;
  readonly 'look-at-copies': Copies;
  readonly 'drill-copy': ReturnType<typeof drillCopy>;
  readonly 'write-out-books': WrittenOut;
  readonly 'bring-in-books': BroughtIn;
  readonly 'copy-out-books': CopiedOut;
} & ReportResults;

/** Runs a job to its end. Throws FailureError `cancelled` when it is no longer wanted; no partial file stays. */
export function runJob<Job extends JobAtOnce>(
  dataFolder: string,
  job: Job,
  control: JobControl,
): ComputeResults[Job['kind']];
export function runJob<Job extends ComputeJob>(
  dataFolder: string,
  job: Job,
  control: JobControl,
): Promise<ComputeResults[Job['kind']]> | ComputeResults[Job['kind']];
export function runJob(
  dataFolder: string,
  job: ComputeJob,
  control: JobControl,
): Promise<ComputeResults[PieceJob['kind']]> | ComputeResults[ComputeJob['kind']] {
  const withBoth = <Result>(work: (context: ReportContext) => Result): Result =>
    closing({ database: openBooksForReading(dataFolder, PAGES.compute.books) }, (books) =>
      closing(
        openMirrorForReading(dataFolder, job.profileId, () => books.database, PAGES.compute.mirror),
        (mirror) => work({ mirror, books }),
      ),
    );
  if (isOfOneMoment(job)) return withBoth((context) => runReport(context, job, control));
  switch (job.kind) {
    case 'export':
      return withBoth((context) => runExport(context, job, control));
    case 'import-entries':
      return importReport(dataFolder, job, control);
    case 'copy-books':
      return ofBooks(dataFolder, (database, folder) => ({
        made: backupDaily(database, folder, job.day),
        larger: largerCopies(database, folder),
      }));
    case 'look-at-copies':
      return ofBooks(dataFolder, lookAtCopies);
    case 'drill-copy':
      return ofBooks(dataFolder, (database, folder) => drillCopy(database, folder, job.copy));
    case 'write-out-books':
      return import('../exports/books-file.ts').then(({ writeOutBooks }) => writeOutBooks(dataFolder, job, control));
    case 'bring-in-books':
      return import('../exports/books-file.ts').then(({ bringInBooks }) => bringInBooks(dataFolder, job, control));
    case 'copy-out-books':
      return import('../exports/books-file.ts').then(({ copyOutBooks }) => copyOutBooks(dataFolder, job));
  }
}

/** Some thousand rows of the mirror each. */
const REHEARSED_STEPS = 4;

/**
 * Carries out what is asked for next, nearly always, after this job, on the beginning of what it would go through, and nothing comes of it: code that has run takes a
 * fraction of the time. After a look at a file its dry run; after other jobs nothing. Takes about a tenth of a second; what goes wrong is said when it is asked for.
 */
export function rehearseNext(dataFolder: string, job: ComputeJob): void {
  if (job.kind !== 'inspect-file') return;
  let matched = 0;
  const control: JobControl = {
    isCancelled: () => matched === REHEARSED_STEPS,
    // Its second half is the match.
    report: ({ done, total }) => {
      if (done > total / 2) matched += 1;
    },
    deliver: () => undefined,
    mostRows: 0,
  };
  try {
    runJob(dataFolder, rehearsedDryRun(job), control);
  } catch {
    // A file that is none, or enough.
  }
}

/** A report of which everything is computed from one moment of mirror and books. */
function isOfOneMoment(job: ComputeJob): job is Exclude<ReportJob, { readonly kind: 'import-entries' }> {
  return job.kind !== 'import-entries' && REPORT_KINDS.some((kind) => kind === job.kind);
}

/** Outside of a snapshot: a copy is one statement with a snapshot of its own, and cannot be part of another. */
function ofBooks<Result>(dataFolder: string, work: (database: SqliteDatabase, folder: string) => Result): Result {
  const database = openBooksForReading(dataFolder);
  try {
    return work(database, backupsFolder(dataFolder));
  } finally {
    database.close();
  }
}

/** The work within one snapshot of the file, which is closed whatever comes of it. */
function closing<Context extends Pick<BooksContext, 'database'>, Result>(
  context: Context,
  work: (context: Context) => Result,
): Result {
  try {
    return context.database.snapshot(() => work(context));
  } finally {
    context.database.close();
  }
}
