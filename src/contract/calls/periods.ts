/** Calls about closed periods: what a close needs, closing, what was locked, and what has changed since. */
import { z } from 'zod';
import {
  CHECKED_CLOSE,
  CLOSE,
  CLOSE_FIGURES,
  CLOSE_REFUSALS,
  CLOSE_REQUIREMENTS,
  PRIOR_PERIOD_ADJUSTMENT,
  REQUIREMENT_STANDING,
} from '../../domain/period/close.ts';
import { FINDING_KINDS } from '../../domain/kernel/finding.ts';
import { sameMoney } from '../../domain/kernel/money/money.ts';
import { count, instant, money, moneyOrNull, textOrNull, typedMoney } from '../../domain/kernel/shape.ts';
import { ITEM_KINDS, MAX_ITEM_TEXT, MAX_ITEMS, RECONCILING_ITEM } from '../../domain/period/reconciling-item.ts';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { bound, intentIdCodec, paging, word } from '../wire/lists.ts';
import { readCall, writeCall, nothing, whereItEnds } from '../define.ts';
import { calendarDay, foreignToken, periodCodec, typedBalancesCodec } from './statement.ts';

/** AdjustmentFilter (domain/period/close), as an input. */
export const adjustmentFilter = {
  closeId: intentIdCodec.optional(),
  token: foreignToken.nullable().optional(),
  seenFrom: bound.optional(),
  seenTo: bound.optional(),
} as const;

const itemText = z
  .string()
  .trim()
  .max(MAX_ITEM_TEXT)
  .regex(/^[\P{Cc}\n]*$/u);

