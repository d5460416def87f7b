/** Calls of the tie-out, the take rates and the period statement: what the API alone can settle. Exact strings everywhere. */
import { z } from 'zod';
import { type UnknownWord, UNKNOWN_WORD_PLACES } from '../../domain/close-proof.ts';
import type { FeeTotal } from '../../domain/fee-totals.ts';
import { FINDING_KINDS } from '../../domain/finding.ts';
import type { DayMovement } from '../../domain/movements.ts';
import { lastDay, MAX_PERIOD_DAYS, NO_PERIOD, periodBounds, periodDays } from '../../domain/period.ts';
import {
  type Statement,
  NO_CLOSING_REASONS,
  STATEMENT_LINES,
  type StatementRow,
  type TokenStatement,
} from '../../domain/statement.ts';
import { ESTIMATE_KINDS, type TakeRateReport } from '../../domain/take-rate.ts';
import { MISSING_FACTS, TIE_COVERAGES, type TieOutReport, type TieRow, UNTOLD_REASONS } from '../../domain/tie-out.ts';
import { isMoney } from '../../domain/money.ts';
import { paging, word } from '../wire/lists.ts';
import { instant, money } from '../wire/records.ts';
import { defineCall } from './define.ts';

const count = z.number().int();
const text = z.string().nullable();
const sum = money.nullable();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Whole days of a named zone; `to` is the day after the last. */
export const periodCodec = z
  .strictObject({ from: day, to: day, timeZone: z.string().min(1).max(64) })
  .refine((period) => periodBounds(period) !== null, NO_PERIOD);

export const typedAmount = z.string().refine(isMoney, 'not an amount in the accepted notation');
/** A token is foreign text, even an empty one, so it is bounded only by length. */
export const foreignToken = z.string().max(1024);
export const typedBalancesCodec = z
  .array(z.strictObject({ token: word, opening: typedAmount.optional(), closing: typedAmount.optional() }))
  .max(20);

/** A word of a stored close that a later version of the console has brought. */
export const unknownWordCodec: z.ZodType<UnknownWord> = z.object({
  where: z.enum(UNKNOWN_WORD_PLACES),
  word: z.string(),
});

const tieCounts = { count, three: count, two: count, none: count } as const;
export const tieOutCodec: z.ZodType<TieOutReport> = z.object({
  invoices: z.object(tieCounts),
  untold: z.object({
    'webhook-not-read': count,
    'nothing-delivered': count,
    'webhook-unreadable': count,
    'record-older-than-webhook': count,
    'webhook-older-than-record': count,
  }),
  missing: z.record(z.enum(MISSING_FACTS), count),
  currencies: z.array(
    z.object({
      currency: z.string(),
      ...tieCounts,
      ordered: money,
      paid: money,
      settledUsdt: money,
      creditedUsdt: money,
      settledOfCreditedUsdt: money,
      paidMissing: count,
      settledMissing: count,
    }),
  ),
  findings: z.array(z.object({ kind: z.enum(FINDING_KINDS), unit: text, count, delta: sum })),
  withdrawals: z.object({ count, tied: count, differing: count, unknown: count }),
  undated: z.object({ invoices: count, withdrawals: count }),
  unreadable: z.object({ invoices: count, withdrawals: count }),
  oldestReading: text,
});

const tieRow: z.ZodType<TieRow> = z.object({
  uuid: z.string(),
  externalId: z.string(),
  customerId: text,
  currency: z.string(),
  method: text,
  finishedAt: text,
  amount: money,
  expectedFiat: sum,
  actualUsdt: sum,
  settledUsdt: sum,
  creditedUsdt: sum,
  toldAt: text,
  coverage: z.enum(TIE_COVERAGES),
  untold: z.enum(UNTOLD_REASONS).nullable(),
  missing: z.array(z.enum(MISSING_FACTS)),
  findings: z.array(z.enum(FINDING_KINDS)),
  asOf: instant,
});

const line = z.object({ kind: z.enum(STATEMENT_LINES), count, amount: money, notShown: count });
const tokenStatement: z.ZodType<TokenStatement> = z.object({
  token: text,
  opening: z
    .discriminatedUnion('source', [
      z.object({ source: z.literal('previous-close'), closeId: z.string(), amount: money }),
      z.object({ source: z.literal('typed'), amount: money }),
    ])
    .nullable(),
  lines: z.array(line),
  creditsByCurrency: z.array(z.object({ currency: z.string(), count, settledUsdt: money })),
  withdrawalsByBalance: z.array(
    z.object({
      balanceType: text,
      actor: text,
      count,
      amount: money,
      networkCommission: money,
      amountToSend: money,
      commissionMissing: count,
    }),
  ),
  movement: money,
  impliedClosing: sum,
  noClosing: z.enum(NO_CLOSING_REASONS).nullable(),
  typedClosing: sum,
  difference: sum,
  reserved: money,
  available: sum,
  priorPeriodAdjustments: z.object({ count, amount: money }),
  broughtForward: z.object({ count, amount: money }),
});

export const statementCodec: z.ZodType<Statement> = z.object({
  period: z.object({ from: z.string(), to: z.string(), timeZone: z.string() }),
  bounds: z.object({ from: instant, to: instant }),
  tokens: z.array(tokenStatement),
  unreadable: z.object({ invoices: count, withdrawals: count }),
  oldestReading: text,
});

