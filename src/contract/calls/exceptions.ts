/** Calls about exceptions: findings that people look at, with their state, their history and what can be done about them. */
import { z } from 'zod';
import { SHEET_OUTCOME, SHEET_ROW_RESULTS } from '../../domain/reconcile/exception-sheet.ts';
import {
  ACTION_RESULTS,
  AGE_BUCKETS,
  EXCEPTION,
  EXCEPTION_EVENT,
  EXCEPTION_LIST,
  MAX_CASE_TITLE,
  RECONCILE_RUN,
  RESOLUTION_REASONS,
} from '../../domain/reconcile/exception.ts';
import { FINDING_KINDS, SUBJECT_LISTS } from '../../domain/kernel/finding.ts';
import { count, instant, moneyOrNull, textOrNull } from '../../domain/kernel/shape.ts';
import { identCodec, intentIdCodec, narrowedBy, pageOf, paging } from '../wire/lists.ts';
import { readCall, writeCall, nothing, whereItEnds } from '../define.ts';

const byState = { open: count, resolved: count };

export const MAX_ACTION_ROWS = 1000;
const note = z.string().trim().min(1).max(2000);

const assignee = z.string().trim().min(1).max(64).nullable();
/** A day of the calendar, 2026-11-30. */
const due = z.iso.date().nullable();

const action = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('assign'), assignee }),
  z.strictObject({ kind: z.literal('due'), due }),
  z.strictObject({ kind: z.literal('note'), note }),
  z.strictObject({ kind: z.literal('resolve'), reason: z.enum(RESOLUTION_REASONS), note }),
  z.strictObject({ kind: z.literal('reopen'), note }),
]);

const fileId = z.string().min(1).max(64);
const sheetResult = z.enum([...SHEET_ROW_RESULTS, ...ACTION_RESULTS]);
/** The rows of these results are listed; of all when absent. */
const sheetPage = { results: z.array(sheetResult).max(20).optional(), ...paging } as const;

const sheetReport = z.object({
  counts: z.array(z.object({ result: sheetResult, count })),
  rows: z.array(SHEET_OUTCOME),
  total: count,
});

export const exceptionCalls = {
  'exceptions.page': readCall({
    role: 'viewer',
    doc: 'Σ delta over the filter, by kind and unit: one dispute is found under several kinds, and amounts of different units never meet.',
    input: z.strictObject(pageOf(EXCEPTION_LIST)),
    output: z.object({
      rows: z.array(EXCEPTION),
      total: count,
      /**
       * Σ delta over the filter, by kind and unit: one dispute is found under several kinds, and amounts of different units never meet.
       * `count` is of all rows of the kind and unit, `missing` of those among them that are in no sum. `delta` is null where the API
       * names no unit: what two such amounts are in is not known to be the same.
       */
      totals: z.array(
        z.object({ kind: z.enum(FINDING_KINDS), unit: textOrNull, count, missing: count, delta: moneyOrNull }),
      ),
    }),
  }),
  'exceptions.counts': readCall({
    role: 'viewer',
    doc: 'How many there are in all, and the last run. Kinds, ages, people and units are counted over the filter without what it says of themselves: as many rows as choosing that one shows.',
    input: z.strictObject(narrowedBy(EXCEPTION_LIST)),
    output: z.object({
      open: count,
      resolved: count,
      /** Those that the facts do not show any more, whatever their state; they are in neither of the two above. */
      cleared: count,
      kinds: z.array(z.object({ kind: z.enum(FINDING_KINDS), ...byState })),
      ages: z.array(z.object({ age: z.enum(AGE_BUCKETS), ...byState })),
      assignees: z.array(z.object({ assignee: textOrNull, ...byState })),
      units: z.array(z.object({ unit: textOrNull, ...byState })),
      /** Null before the first. */
      run: RECONCILE_RUN.nullable(),
      /** A run is under way, or due because the mirror has changed since. */
      pending: z.boolean(),
      /** Who sits at this console: the name that "assign to me" writes. */
      me: z.string(),
    }),
  }),
  'exceptions.get': readCall({
    role: 'viewer',
    doc: 'One exception with everything that was done about it, oldest first.',
    input: z.strictObject({ id: z.string().min(1).max(64) }),
    output: z.object({
      exception: EXCEPTION,
      deeds: z.array(EXCEPTION_EVENT),
    }),
  }),
  'exceptions.open': writeCall({
    role: ['support', 'finance'],
    doc: 'Opens a case about a record: an exception of the kind `case` that no run touches, assigned, due and closed like every other. A record has one; `opened: false`: it was open already, and stays as it is.',
    input: z.strictObject({
      list: z.enum(SUBJECT_LISTS),
      recordId: identCodec,
      title: z.string().trim().min(1).max(MAX_CASE_TITLE),
      assignee: assignee.default(null),
      due: due.default(null),
    }),
    output: z.object({ id: z.string(), opened: z.boolean() }),
    recording: whereItEnds('act-on-exceptions'),
  }),
  'exceptions.act': writeCall({
    role: 'finance',
    doc: 'Every id gets its own result; one that cannot be done does not keep the others from it. `seen`: by id, `updatedAt` of what was looked at; what somebody else has changed since is left as it is (`changed-since`, with who and when).',
    input: z.strictObject({
      ids: z.array(z.string().min(1).max(64)).min(1).max(MAX_ACTION_ROWS),
      action,
      seen: z.record(z.string().min(1).max(64), z.string().max(64)).optional(),
    }),
    output: z.object({
      results: z.array(
        z.object({
          id: z.string(),
          result: z.enum(ACTION_RESULTS),
          by: z.string().optional(),
          at: instant.optional(),
        }),
      ),
    }),
    recording: whereItEnds('act-on-exceptions'),
  }),
  'exceptions.checkSheet': readCall({
    role: 'finance',
    doc: 'What a filled-in sheet of exceptions would do, row by row; nothing is done yet.',
    input: z.strictObject({ fileId, ...sheetPage }),
    output: sheetReport,
  }),
  'exceptions.applySheet': writeCall({
    role: 'finance',
    doc: 'Does what `exceptions.checkSheet` said. The same intent again does nothing more, and answers with what was done.',
    input: z.strictObject({ intentId: intentIdCodec, fileId, ...sheetPage }),
    output: sheetReport,
    recording: whereItEnds('act-on-exceptions'),
  }),
  'reconciliation.run': writeCall({
    role: 'finance',
    doc: 'Looks through everything now; answers when the run has ended.',
    output: z.object({ run: RECONCILE_RUN }),
    recording: nothing('computes from the mirror only'),
  }),
} as const;
