// Journal entries of a period: what a ledger elsewhere books of it, as lines of debit and credit. Shapes and words only; the rules are
// reconciliation/period/journal.ts, and which account a line goes to is ./journal-mapping.ts.
import { z } from 'zod';
import { count, money, moneyOrNull, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { PERIOD } from './period.ts';
import { ITEM_KINDS } from './reconciling-item.ts';

/** What is booked together. Each balances by itself, in each of its currencies. */
export const JOURNAL_ENTRIES = [
  /** What was sold, in the currency of the order. */
  'sales',
  /** What customers paid on top of their orders: through the books at once, since it never was the merchant’s. */
  'customer-fees',
  /** What was credited in token, and what was kept of it (an estimate). */
  'settlement',
  'withdrawals',
  /** What has changed in closed periods, first seen in this one. */
  'late-changes',
  /** What a person wrote down because the provider’s balance is another one. */
  'reconciling-items',
  /** What is left of values in the home currency once each line of them is rounded. */
  'rounding',
] as const;
export type JournalEntry = (typeof JOURNAL_ENTRIES)[number];

/** What an account is for. Which one it is in the merchant's own chart of accounts a person says. */
export const ACCOUNT_ROLES = [
  /** The provider's balance in a token. */
  'balance',
  /** Between the currency of the orders and the token: what was sold on one side, what it was worth on the other. */
  'conversion',
  'sales',
  'customer-fee-cost',
  'customer-fee-income',
  'merchant-fee',
  /** Where withdrawals arrive. */
  'withdrawn',
  'network-fee',
  'late-changes',
  ...ITEM_KINDS,
  'rounding',
] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** Which line of a journal; `currency` null: withdrawals of which the API names no token. */
export const JOURNAL_LINE_KEY = z.object({
  entry: z.enum(JOURNAL_ENTRIES),
  role: z.enum(ACCOUNT_ROLES),
  currency: textOrNull,
});
export type JournalLineKey = ToldOf<typeof JOURNAL_LINE_KEY>;

export const JOURNAL_SIDES = ['debit', 'credit'] as const;
export type JournalSide = (typeof JOURNAL_SIDES)[number];

export const JOURNAL_LINE = JOURNAL_LINE_KEY.extend({
  side: z.enum(JOURNAL_SIDES),
  /** Exact, at the finest scale of its rows, never below zero. */
  amount: money,
  count: natural,
  /** Worth at the rate of the deal less what was credited: the API tells no commission of an invoice. */
  isEstimate: z.boolean(),
  /** In the home currency, on the side of the line: the rows whose rate is known, added up and then rounded. Null without a home currency. */
  home: z.object({ value: money, unknown: natural }).nullable(),
});
export type JournalLine = ToldOf<typeof JOURNAL_LINE>;

/** What of the period is in no line, or not in the line that it belongs to, and why; the first five as lines of the statement have them. */
export const JOURNAL_LEFT = [
  'credits-without-amount',
  'credits-without-date',
  'credits-unknown-status',
  'withdrawals-without-date',
  'unknown-status',
  /** Adjusted without the amount that was paid: credited, and in no sale. */
  'sale-not-told',
  /** Credited, without a rate or a paid amount: no estimate of the fee. */
  'fee-not-estimated',
  /** Withdrawals without a network fee: whole among what was withdrawn. */
  'network-fee-not-told',
] as const;
export type JournalLeft = (typeof JOURNAL_LEFT)[number];

/** How sure the figures of the period are. Said in the first line of every file. */
export const JOURNAL_STANDINGS = [
  'closed',
  /** Locked although something was missing, for a reason. */
  'closed-with-reason',
  /** Not closed: the figures may still change. */
  'open',
  /** Not closed, and the lists are not proved whole: there may be more. */
  'incomplete',
] as const;
export type JournalStanding = (typeof JOURNAL_STANDINGS)[number];

export const JOURNAL_SWITCHES = z.object({
  /** Book the estimated fee apart; else only what was credited. */
  estimates: z.boolean(),
  /** Book what customers paid on top, as cost and income. */
  customerFees: z.boolean(),
});
export type JournalSwitches = ToldOf<typeof JOURNAL_SWITCHES>;

export const JOURNAL_TOTAL = z.object({ currency: textOrNull, debit: money, credit: money });

/** What a line of the statement is worth: credits, those of one currency, withdrawals, and what both come to. */
export const STATEMENT_VALUE = z.object({
  token: textOrNull,
  line: z.enum(['credits', 'withdrawals', 'movement']),
  /** Of credits the currency of the order; null: of all. */
  currency: textOrNull,
  count,
  /** Of the rows whose rate is known, added up and then rounded. */
  value: money,
  unknown: natural,
});
export type StatementValue = ToldOf<typeof STATEMENT_VALUE>;

/** What that line is worth, credits of all currencies or of one; undefined of what is not valued. */
export function valueOfLine(
  values: readonly StatementValue[],
  of: { readonly token: string | null; readonly line: string; readonly currency: string | null },
): StatementValue | undefined {
  return values.find((one) => one.token === of.token && one.line === of.line && one.currency === of.currency);
}

/** The value of known rows; null: of none of them a rate is known. */
export function knownValue({
  value,
  unknown,
  count: rows,
}: Pick<StatementValue, 'value' | 'unknown' | 'count'>): string | null {
  return unknown === rows ? null : value;
}

export const JOURNAL = z.object({
  period: PERIOD,
  standing: z.enum(JOURNAL_STANDINGS),
  /** By entry, currency and role, in the order of the lists above. */
  lines: z.array(JOURNAL_LINE),
  /** A currency each; debit and credit are the same to the last digit, or there is no journal. */
  totals: z.array(JOURNAL_TOTAL),
  left: z.array(z.object({ kind: z.enum(JOURNAL_LEFT), count })),
  /** The lines of it in the home currency; null without one. */
  home: z
    .object({
      currency: z.string(),
      /** With the rounding: the same on both sides. */
      total: money,
      /** What rounding each line has left over, as a line of its own; null where it leaves nothing. */
      rounding: JOURNAL_LINE.nullable(),
      /** Rows of lines whose rate is not known: in no value. */
      unknown: natural,
      /** The lines of the statement in it, with their signs there. */
      statement: z.array(STATEMENT_VALUE),
    })
    .nullable(),
  /** Of a closed period: the late changes that count in it are others now than when it was locked. */
  changedSinceClose: z.boolean(),
});
export type Journal = ToldOf<typeof JOURNAL>;

/** One row behind a line. */
export const JOURNAL_ROW = z.object({
  list: z.enum(['invoices', 'withdrawals', 'items']),
  /** Of the record, or the id of the reconciling item. */
  uuid: z.string(),
  /** external_id of an invoice, the address of a withdrawal, the text of an item. */
  label: textOrNull,
  /** When it was finished, processed or first seen; the day of an item. */
  at: textOrNull,
  /** As it counts in the line: they add up to its amount. */
  amount: money,
  /** Likewise in the home currency, exact; null: no rate is known, or there is no home currency. */
  home: moneyOrNull,
});
export type JournalRow = ToldOf<typeof JOURNAL_ROW>;

/** What each line is, in a few words: on screens and in files. */
export const ENTRY_WORDS: Readonly<Record<JournalEntry, string>> = {
  sales: 'Sales',
  'customer-fees': 'Fees paid by customers',
  settlement: 'Settlement',
  withdrawals: 'Withdrawals',
  'late-changes': 'Changes of closed periods',
  'reconciling-items': 'Reconciling items',
  rounding: 'Rounding',
};

export const ROLE_WORDS: Readonly<Record<AccountRole, string>> = {
  balance: 'balance at the provider',
  conversion: 'conversion into token',
  sales: 'sales, gross',
  'customer-fee-cost': 'customer fees, cost',
  'customer-fee-income': 'customer fees, income',
  'merchant-fee': 'estimated fee',
  withdrawn: 'withdrawn to own wallet',
  'network-fee': 'network fees',
  'late-changes': 'late changes',
  timing: 'timing',
  fee: 'fee on the dashboard',
  correction: 'correction',
  'manual-movement': 'manual movement',
  rounding: 'remainder of values in the home currency',
};

/** "Settlement: estimated fee". */
export function lineWords({ entry, role }: Pick<JournalLineKey, 'entry' | 'role'>): string {
  return `${ENTRY_WORDS[entry]}: ${ROLE_WORDS[role]}`;
}
