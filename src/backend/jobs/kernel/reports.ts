// Long computations of one business as jobs in compute threads; what a screen asks for is shared and kept.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { stableJson, tableOf } from '../../../domain/kernel/fields.ts';
import { lastDay } from '../../../domain/period/period.ts';
import type { JobView, ReportJob, ReportOfJob, ReportResults } from '../../../domain/exports/report-job.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { RowsInto } from '../../books/found-rows.ts';
import type { JobProgress } from '../../files/writing/export.ts';
import type { JobContext } from './context.ts';
import { JobList } from './job-list.ts';
import { type Computed, SharedResults } from './shared-results.ts';

interface Listeners {
  readonly onProgress: (progress: JobProgress) => void;
  /** Rows as they are found, at most 1,000 at once; the job waits while they are stored. */
  readonly onBatch?: ((rows: readonly unknown[]) => Promise<void>) | undefined;
  /** Instead: rows go to the books as they are found; `onTaken` is told how many of them count, at once or in parts. */
  readonly rows?: { readonly into: RowsInto; readonly onTaken?: ((count: number) => void) | undefined } | undefined;
}

/** Runs a job in a thread. Rejects with FailureError `cancelled` once it is aborted. */
export type ComputeReport = <Job extends ReportJob>(
  job: Job,
  listeners: Listeners,
  signal: AbortSignal,
) => Promise<ReportResults[Job['kind']]>;

const LABELS: Readonly<Record<ReportJob['kind'], string>> = {
  'tie-out': 'Tie-out',
  'tie-rows': 'Rows of a tie-out',
  statement: 'Statement',
  movements: 'By day',
  'locked-rows': 'Rows of a closed period',
  'close-proof': 'Check of a closed period',
  'audit-proof': 'Check of the audit log',
  'take-rates': 'Fees by method',
  'fee-totals': 'Fees',
  'fee-rows': 'Fees by invoice',
  journal: 'Journal',
  'journal-rows': 'Rows of a journal',
  findings: 'Reconciliation of everything',
  'close-readiness': 'What a close needs',
  close: 'Close of a period',
  'prior-period': 'Comparison of closed periods',
  'inspect-file': 'Look at a file',
  'dry-run': 'Check of a file',
  'import-entries': 'Reading of a file',
  'read-orders': 'Reading of a file of orders',
  match: 'Matching of the ledger',
  'exception-sheet': 'Reading of a sheet of exceptions',
};

function reportOf(job: ReportJob): ReportOfJob {
  return { kind: job.kind, period: 'period' in job && job.period !== undefined ? job.period : null };
}

/** "Tie-out, 2026-10-01 to 2026-10-31, Europe/Warsaw". */
function labelOf({ kind, period }: ReportOfJob): string {
  if (period === null) return LABELS[kind];
  const last = lastDay(period);
  const days = period.from === last ? last : `${period.from} to ${last}`;
  return `${LABELS[kind]}, ${days}, ${period.timeZone}`;
}

/** What screens ask for again and again. The others hand rows over, or depend on the moment. */
const SHARED = [
  'tie-out',
  'tie-rows',
  'statement',
  'movements',
  'locked-rows',
  'close-proof',
  'take-rates',
  'fee-totals',
  'fee-rows',
  'journal',
  'journal-rows',
  'close-readiness',
  'inspect-file',
  'dry-run',
] as const satisfies readonly ReportJob['kind'][];
type SharedJob = Extract<ReportJob, { readonly kind: (typeof SHARED)[number] }>;
type Shared = { readonly [Kind in SharedJob['kind']]: SharedResults<ReportResults[Kind]> };

function sharedResults(): Shared;
function sharedResults(): object {
  return tableOf(SHARED, () => new SharedResults());
}

export class Reports {
  readonly #context: JobContext;
  readonly #compute: ComputeReport;
  readonly #running: JobList;
  #proofs = 0;
  readonly #shared = sharedResults();

  constructor(context: JobContext, compute: ComputeReport) {
    this.#context = context;
    this.#running = new JobList(context, Number.POSITIVE_INFINITY);
    this.#compute = compute;
  }

  /**
   * The result of a report over what mirror and books hold now: a kept one, or one that is computed once for all who ask for the same. Ends
   * with FailureError `cancelled` when the caller gives up, a person cancels it, or the business closes.
   */
  async result<Job extends SharedJob>(job: Job, signal: AbortSignal): Promise<Computed<ReportResults[Job['kind']]>> {
    const kind: Job['kind'] = job.kind;
    const shared: Shared[Job['kind']] = this.#shared[kind];
    const compute = async (wanted: AbortSignal): Promise<Computed<ReportResults[Job['kind']]>> => {
      const computedAt = fromEpochMs(this.#context.clock.now());
      return { result: await this.run(job, { signal: wanted }), computedAt };
    };
    const version = await this.#versionFor(job);
    return shared.get({ key: stableJson(job), version, signal, compute });
  }

  /** Runs a report to its end, for one caller alone; a job that hands rows over is never shared. Ends as `result` does. */
  async run<Job extends ReportJob>(
    job: Job,
    options: { readonly signal: AbortSignal } & Omit<Listeners, 'onProgress'>,
  ): Promise<ReportResults[Job['kind']]> {
    const id = this.#context.ids.uuid();
    const report = reportOf(job);
    const own = this.#running.begin({ id, kind: 'report', label: labelOf(report), report, state: 'running', done: 0 });
    const onProgress = (progress: JobProgress): void => this.#running.progress(id, progress);
    const { onBatch, rows } = options;
    const signal = AbortSignal.any([own, options.signal]);
    try {
      return await this.#compute(job, { onProgress, onBatch, rows }, signal);
    } catch (error) {
      if (signal.aborted) throw new FailureError({ kind: 'cancelled' });
      throw error;
    } finally {
      this.#running.drop(id);
    }
  }

  /** Ends a running report; false when there is none with that id. */
  cancel(id: string): boolean {
    return this.#running.cancel(id);
  }

  list(): readonly JobView[] {
    return this.#running.list();
  }

  /** Proofs of closes are not kept any longer: the file is looked at again. */
  forgetProofs(): void {
    this.#proofs += 1;
  }

  /** Another text once anything has changed that the report reads. */
  async #versionFor({ kind }: SharedJob): Promise<string> {
    // What is locked never changes; a file may rot, which nobody announces.
    if (kind === 'locked-rows') return 'locked';
    if (kind === 'close-proof') return `checked ${this.#proofs}`;
    // What was handed over does not change either.
    if (kind === 'inspect-file') return 'handed over';
    const { mirror, books, profileId } = this.#context;
    const [ofMirror, ofBooks] = await Promise.all([
      mirror.read('version', {}),
      books.read('facts.version', { profileId }),
    ]);
    return `${ofMirror} ${ofBooks}`;
  }
}
