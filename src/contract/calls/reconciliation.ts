// Calls of reconciliation, of exports and of the jobs that run behind the screens.
import { z } from 'zod';
import { ADJUSTED_LIST, ADJUSTED_PAGE, TRIAGE_STATES } from '../../domain/reconcile/adjusted.ts';
import { JOB_KINDS, JOB_STATES, REPORT_KINDS, type ReportOfJob } from '../../domain/exports/report-job.ts';
import { count, type ToldOf } from '../../domain/kernel/shape.ts';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { pageOf } from '../wire/lists.ts';
import { readCall, writeCall, whereItEnds } from '../define.ts';

import { exportRequestCodec } from '../wire/export-request.ts';
import { periodCodec } from './statement.ts';

const reportOfJob: z.ZodType<ReportOfJob> = z.object({ kind: z.enum(REPORT_KINDS), period: periodCodec.nullable() });

export const jobCodec = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  label: z.string(),
  /** Of a job of kind `report`: which one. */
  report: reportOfJob.optional(),
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
  /** The manifest beside it, in the same way. */
  manifestTicket: z.string().optional(),
  fileName: z.string().optional(),
});
export type Job = ToldOf<typeof jobCodec>;

const jobId = z.strictObject({ id: z.string().min(1).max(64) });

export const reconciliationCalls = {
  'reconciliation.adjusted': readCall({
    role: 'viewer',
    doc: "Adjusted invoices: expected and actual by the record's own adjustment, delta = actual − expected, exact.",
    input: z.strictObject({
      ...pageOf(ADJUSTED_LIST),
      triage: z.enum(TRIAGE_STATES).optional(),
    }),
    output: ADJUSTED_PAGE,
  }),
  'exports.start': writeCall({
    role: 'viewer',
    doc: "Writes everything that a filter shows as a file, and a manifest beside it. The job's `ticket` and `manifestTicket` are fetched once each at `GET /exports/TICKET`.",
    input: exportRequestCodec,
    output: z.object({ jobId: z.string() }),
    recording: whereItEnds('export'),
  }),
  'jobs.list': readCall({
    role: 'viewer',
    doc: 'Jobs with their progress.',
    output: z.object({ jobs: z.array(jobCodec) }),
  }),
  'jobs.pause': writeCall({
    role: ['support', 'finance'],
    doc: 'That of a run is its `runId`.',
    input: jobId,
    recording: whereItEnds('resend-many', 'create-many'),
  }),
  'jobs.resume': writeCall({
    role: ['support', 'finance'],
    doc: 'That of a run is its `runId`; also what goes on after a `stop`.',
    input: jobId,
    recording: whereItEnds('resend-many', 'create-many'),
  }),
  'jobs.cancel': writeCall({
    role: ['support', 'finance'],
    doc: 'That of a run is its `runId`.',
    input: jobId,
    recording: whereItEnds('resend-many', 'create-many', 'export', 'import-file'),
  }),
} as const;
