// What a period statement says, token by token, as a bank statement would: opening, movements, closing. Shapes only; the rules are
// reconciliation/period/statement.ts. It never says which invoices a withdrawal paid: the API has no such link (specification, "Withdrawal").
import { z } from 'zod';
import { type Period, PERIOD, PERIOD_BOUNDS, type PeriodBounds } from './period.ts';
import { count, instant, money, moneyOrNull, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { DIFFERENCE_SPLIT } from './split.ts';

/** Credits are in this token (specification, "What the service does"). */
export const CREDIT_TOKEN = 'USDT';

/** Every line of a statement. Each opens the rows behind it. */
export const STATEMENT_LINES = [
  /** Σ settled_amount_usdt of successes with finished_at in the period. */
  'credits',
  /** Successes of the period without settled_amount_usdt: in no sum. */
  'credits-without-amount',
  /** Successes without finished_at, whatever the period: in no sum. */
  'credits-without-date',
  /** Invoices created before the end, or without created_at, in a status that the specification does not name: in no sum. */
  'credits-unknown-status',
  /** Σ amount of approved withdrawals with processed_at in the period; the network fee is inside. */
  'withdrawals',
  /** Approved withdrawals without processed_at: in no sum. */
  'withdrawals-without-date',
  /** Created before the end and pending. */
  'reserved-pending',
  /** Created before the end and approved or rejected at or after it: the balance was reserved until then. */
  'reserved-processed-later',
  /** Pending, or processed at or after the end, without created_at: in no sum. */
  'reserved-without-date',
  /** Rejected ones with processed_at in the period: no effect. */
  'rejected',
  /** Rejected ones without processed_at: no effect. */
  'rejected-without-date',
  /** Withdrawals created before the end, or without created_at, in a status that the specification does not name: in no sum. */
  'unknown-status',
] as const;
export type StatementLineKind = (typeof STATEMENT_LINES)[number];

/** The lines whose rows are invoices; all others are of withdrawals. */
export const CREDIT_LINES = [
  'credits',
  'credits-without-amount',
  'credits-without-date',
  'credits-unknown-status',
] as const satisfies readonly StatementLineKind[];
export type CreditLine = (typeof CREDIT_LINES)[number];
export type WithdrawalLine = Exclude<StatementLineKind, CreditLine>;

/** Are the rows of the line invoices? */
export function isCreditLine(kind: StatementLineKind): kind is CreditLine {
  return CREDIT_LINES.some((line) => line === kind);
}

/** Where the opening comes from: the locked closing of the period before, or typed for the very first one. */
export type Opening =
  | { readonly source: 'previous-close'; readonly closeId: string; readonly amount: string }
  | { readonly source: 'typed'; readonly amount: string };

export const NO_CLOSING_REASONS = [
  /** The API reports no credits in this token, so movements are all that can be said. */
  'no-credits-in-token',
  'opening-not-typed',
  /** A period is closed, and this one does not begin where the last closed one ends. */
  'not-after-last-close',
] as const;
export type NoClosingReason = (typeof NO_CLOSING_REASONS)[number];

/** What the close before has locked: the opening of the next statement is its closing. */
export interface LastClose {
  readonly id: string;
  readonly period: Period;
  readonly bounds: PeriodBounds;
  /** The implied closing of each token; null where the close has none. What was typed is never carried on: a difference stays in sight. */
  readonly closings: readonly { readonly token: string | null; readonly amount: string | null }[];
}

/** What a person types: balances that the API does not tell. */
export interface TypedBalance {
  readonly token: string;
  readonly opening?: string | undefined;
  readonly closing?: string | undefined;
  /** When the dashboard showed that closing, an instant; absent: at the end of the period. */
  readonly readAt?: string | undefined;
}

export const STATEMENT_LINE = z.object({
  kind: z.enum(STATEMENT_LINES),
  count,
  /** Exact, at the finest scale of its rows; "0" without rows. Amounts that the API gave, also of lines that are in no sum. */
  amount: money,
  /** Of these, rows that the API does not show any more. They are in the sum. */
  notShown: count,
});
export type StatementLine = ToldOf<typeof STATEMENT_LINE>;

/** Credits of the period by the currency in which they were ordered. The API does not tell their balance type. */
export const CREDIT_SPLIT = z.object({ currency: z.string(), count, settledUsdt: money });
export type CreditSplit = ToldOf<typeof CREDIT_SPLIT>;

/** Withdrawals of the period by what the API says of their balance. */
export const WITHDRAWAL_SPLIT = z.object({
  balanceType: textOrNull,
  actor: textOrNull,
  count,
  amount: money,
  networkCommission: money,
  amountToSend: money,
  /** Without a commission or a sent amount: not in those two sums. */
  commissionMissing: count,
});
export type WithdrawalSplit = ToldOf<typeof WITHDRAWAL_SPLIT>;

export const ADJUSTMENT_SUM = z.object({
  count,
  /** Credits up, withdrawals down; exact. */
  amount: money,
});
export type AdjustmentSum = ToldOf<typeof ADJUSTMENT_SUM>;

export const TOKEN_STATEMENT = z.object({
  /** Null: withdrawals of which the API names no token. */
  token: textOrNull,
  opening: z
    .discriminatedUnion('source', [
      z.object({ source: z.literal('previous-close'), closeId: z.string(), amount: money }),
      z.object({ source: z.literal('typed'), amount: money }),
    ])
    .nullable(),
  /** Every line, in the order of STATEMENT_LINES; only those of withdrawals for a token without credits. */
  lines: z.array(STATEMENT_LINE),
  creditsByCurrency: z.array(CREDIT_SPLIT),
  withdrawalsByBalance: z.array(WITHDRAWAL_SPLIT),
  /** credits − withdrawals. */
  movement: money,
  /** opening + movement; null with the reason. */
  impliedClosing: moneyOrNull,
  noClosing: z.enum(NO_CLOSING_REASONS).nullable(),
  typedClosing: moneyOrNull,
  /** When the dashboard showed it; null: at the end of the period. */
  typedReadAt: textOrNull,
  /** typed − implied. */
  difference: moneyOrNull,
  /** Reserved at close: both lines of it. */
  reserved: money,
  /** implied closing − reserved. */
  available: moneyOrNull,
  /** Σ of what changed in closed periods, first seen in this one; explains a part of the difference. */
  priorPeriodAdjustments: ADJUSTMENT_SUM,
  /**
   * The same, first seen before this period began. A close carries its implied closing on, so no opening ever contains them: they explain a part
   * of the difference of every period after.
   */
  broughtForward: ADJUSTMENT_SUM,
  /** What the difference is made of. Null for a token without closings, and in a close of form 1 or 2, which has no causes but the two above. */
  split: DIFFERENCE_SPLIT.nullable(),
});
export type TokenStatement = ToldOf<typeof TOKEN_STATEMENT>;

export const STATEMENT = z.object({
  period: PERIOD,
  bounds: PERIOD_BOUNDS,
  tokens: z.array(TOKEN_STATEMENT),
  /** Records of the lists that could not be read without guessing: in no line. */
  unreadable: z.object({ invoices: count, withdrawals: count }),
  /** The oldest reading of a row of any line; null without rows. */
  oldestReading: textOrNull,
});
export type Statement = ToldOf<typeof STATEMENT>;

/** A row behind a line. */
export const STATEMENT_ROW = z.object({
  list: z.enum(['invoices', 'withdrawals']),
  uuid: z.string(),
  /** external_id of an invoice, the address of a withdrawal. */
  label: textOrNull,
  status: z.string(),
  token: textOrNull,
  /** Currency of the order; null for withdrawals. */
  currency: textOrNull,
  /** What counts in the line: settled_amount_usdt or amount. */
  amount: moneyOrNull,
  createdAt: textOrNull,
  /** finished_at or processed_at. */
  endedAt: textOrNull,
  balanceType: textOrNull,
  actor: textOrNull,
  asOf: instant,
  missingSince: textOrNull,
});
export type StatementRow = ToldOf<typeof STATEMENT_ROW>;

/** What a statement needs of an invoice. Keys are those of kernel/time/time, null where the API gave no instant. */
export interface CreditFact {
  readonly status: string;
  readonly currency: string;
  /** settled_amount_usdt. */
  readonly amount: string | null;
  readonly createdKey: string | null;
  readonly finishedKey: string | null;
  /** The API does not show it any more. */
  readonly notShown: boolean;
  readonly asOf: string;
}

/** Successes with an amount that finished between two instants, column by column: a long period is read so in a fraction of the time. */
export interface CreditBatch {
  readonly firstFinishedKey: string;
  readonly lastFinishedKey: string;
  readonly currencies: readonly string[];
  readonly amounts: readonly string[];
  /** How many of them the API does not show any more. */
  readonly notShown: number;
  readonly oldestReading: string;
}

export interface WithdrawalFact {
  readonly token: string | null;
  readonly status: string;
  readonly amount: string;
  readonly networkCommission: string | null;
  readonly amountToSend: string | null;
  readonly createdKey: string | null;
  readonly processedKey: string | null;
  readonly balanceType: string | null;
  readonly actor: string | null;
  readonly notShown: boolean;
  readonly asOf: string;
}
