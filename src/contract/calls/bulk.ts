// Calls about resending many webhooks: a plan, the run of it, and its report. A run is a job: jobs.pause, jobs.resume and jobs.cancel take its id.
import { z } from 'zod';
import {
  EXCLUSIONS,
  ITEM_COUNTS,
  ITEM_STANDINGS,
  ITEM_STATES,
  MAX_PLAN_ITEMS,
  RUN_LIST,
  RUN_ROW,
  RUN_STATES,
  RUN_STOPS,
  RUN_WAITS,
} from '../../domain/resend/bulk.ts';
import { DELIVERY_LIST, DELIVERY_ROW_STATES } from '../../domain/webhooks/delivery-list.ts';
import { INTERVAL_SCOPES } from '../../domain/resend/interval.ts';
import { instant, natural, textOrNull, type ToldOf } from '../../domain/kernel/shape.ts';
import { filterCodec, intentIdCodec, narrowedBy, paging } from '../wire/lists.ts';
import { resendReportCodec } from '../wire/records.ts';
import { readCall, writeCall, whereItEnds } from '../define.ts';

/** Ids that a person pastes at once. */
const MAX_PASTED = 500;

const selection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('invoices'), uuids: z.array(z.string().max(64)).min(1).max(MAX_PLAN_ITEMS) }),
  z.strictObject({ kind: z.literal('filter'), filter: filterCodec(DELIVERY_LIST) }),
  z.strictObject({ kind: z.literal('ids'), ids: z.array(z.string().min(1).max(256)).min(1).max(MAX_PASTED) }),
]);

const include = {
  /** Deliveries that the receiver has already: left out unless asked for. */
  delivered: z.boolean().optional(),
  /** Deliveries that retry by themselves within ten minutes: left out unless asked for. */
  retrying: z.boolean().optional(),
};

/** Of the plan alone: a run takes in what its plan has named. */
const planInclude = z.strictObject({
  ...include,
  /** Deliveries that retry by themselves later than that: in the plan unless this is false. */
  retryingLater: z.boolean().optional(),
});

/** How many, and when the next attempt of the last of them is; null of none. */
const retrying = z.object({ count: natural, until: textOrNull });

const planned = z.object({
  invoiceUuid: z.string(),
  externalId: textOrNull,
  state: z.enum(DELIVERY_ROW_STATES),
  host: textOrNull,
  nextAttemptAt: textOrNull,
  asOf: instant.nullable(),
});
export type PlannedResend = ToldOf<typeof planned>;

const excluded = z.object({
  ident: z.string(),
  invoiceUuid: textOrNull,
  reason: z.enum(EXCLUSIONS),
  nextAttemptAt: textOrNull,
});
export type ExcludedResend = ToldOf<typeof excluded>;

const estimate = z.object({
  /** Requests: a read before, the resend, a read after, for each item. */
  calls: natural,
  seconds: z.number().nonnegative(),
  /** True until the resend interval is learned: then the words are "at least". */
  isLeast: z.boolean(),
  /**
   * What the API's WEBHOOK_RESEND_TOO_SOON has taught so far; the specification does not say it. `all`: between any two resends;
   * `each-invoice`: between two of the same invoice, which a run never makes. 0 ms: none was seen at the run's own pace.
   */
  interval: z.object({ ms: z.number().nonnegative(), scope: z.enum(INTERVAL_SCOPES), learnedAt: instant }).nullable(),
});

const run = z.object({
  runId: z.string(),
  label: z.string(),
  state: z.enum(RUN_STATES),
  stop: z.enum(RUN_STOPS).optional(),
  counts: ITEM_COUNTS,
  /** Of what is left; absent once nothing is. */
  estimate: estimate.optional(),
  /** What it waits for before it goes on by itself; present with state `waiting`. */
  waitingFor: z.enum(RUN_WAITS).optional(),
  /** Until the next look, milliseconds; present with `waitingFor`. */
  waitingMs: z.number().nonnegative().optional(),
  /** It was open in a copy of the books that was put back: nothing that was sent after this moment is in them. */
  restoredAsOf: instant.optional(),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.optional(),
});
export type BulkRun = ToldOf<typeof run>;

/** A run with what its invoices say today. */
const listedRun = run.extend(RUN_ROW.pick({ hosts: true, deliveredUsdt: true, now: true }).shape);
export type ListedRun = ToldOf<typeof listedRun>;

const item = z.object({
  position: natural,
  invoiceUuid: z.string(),
  externalId: textOrNull,
  state: z.enum(ITEM_STATES),
  skipped: z.enum(EXCLUSIONS).optional(),
  /** Intents of earlier turns, oldest first: refused as too soon, or never sent. Each has its own report. */
  earlierIntents: z.array(z.string()),
  /** Of its latest turn; absent before it, and when its turn ended without an intent. */
  report: resendReportCodec.optional(),
});
export type BulkItem = ToldOf<typeof item>;

export const bulkCalls = {
  'resends.plan': readCall({
    role: 'viewer',
    doc: 'A dry run from the mirror, without a request: at most 1,000 invoices, or 500 pasted ids; those that the mirror lacks are `not-found` here and can be looked up first. Of `include` the first two are false, the last is true when absent. `retrying.soon` is within ten minutes; `estimate.isLeast` says “at least”.',
    input: z.strictObject({ selection, include: planInclude.optional() }),
    output: z.object({
      items: z.array(planned).max(MAX_PLAN_ITEMS),
      excluded: z.array(excluded).max(2 * MAX_PLAN_ITEMS),
      /** The selection holds more than a plan may. */
      isCut: z.boolean(),
      /** Whom `include.retrying` (soon) and `include.retryingLater` (later) decide over, in the plan or left out of it. */
      retrying: z.object({ soon: retrying, later: retrying }),
      estimate,
    }),
  }),
  'resends.start': writeCall({
    role: 'support',
    doc: 'Begins the run over the invoices in their order. The same `runId` never begins twice and answers with its run. One run at a time: while another is open the answer is `rejected` with RUN_ALREADY_OPEN, its id in `details.openRunId`, and `openProfile` where another profile of the business has it.',
    input: z.strictObject({
      runId: intentIdCodec,
      label: z.string().trim().min(1).max(120),
      invoices: z.array(z.string().max(64)).min(1).max(MAX_PLAN_ITEMS),
      include: z.strictObject(include).optional(),
    }),
    output: run,
    recording: whereItEnds('resend-many', 'resend-webhook'),
    fourEyes: ({ invoices }) => ({ kind: 'resend', items: new Set(invoices).size }),
  }),
  'resends.runs': readCall({
    role: 'viewer',
    doc: 'Newest first, at most 200 of those that match; each with where its webhooks go, what was credited for those that it delivered, and how they stand now.',
    input: z.strictObject(narrowedBy(RUN_LIST)),
    output: z.object({ runs: z.array(listedRun) }),
  }),
  'resends.run': readCall({
    role: 'viewer',
    doc: 'How one run stands, and what it waits for.',
    input: z.strictObject({ runId: intentIdCodec }),
    output: run,
  }),
  'resends.report': readCall({
    role: 'viewer',
    doc: 'What became of each item, with its evidence. The standing `sent` means `delivered`, `failed` and `noAnswerYet` as well.',
    input: z.strictObject({
      runId: intentIdCodec,
      /** By how they count (`counts`); absent means any. */
      standing: z.array(z.enum(ITEM_STANDINGS)).max(ITEM_STANDINGS.length).optional(),
      ...paging,
    }),
    output: z.object({ rows: z.array(item), total: natural }),
  }),
} as const;
