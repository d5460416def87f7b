/**
 * Calls of reconciliation, of exports and of the jobs that run behind the screens.
 */
import { z } from 'zod';
import { adjustedSortCodec, invoiceFilterCodec, paging } from '../wire/lists.ts';
import { instant, money } from '../wire/records.ts';
import { declare } from './define.ts';
import { exportRequestCodec } from './export-request.ts';

const sums = {
  expectedFiat: money,
  actualFiat: money,
  deltaFiat: money,
  expectedUsdt: money,
  actualUsdt: money,
  deltaUsdt: money,
} as const;
const facts = {
  expectedFiat: money.nullable(),
  actualFiat: money.nullable(),
  deltaFiat: money.nullable(),
  expectedUsdt: money.nullable(),
  actualUsdt: money.nullable(),
  deltaUsdt: money.nullable(),
} as const;

export const ADJUSTED_FINDINGS = [
  'adjustment-missing',
  'ordered-differs',
  'settled-differs',
  'settled-missing',
] as const;

const adjustedRow = z.object({
  uuid: z.string(),
  externalId: z.string(),
  currency: z.string(),
  status: z.string(),
  method: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** The ordered amount of the invoice itself, beside the adjustment's own figures. */
  amount: money,
  ...facts,
  settledUsdt: money.nullable(),
  asOf: instant,
  findings: z.array(z.enum(ADJUSTED_FINDINGS)),
});
export type AdjustedRow = z.output<typeof adjustedRow>;

export const jobCodec = z.object({
  id: z.string(),
  kind: z.enum(['sync', 'resend', 'bulk-resend', 'watch', 'export', 'report', 'period-reading']),
  label: z.string(),
  state: z.enum(['running', 'waiting', 'paused', 'done', 'cancelled', 'failed']),
  done: z.number().int(),
  total: z.number().int().optional(),
  etaSeconds: z.number().nonnegative().optional(),
  reason: z.string().optional(),
  /** What a person should know of a job that is done, as that CSV was written and no workbook. */
  notice: z.string().optional(),
  /** A finished export that the screen may fetch once (capability saveAs = download). */
  ticket: z.string().optional(),
  /** The manifest beside it, in the same way. */
  manifestTicket: z.string().optional(),
  fileName: z.string().optional(),
});
export type Job = z.output<typeof jobCodec>;

const jobId = z.strictObject({ id: z.string().min(1).max(64) });

export const reconciliationCalls = {
  /** Adjusted invoices: expected and actual by the record's own adjustment, delta = actual − expected, exact. */
  'reconciliation.adjusted': declare(
    'read',
    'business',
    z.strictObject({ filter: invoiceFilterCodec.optional(), sort: adjustedSortCodec.optional(), ...paging }),
    z.object({
      rows: z.array(adjustedRow),
      total: z.number().int(),
      /** One row per currency over the whole filter, whatever the page. */
      totals: z.array(
        z.object({
          currency: z.string(),
          count: z.number().int(),
          ...sums,
          settledUsdt: money,
          settledMissing: z.number().int(),
        }),
      ),
    }),
  ),
  'exports.start': declare('write', 'business', exportRequestCodec, z.object({ jobId: z.string() })),
  'jobs.list': declare('read', 'business', z.strictObject({}), z.object({ jobs: z.array(jobCodec) })),
  'jobs.pause': declare('write', 'business', jobId, z.object({})),
  'jobs.resume': declare('write', 'business', jobId, z.object({})),
  'jobs.cancel': declare('write', 'business', jobId, z.object({})),
} as const;
