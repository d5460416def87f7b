// How a journal leaves the console: which account each line goes to, and in which shape the file is. A person says both, of a business; each
// version stays as it was saved. Pure.
import { z } from 'zod';
import { instant, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { ACCOUNT_ROLES, type Journal, JOURNAL_LINE_KEY, JOURNAL_SWITCHES, type JournalLineKey } from './journal.ts';

/** Shapes of files. `xero`: the import of manual journals of Xero, whose columns are its own (docs/journal.md); `own`: columns as a person names them. */
export const JOURNAL_SHAPES = ['xero', 'own'] as const;

export const JOURNAL_FIELDS = [
  /** The last day of the period. */
  'date',
  /** One text for all lines of a currency, by which a ledger keeps them together. */
  'number',
  /** What the journal is and how sure it is, the same in each line. */
  'narration',
  /** What the line is and how many rows it sums. */
  'description',
  'account',
  'tax-rate',
  'currency',
  /** The amount where the line is on that side, else nothing. */
  'debit',
  'credit',
  /** Debit up, credit down. */
  'amount',
  'entry',
  'role',
  'rows',
] as const;
export type JournalField = (typeof JOURNAL_FIELDS)[number];

export const JOURNAL_COLUMN = z.object({ field: z.enum(JOURNAL_FIELDS), head: z.string() });
export type JournalColumn = ToldOf<typeof JOURNAL_COLUMN>;

/** The account of a role: in one currency, or (`currency` null) in every one that has none of its own. */
export const JOURNAL_ACCOUNT = z.object({
  role: z.enum(ACCOUNT_ROLES),
  currency: textOrNull,
  account: z.string(),
  /** As the ledger calls it; null: none. */
  taxRate: textOrNull,
});
export type JournalAccount = ToldOf<typeof JOURNAL_ACCOUNT>;

export const JOURNAL_MAPPING = z.object({
  accounts: z.array(JOURNAL_ACCOUNT),
  shape: z.enum(JOURNAL_SHAPES),
  /** Of the shape `own`, from left to right; none of another. */
  columns: z.array(JOURNAL_COLUMN),
  switches: JOURNAL_SWITCHES,
});
export type JournalMapping = ToldOf<typeof JOURNAL_MAPPING>;

export const SAVED_MAPPING = JOURNAL_MAPPING.extend({ id: natural, savedAt: instant, savedBy: z.string() });
export type SavedMapping = ToldOf<typeof SAVED_MAPPING>;

export const MAX_ACCOUNTS = 300;
export const MAX_ACCOUNT_TEXT = 120;

/** Before anybody has said anything. */
export const FIRST_MAPPING: JournalMapping = {
  accounts: [],
  shape: 'own',
  columns: [
    { field: 'date', head: 'Date' },
    { field: 'number', head: 'Journal number' },
    { field: 'account', head: 'Account' },
    { field: 'narration', head: 'Narration' },
    { field: 'description', head: 'Description' },
    { field: 'debit', head: 'Debit' },
    { field: 'credit', head: 'Credit' },
    { field: 'currency', head: 'Currency' },
  ],
  switches: { estimates: true, customerFees: true },
};

/** The account of a line: that of its currency, else that of every currency; null where neither is named. */
export function accountOf(
  { accounts }: Pick<JournalMapping, 'accounts'>,
  { role, currency }: Pick<JournalLineKey, 'role' | 'currency'>,
): JournalAccount | null {
  const own = accounts.filter((one) => one.role === role);
  const ofCurrency = currency === null ? undefined : own.find((one) => one.currency === currency);
  return ofCurrency ?? own.find((one) => one.currency === null) ?? null;
}

export const MISSING_ACCOUNT = JOURNAL_LINE_KEY.extend({ lacks: z.enum(['account', 'tax-rate']) });
export type MissingAccount = ToldOf<typeof MISSING_ACCOUNT>;

/** The lines that cannot be written, and why: no account, or in Xero's shape no tax rate, without which it takes no line. */
export function missingAccounts(
  mapping: Pick<JournalMapping, 'accounts' | 'shape'>,
  lines: Journal['lines'],
): readonly MissingAccount[] {
  return lines.flatMap(({ entry, role, currency }): readonly MissingAccount[] => {
    const account = accountOf(mapping, { role, currency });
    if (account === null) return [{ entry, role, currency, lacks: 'account' }];
    return mapping.shape === 'xero' && account.taxRate === null ? [{ entry, role, currency, lacks: 'tax-rate' }] : [];
  });
}

/** What is wrong with columns of one's own, in a few words; null: nothing. A line must say when, where, how much, and what it is. */
export function columnsProblem(columns: readonly JournalColumn[]): string | null {
  const has = (...fields: readonly JournalField[]): boolean =>
    fields.every((field) => columns.some((column) => column.field === field));
  const fields = columns.map(({ field }) => field);
  if (new Set(fields).size !== fields.length) return 'a column is there twice';
  if (new Set(columns.map(({ head }) => head)).size !== columns.length) return 'two columns have one head';
  if (!has('date') || !has('account')) return 'needs a date and an account';
  if (!has('amount') && !has('debit', 'credit')) return 'needs debit and credit, or one amount';
  return has('narration') ? null : 'needs a narration, in which the first line says how sure the journal is';
}

/** Does a file of this shape say the currency of a line? One that does not holds one currency. */
export function saysCurrency({ shape, columns }: Pick<JournalMapping, 'shape' | 'columns'>): boolean {
  return shape === 'own' && columns.some(({ field }) => field === 'currency');
}

export const JOURNAL_MADE = z.object({
  from: instant,
  to: instant,
  timeZone: z.string(),
  currency: textOrNull,
  at: instant,
  by: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  /** Of what was locked then; null: the period was open. */
  closeId: textOrNull,
});
export type JournalMade = ToldOf<typeof JOURNAL_MADE>;