const statementRow: z.ZodType<StatementRow> = z.object({
  list: z.enum(['invoices', 'withdrawals']),
  uuid: z.string(),
  label: text,
  status: z.string(),
  token: text,
  currency: text,
  amount: sum,
  createdAt: text,
  endedAt: text,
  balanceType: text,
  actor: text,
  asOf: instant,
  missingSince: text,
});

const dayMovement: z.ZodType<DayMovement> = z.object({
  day: z.string(),
  creditCount: count,
  credits: money,
  withdrawalCount: count,
  withdrawals: money,
  movement: money,
  cumulative: money,
});

/** Of a closed period what was locked, with it; of an open one what the mirror has now. */
const source = z.enum(['locked', 'mirror']);

const feeTotal: z.ZodType<FeeTotal> = z.object({
  currency: z.string(),
  count,
  uncounted: count,
  paid: money,
  grossUsdt: money,
  netUsdt: money,
});

const fraction = money;
const takeRateReport: z.ZodType<TakeRateReport> = z.object({
  methods: z.array(
    z.object({
      method: z.string(),
      currency: z.string(),
      count,
      uncounted: count,
      median: fraction,
      lowest: fraction,
      highest: fraction,
      catalogue: fraction.nullable(),
      catalogueMatches: count,
      offCatalogue: count,
      outliers: count,
      clientShareOff: count,
    }),
  ),
  tolerance: fraction,
  rows: z.array(
    z.object({
      uuid: z.string(),
      externalId: z.string(),
      method: z.string(),
      currency: z.string(),
      finishedAt: text,
      paidFiat: money,
      isAdjusted: z.boolean(),
      rate: money,
      settledUsdt: money,
      takeRate: fraction,
      median: fraction,
      catalogue: fraction.nullable(),
      amountToSend: sum,
      expectedToSend: sum,
      clientPercent: sum,
      kinds: z.array(z.enum(ESTIMATE_KINDS)),
    }),
  ),
  total: count,
  uncounted: count,
  catalogueAsOf: text,
});

/** At most MAX_PERIOD_DAYS days of a token. */
export const movementsQuery = {
  period: periodCodec.refine(
    (period) => periodDays(period).at(-1)?.day === lastDay(period),
    `more than ${MAX_PERIOD_DAYS} days`,
  ),
  token: foreignToken.min(1),
};

export const statementCalls = {
  'reconciliation.tieOut': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'Every success that finished in the period (all of them without one), and every withdrawal created in it.',
    input: z.strictObject({ period: periodCodec.optional() }),
    output: z.object({ report: tieOutCodec, computedAt: instant }),
  }),
  'reconciliation.tieRows': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'The successes behind the coverage, latest finished first.',
    input: z.strictObject({
      period: periodCodec.optional(),
      coverage: z.enum(TIE_COVERAGES).optional(),
      currency: word.optional(),
      ...paging,
    }),
    output: z.object({ rows: z.array(tieRow), total: count }),
  }),
  'reconciliation.statement': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'A closed period answers what was locked (`closeId`), whatever the mirror says now.',
    input: z.strictObject({ period: periodCodec, typed: typedBalancesCodec.optional() }),
    output: z.object({
      statement: statementCodec,
      closeId: text,
      /** Of a closed period: words of a later version of the console, whose figures are not in it. */
      unknown: z.array(unknownWordCodec),
      /** The closing that an opening must follow; null before the first close. */
      lastClose: z.object({ id: z.string(), to: z.string(), timeZone: z.string() }).nullable(),
      computedAt: instant,
    }),
  }),
  'reconciliation.statementRows': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'The rows behind a line, latest first; of a closed period those that were locked, by uuid. `token` null: withdrawals of which the API names none.',
    input: z.strictObject({
      period: periodCodec,
      token: foreignToken.nullable(),
      line: z.enum(STATEMENT_LINES),
      ...paging,
    }),
    output: z.object({
      rows: z.array(statementRow),
      total: count,
      source,
      /** False for a close of form 1, which keeps neither balance type nor actor: they are null. */
      keepsSplits: z.boolean(),
    }),
  }),
  'reconciliation.movements': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'How the movements of a token added up, day by day; of at most MAX_PERIOD_DAYS days. Of a closed period those that were locked.',
    input: z.strictObject(movementsQuery),
    output: z.object({ days: z.array(dayMovement), computedAt: instant, source }),
  }),
  'reconciliation.feeTotals': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'What successes that finished in the period were worth and what was credited, by currency; the difference is the estimated fee.',
    input: z.strictObject({ period: periodCodec.optional() }),
    output: z.object({ currencies: z.array(feeTotal), computedAt: instant }),
  }),
  'reconciliation.takeRates': defineCall({
    effect: 'read',
    scope: 'business',
    doc: 'Estimates: the implied take rate by method, and the invoices that stand out. `paidFiat` is `amount`, of an adjusted one `actual_amount_fiat`.',
    input: z.strictObject({
      period: periodCodec.optional(),
      /** A fraction, "0.005" is half a per cent; that by default. */
      tolerance: typedAmount.refine((text) => !text.startsWith('-'), 'less than nothing').optional(),
      method: word.optional(),
      currency: word.optional(),
      kind: z.enum(ESTIMATE_KINDS).optional(),
      ...paging,
    }),
    output: takeRateReport,
  }),
} as const;
