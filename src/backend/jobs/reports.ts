/**
 * Long computations of one business as jobs: each runs in a compute thread, shows how far it is, and can be cancelled. Not here: what a
 * report computes (backend/workers, reconciliation).
 */
import { FailureError } from '../../domain/failure.ts';
import type { ReportJob, ReportResults } from '../../domain/report-job.ts';
import type { JobProgress } from '../files/export.ts';
import type { JobContext } from './context.ts';
import type { JobView } from './job-view.ts';

interface Listeners {
  readonly onProgress: (progress: JobProgress) => void;
  /** Rows as they are found, at most 1,000 at once; the job waits while they are stored. */
  readonly onBatch?: ((rows: readonly unknown[]) => Promise<void>) | undefined;
}

/** Runs a job in a thread. Rejects with FailureError `cancelled` once it is aborted. */
export type ComputeReport = <Job extends ReportJob>(
  job: Job,
  listeners: Listeners,
  signal: AbortSignal,
) => Promise<ReportResults[Job['kind']]>;

const LABELS: Readonly<Record<ReportJob['kind'], string>> = {
  'tie-out': 'Tie-out',
  statement: 'Statement',
  'take-rates': 'Take rates',
  findings: 'Reconciliation of everything',
};

export class Reports {
  readonly #context: JobContext;
  readonly #compute: ComputeReport;
  readonly #running = new Map<string, { view: JobView; readonly controller: AbortController }>();

  constructor(context: JobContext, compute: ComputeReport) {
    this.#context = context;
    this.#compute = compute;
  }

  /** Runs a report to its end. Ends with FailureError `cancelled` when the caller gives up, a person cancels it, or the business closes. */
  async run<Job extends ReportJob>(
    job: Job,
    options: { readonly signal: AbortSignal; readonly onBatch?: Listeners['onBatch'] },
  ): Promise<ReportResults[Job['kind']]> {
    const id = this.#context.ids.uuid();
    const controller = new AbortController();
    const view: JobView = { id, kind: 'report', label: LABELS[job.kind], state: 'running', done: 0 };
    const running = { view, controller };
    this.#running.set(id, running);
    this.#announce();
    const onProgress = ({ done, total }: JobProgress): void => {
      running.view = { ...running.view, done, total };
      this.#announce();
    };
    const signal = AbortSignal.any([controller.signal, options.signal, this.#context.closing]);
    try {
      return await this.#compute(job, { onProgress, onBatch: options.onBatch }, signal);
    } catch (error) {
      if (signal.aborted) throw new FailureError({ kind: 'cancelled' });
      throw error;
    } finally {
      this.#running.delete(id);
      this.#announce();
    }
  }

  /** Ends a running report; false when there is none with that id. */
  cancel(id: string): boolean {
    const running = this.#running.get(id);
    running?.controller.abort(new Error('cancelled'));
    return running !== undefined;
  }

  list(): readonly JobView[] {
    return [...this.#running.values()].map(({ view }) => view);
  }

  #announce(): void {
    this.#context.announce({ kind: 'jobs', profileId: this.#context.profileId });
  }
}
