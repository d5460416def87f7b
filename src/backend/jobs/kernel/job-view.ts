// A job as lists show it. Snapshots only; what a job does is its own file's matter.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { JOB_KINDS, JOB_STATES, ReportOfJob } from '../../../domain/exports/report-job.ts';

export interface JobView {
  readonly id: string;
  readonly kind: (typeof JOB_KINDS)[number];
  readonly label: string;
  /** Of a job of kind `report`: which one. */
  readonly report?: ReportOfJob | undefined;
  readonly state: (typeof JOB_STATES)[number];
  readonly done: number;
  readonly total?: number | undefined;
  readonly etaSeconds?: number | undefined;
  readonly reason?: string | undefined;
  /** Why an import failed, for a screen to say it in words. */
  readonly failure?: Failure | undefined;
  /** What a person should know of a job that is done, as that CSV was written and no workbook. */
  readonly notice?: string | undefined;
  /** A finished file that the screen may fetch once. */
  readonly ticket?: string | undefined;
  /** The manifest beside it, in the same way. */
  readonly manifestTicket?: string | undefined;
  readonly fileName?: string | undefined;
}
