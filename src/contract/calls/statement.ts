/** Calls of the tie-out, the take rates and the period statement: what the API alone can settle. Exact strings everywhere. */
import { z } from 'zod';
import { UNKNOWN_WORD } from '../../domain/period/close-proof.ts';
import { FEE_PARTS, FEE_ROWS, FEE_TOTALS, MAX_FEE_DAYS } from '../../domain/reconcile/fee-totals.ts';
import { DAY_MOVEMENT } from '../../domain/period/movements.ts';
import { lastDay, MAX_PERIOD_DAYS, NO_PERIOD, periodBounds, periodDays } from '../../domain/period/period.ts';
import { count, instant, textOrNull, typedMoney } from '../../domain/kernel/shape.ts';
import { STATEMENT, STATEMENT_LINES, STATEMENT_ROW } from '../../domain/period/statement.ts';
import { ESTIMATE_KINDS, TAKE_RATE_REPORT } from '../../domain/reconcile/take-rate.ts';
import { TIE_COVERAGES, TIE_OUT, TIE_ROW } from '../../domain/reconcile/tie-out.ts';
import { startOfDay } from '../../domain/kernel/time/time.ts';
import { bound, intentIdCodec, paging, word } from '../wire/lists.ts';
import { readCall } from '../define.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
export const calendarDay = day.refine((text) => startOfDay(text, 'UTC') !== null, 'no such day');

/** Whole days of a named zone; `to` is the day after the last. */
export const periodCodec = z
  .strictObject({ from: day, to: day, timeZone: z.string().min(1).max(64) })
  .refine((period) => periodBounds(period) !== null, NO_PERIOD);

/** A token is foreign text, even an empty one, so it is bounded only by length. */
export const foreignToken = z.string().max(1024);
export const typedBalancesCodec = z
  .array(
    z.strictObject({
      token: word,
      opening: typedMoney.optional(),
      closing: typedMoney.optional(),
      /** When the dashboard showed that closing; absent: at the end of the period. */
      readAt: bound.optional(),
    }),
  )
  .max(20);

/** Of a closed period what was locked, with it; of an open one what the mirror has now. */
const source = z.enum(['locked', 'mirror']);

/** At most MAX_PERIOD_DAYS days of a token. */
export const movementsQuery = {
  period: periodCodec.refine(
    (period) => periodDays(period).at(-1)?.day === lastDay(period),
    `more than ${MAX_PERIOD_DAYS} days`,
  ),
  token: foreignToken.min(1),
};

/** Paid invoices of a period, by what the fees are added up by; `method` null: those that name none. */
export const feeSelection = {
  method: foreignToken.nullable().optional(),
  currency: word.optional(),
  part: z.enum(FEE_PARTS).optional(),
};

export const tieSelection = {
  coverage: z.enum(TIE_COVERAGES).optional(),
  /** Those in which two sources say different things, or all others. */
  differs: z.boolean().optional(),
};

export const statementCalls = {
  'reconciliation.tieOut': readCall({
    role: 'viewer',
    doc: 'Every success that finished in the period (all of them without one), and every withdrawal created in it.',
    input: z.strictObject({ period: periodCodec.optional() }),
    output: z.object({ report: TIE_OUT, computedAt: instant }),
  }),
  'reconciliation.tieRows': readCall({
    role: 'viewer',
    doc: 'The successes behind the coverage, latest finished first. `differs`: those in which two sources say different things of an amount or of the end, or all others; not of one currency.',
    input: z
      .strictObject({ period: periodCodec.optional(), ...tieSelection, currency: word.optional(), ...paging })
      .refine(({ currency, differs }) => currency === undefined || differs === undefined, {
        error: 'differs is counted over all currencies',
      }),
    output: z.object({ rows: z.array(TIE_ROW), total: count }),
  }),
  'reconciliation.statement': readCall({
    role: 'viewer',
    doc: 'A closed period answers what was locked (`closeId`), whatever the mirror says now; with `supersedes` (its close) what would be locked in its place. `split`: what the difference of a token is made of, to the last digit.',
    input: z.strictObject({
      period: periodCodec,
      typed: typedBalancesCodec.optional(),
      supersedes: intentIdCodec.optional(),
    }),
    output: z.object({
      statement: STATEMENT,
      closeId: textOrNull,
      /** Of a closed period: words of a later version of the console, whose figures are not in it. */
      unknown: z.array(UNKNOWN_WORD),
      /** The closing that an opening must follow; null before the first close. */
      lastClose: z.object({ id: z.string(), to: z.string(), timeZone: z.string() }).nullable(),
      computedAt: instant,
    }),
  }),
  'reconciliation.statementRows': readCall({
    role: 'viewer',
    doc: 'The rows behind a line, latest first; of a closed period those that were locked, by uuid. `token` null: withdrawals of which the API names none.',
    input: z.strictObject({
      period: periodCodec,
      token: foreignToken.nullable(),
      line: z.enum(STATEMENT_LINES),
      ...paging,
    }),
    output: z.object({
      rows: z.array(STATEMENT_ROW),
      total: count,
      source,
      /** False for a close of form 1, which keeps neither balance type nor actor: they are null. */
      keepsSplits: z.boolean(),
    }),
  }),
  'reconciliation.movements': readCall({
    role: 'viewer',
    doc: 'How the movements of a token added up, day by day; of at most MAX_PERIOD_DAYS days. Of a closed period those that were locked.',
    input: z.strictObject(movementsQuery),
    output: z.object({ days: z.array(DAY_MOVEMENT), computedAt: instant, source }),
  }),
  'reconciliation.feeTotals': readCall({
    role: 'viewer',
    doc: 'What successes that finished in the period were worth and what was credited, by currency and by method, with `byDay` (of at most 31 days) also by day, with `byMonth` by month; the difference is the estimated fee. `creditedUsdt` has the uncounted ones too. `networks`: what the networks took of withdrawals, by token and day.',
    input: z
      .strictObject({ period: periodCodec.optional(), byDay: z.boolean().optional(), byMonth: z.boolean().optional() })
      .refine(
        ({ period, byDay = false }) => !byDay || (period !== undefined && periodDays(period).length <= MAX_FEE_DAYS),
        `byDay needs a period of at most ${MAX_FEE_DAYS} days`,
      )
      .refine(({ period, byDay, byMonth }) => byMonth !== true || (period !== undefined && byDay !== true), {
        error: 'byMonth needs a period, and no byDay',
      }),
    output: z.object({ ...FEE_TOTALS.shape, computedAt: instant }),
  }),
  'reconciliation.feeRows': readCall({
    role: 'viewer',
    doc: 'The paid invoices behind the sums of `reconciliation.feeTotals`, latest finished first, and the sums of all that were asked for. `part`: those whose fee can be estimated, or those of which something is not known. `feeUsdt` is an estimate.',
    input: z.strictObject({ period: periodCodec.optional(), ...feeSelection, ...paging }),
    output: FEE_ROWS,
  }),
  'reconciliation.takeRates': readCall({
    role: 'viewer',
    doc: 'Estimates: the implied fee rate by method, and the invoices that stand out. `paidFiat` is `amount`, of an adjusted one `actual_amount_fiat`.',
    input: z.strictObject({
      period: periodCodec.optional(),
      /** A money, "0.005" is half a per cent; that by default. */
      tolerance: typedMoney.refine((textOrNull) => !textOrNull.startsWith('-'), 'less than nothing').optional(),
      method: word.optional(),
      currency: word.optional(),
      kind: z.enum(ESTIMATE_KINDS).optional(),
      ...paging,
    }),
    output: TAKE_RATE_REPORT,
  }),
} as const;
