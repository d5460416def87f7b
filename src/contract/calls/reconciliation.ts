// Calls of reconciliation, of exports and of the jobs that run behind the screens.
import { z } from 'zod';
import { ADJUSTED_LIST, ADJUSTED_PAGE, TRIAGE_STATES } from '../../domain/reconcile/adjusted.ts';
import { JOB } from '../../domain/exports/report-job.ts';
import { pageOf } from '../wire/lists.ts';
import { readCall, writeCall, whereItEnds } from '../define.ts';

import { exportRequestCodec } from '../wire/export-request.ts';

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
    output: z.object({ jobs: z.array(JOB) }),
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