export const periodCalls = {
  'periods.list': readCall({
    role: 'viewer',
    doc: 'Closed periods, the latest first, each with the close that holds and with what has changed since.',
    input: z.strictObject({ ...paging }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          period: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }),
          closedAt: instant,
          closedBy: z.string(),
          overrideReason: textOrNull,
          sha256: z.string(),
          closings: z.array(z.object({ token: textOrNull, amount: moneyOrNull })),
          /** What was locked of each token; `difference` is reported − calculated. */
          figures: z.array(CLOSE_FIGURES),
          adjustments: z.array(z.object({ token: textOrNull, count, amount: money })),
          /** The close that it has taken the place of, and why; null: it is the first of its period. */
          correction: z.object({ sha256: z.string(), reason: z.string() }).nullable(),
          /** What its opening lacks, since the close before it was superseded; null: nothing. */
          openingGap: moneyOrNull,
        }),
      ),
      total: count,
      /** The period that comes next: from the last closed day on, in its zone; null before the first close. */
      next: z.object({ from: z.string(), timeZone: z.string() }).nullable(),
    }),
  }),
  'periods.get': readCall({
    role: 'viewer',
    doc: 'A close as it was locked ([its form](close-format.md)), and whether what is kept of it still is that: its SHA-256 is recomputed over its text once a start, and anew with `verify`.',
    input: z.strictObject({ id: intentIdCodec, verify: z.boolean().optional() }),
    output: CHECKED_CLOSE,
  }),
  'periods.versions': readCall({
    role: 'viewer',
    doc: 'Every close of exactly this period: the one that holds, then the one that it has superseded, and so on. All are kept.',
    input: z.strictObject({ period: periodCodec }),
    output: z.object({
      versions: z.array(
        z.object({
          id: z.string(),
          sha256: z.string(),
          closedAt: instant,
          closedBy: z.string(),
          /** Why it has taken the place of the next one; null: it is the first. */
          correctionReason: textOrNull,
          figures: z.array(CLOSE_FIGURES),
        }),
      ),
    }),
  }),
  'periods.items': readCall({
    role: 'viewer',
    doc: 'The reconciling items of the business, the latest day first, cleared ones too.',
    output: z.object({ items: z.array(RECONCILING_ITEM) }),
  }),
  'periods.addItem': writeCall({
    role: 'finance',
    doc: `Why a reported balance is not the calculated one. It counts in every period that ends after \`day\`, until it is cleared; \`amount\` is what the reported balance has more (negative: less). The same \`itemId\` again adds nothing. At most ${MAX_ITEMS}.`,
    input: z.strictObject({
      itemId: intentIdCodec,
      token: word,
      kind: z.enum(ITEM_KINDS),
      amount: typedMoney.refine((amount) => !sameMoney(amount, '0'), 'explains nothing'),
      day: calendarDay,
      text: itemText.min(3),
      evidence: itemText.min(1).optional(),
    }),
    output: RECONCILING_ITEM,
    recording: whereItEnds('add-item'),
  }),
  'periods.clearItem': writeCall({
    role: 'finance',
    doc: 'From `day` on the item counts no more, in no period that ends after it. One that is cleared stays as it was cleared.',
    input: z.strictObject({ id: intentIdCodec, day: calendarDay, reason: itemText.min(3) }),
    output: RECONCILING_ITEM,
    recording: whereItEnds('clear-item'),
  }),
  'periods.readiness': readCall({
    role: 'viewer',
    doc: 'What a close of this period needs, and what of it is there; with `supersedes` (its close) to take the place of that one. Open exceptions keep no close from being made, and are not in it.',
    input: z.strictObject({
      period: periodCodec,
      typed: typedBalancesCodec.optional(),
      supersedes: intentIdCodec.optional(),
    }),
    output: z.object({
      requirements: z.array(REQUIREMENT_STANDING),
      /** Requests that reading what is not fresh will take, about; 0 when all is. */
      readingRequests: count,
      /**
       * Exceptions that are open and whose records lie in the period (finished_at of an invoice, created_at of a withdrawal), by kind, most first. They
       * do not keep a close from being made, and are not in it.
       */
      openExceptions: z.object({
        count,
        kinds: z.array(z.object({ kind: z.enum(FINDING_KINDS), count })),
        /** When the engine last looked through all records; null: never. */
        lookedAt: textOrNull,
        /** It is looking again, or is about to: there may be others by then. */
        pending: z.boolean(),
      }),
      /** The reading for a close, of this period or of another one: rows read, of how many. Its job can be cancelled; what was read stays read. */
      reading: z
        .object({
          id: z.string(),
          period: periodCodec,
          /** `waiting` for what may pass, and `failed` of what does not: with why. */
          state: z.enum(['running', 'waiting', 'paused', 'failed']),
          failure: FAILURE.optional(),
          done: count,
          total: count,
          etaSeconds: z.number().optional(),
        })
        .nullable(),
    }),
  }),
  'periods.read': writeCall({
    role: 'finance',
    doc: "Reads again what is not fresh of the period's facts, and has both lists certified after that. A job; the same call again changes nothing. Refused before the period has ended, and while another period is read.",
    input: z.strictObject({ period: periodCodec }),
    recording: nothing('reads from the API only'),
  }),
  'periods.close': writeCall({
    role: 'approver',
    doc: 'Locks the period with its statement, or supersedes the close that it has. The same intent answers with the same close and never makes a second, also after a crash. `known`: what was missing when the reason was typed.',
    input: z.strictObject({
      intentId: intentIdCodec,
      period: periodCodec,
      typed: typedBalancesCodec.optional(),
      overrideReason: z.string().trim().min(10).max(2000).optional(),
      /** What was missing when the reason was typed: anything else that is missing by now refuses with `changed`. Absent: any. */
      known: z.array(z.enum(CLOSE_REQUIREMENTS)).max(CLOSE_REQUIREMENTS.length).optional(),
      /** The close of this period that is wrong, and why. Both are kept, and the new one names the other's SHA-256. */
      supersedes: z.strictObject({ closeId: intentIdCodec, reason: itemText.min(10) }).optional(),
    }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('closed'), close: CLOSE }),
      /** `changed`: something else is missing than was known, or another close came between. Ask for the readiness again. */
      z.object({
        outcome: z.literal('refused'),
        reason: z.enum(CLOSE_REFUSALS),
        requirements: z.array(REQUIREMENT_STANDING),
      }),
    ]),
    recording: whereItEnds('close-period', 'supersede-close'),
    fourEyes: ({ supersedes }) => ({ kind: supersedes === undefined ? 'close' : 'correction' }),
  }),
  'periods.adjustments': readCall({
    role: 'viewer',
    doc: 'What has changed in closed periods since, the latest first: all that fit the filter.',
    input: z.strictObject({ ...adjustmentFilter, ...paging }),
    output: z.object({
      rows: z.array(PRIOR_PERIOD_ADJUSTMENT),
      total: count,
      totals: z.array(z.object({ token: textOrNull, count, amount: money })),
      /** When the closed facts were compared with the mirror last; null: never. */
      comparedAt: textOrNull,
    }),
  }),
} as const;
