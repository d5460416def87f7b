// A journal as the rows of a file: in the shape of Xero's import or in columns of one's own, with the accounts of its mapping. Whatever keeps a line
// from being written refuses the whole file. Pure; the shapes and where they come from are docs/journal.md.
import { FailureError, type InputIssue, invalidInput } from '../../domain/kernel/failure/failure.ts';
import { countWords } from '../../domain/kernel/text/count-words.ts';
import { type DayWriting, PLAIN_WRITING, writeDay } from '../../domain/kernel/text/writing.ts';
import {
  ENTRY_WORDS,
  type Journal,
  type JournalLine,
  type JournalStanding,
  lineWords,
  ROLE_WORDS,
} from '../../domain/period/journal.ts';
import {
  accountOf,
  type JournalAccount,
  type JournalField,
  type JournalMapping,
  missingAccounts,
  saysCurrency,
} from '../../domain/period/journal-mapping.ts';
import { lastDay } from '../../domain/period/period.ts';
import { inHome } from './journal.ts';

/** Xero takes no more lines in one file. */
export const MAX_XERO_LINES = 300;

/** The columns of Xero's template of manual journals, in its order; a star marks what must be there. What is of no field stays empty. */
const XERO_COLUMNS: readonly { readonly head: string; readonly field: JournalField | null }[] = [
  { head: '*Narration', field: 'narration' },
  { head: '*Date', field: 'date' },
  { head: 'Description', field: 'description' },
  { head: '*AccountCode', field: 'account' },
  { head: '*TaxRate', field: 'tax-rate' },
  { head: '*Amount', field: 'amount' },
  { head: 'TrackingName1', field: null },
  { head: 'TrackingOption1', field: null },
  { head: 'TrackingName2', field: null },
  { head: 'TrackingOption2', field: null },
];
/** The order that Xero reads in every country. */
const XERO_DAYS: DayWriting = { order: 'dmy', mark: '/' };

/** What the first line of a file says of how sure the journal is; nothing where it is as it should be. */
const STANDING_WORDS: Readonly<Record<JournalStanding, string | null>> = {
  closed: null,
  'closed-with-reason': 'CLOSED ALTHOUGH SOMETHING WAS MISSING',
  open: 'NOT CLOSED',
  incomplete: 'NOT CLOSED, NOT COMPLETE',
};

export interface FileAsked {
  /** The only one in the file; absent: all that there are. */
  readonly currency?: string | undefined;
  /** Every line in the home currency, in place of its own. */
  readonly inHome?: boolean | undefined;
  readonly days?: DayWriting | undefined;
  readonly profile: { readonly name: string; readonly sandbox: boolean };
}

export interface JournalFile {
  readonly columns: readonly { readonly head: string; readonly type: 'text' | 'amount' | 'number' }[];
  /** In the order of the columns, one a line of the journal. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly totals: Journal['totals'];
}

/** "SANDBOX, NOT CLOSED: 2026-10-01 to 2026-10-31, Shop". The same in every line, so that a ledger keeps it, too. */
export function narration(
  { period, standing }: Pick<Journal, 'period' | 'standing'>,
  { name, sandbox }: FileAsked['profile'],
): string {
  const marks = [...(sandbox ? ['SANDBOX'] : []), ...[STANDING_WORDS[standing]].filter((words) => words !== null)];
  return `${marks.length === 0 ? '' : `${marks.join(', ')}: `}${period.from} to ${lastDay(period)}, ${name}`;
}

/**
 * The rows of a file. Throws FailureError `invalid-input`: a line without an account (`mapping`), several currencies where a row does not say which
 * (`currency`), more lines than Xero takes, or none.
 */
export function journalFile(journal: Journal, mapping: JournalMapping, asked: FileAsked): JournalFile {
  const lines = asked.inHome === true ? homeLines(journal) : linesOf(journal, mapping, asked.currency);
  const of = asked.inHome === true ? (journal.home?.currency ?? null) : undefined;
  const issues = missingAccounts(mapping, lines).map(
    ({ lacks, ...line }): InputIssue => ({
      path: 'mapping',
      message: `no ${lacks === 'account' ? 'account' : 'tax rate'} for ${lineWords(line)}, ${currencyWords(line.currency)}`,
    }),
  );
  if (issues.length > 0) throw new FailureError({ kind: 'invalid-input', issues });
  const isXero = mapping.shape === 'xero';
  if (isXero && lines.length > MAX_XERO_LINES)
    throw invalidInput('mapping', `Xero takes at most ${MAX_XERO_LINES} lines a file`);
  const columns = isXero ? XERO_COLUMNS : mapping.columns;
  const days = isXero ? XERO_DAYS : (asked.days ?? PLAIN_WRITING.days);
  const common = { narration: narration(journal, asked.profile), day: lastDay(journal.period), days };
  return {
    columns: columns.map(({ head, field }) => ({ head, type: typeOf(field) })),
    rows: lines.map((line) => {
      const account = accountOf(mapping, line);
      return columns.map(({ field }) =>
        field === null ? null : cellOf(field, of === undefined ? line : { ...line, currency: of }, account, common),
      );
    }),
    totals: totalsOf(journal, asked),
  };
}

function linesOf(journal: Journal, mapping: JournalMapping, currency: string | undefined): Journal['lines'] {
  const lines = journal.lines.filter((line) => currency === undefined || line.currency === currency);
  if (lines.length === 0) throw invalidInput('period', 'there is nothing to book');
  if (currency === undefined && !saysCurrency(mapping) && journal.totals.length > 1)
    throw invalidInput('currency', 'a row of this shape does not say its currency: one a file');
  return lines;
}

/** Each on its own account, and what rounding has left over. Throws FailureError `invalid-input` without a home currency, and while a rate is not known: nothing is left out. */
function homeLines({ lines, home }: Journal): Journal['lines'] {
  if (home === null) throw invalidInput('inHome', 'there is no home currency');
  if (home.unknown > 0) throw invalidInput('inHome', `no rate into ${home.currency} is known for ${home.unknown} rows`);
  const valued = lines.map(inHome);
  const all = home.rounding === null ? valued : [...valued, home.rounding];
  if (all.length === 0) throw invalidInput('period', 'there is nothing to book');
  return all;
}

function totalsOf({ totals, home }: Journal, { currency: asked, inHome = false }: FileAsked): Journal['totals'] {
  if (inHome && home !== null) return [{ currency: home.currency, debit: home.total, credit: home.total }];
  return totals.filter(({ currency }) => asked === undefined || currency === asked);
}

const currencyWords = (currency: string | null): string => currency ?? 'a token that the API does not name';

function typeOf(field: JournalField | null): 'text' | 'amount' | 'number' {
  if (field === 'rows') return 'number';
  return field === 'debit' || field === 'credit' || field === 'amount' ? 'amount' : 'text';
}

interface Common {
  readonly narration: string;
  readonly day: string;
  readonly days: DayWriting;
}

function cellOf(
  field: JournalField,
  line: JournalLine,
  account: JournalAccount | null,
  { narration: text, day, days }: Common,
): string | null {
  const { side, amount, currency, count } = line;
  switch (field) {
    case 'date':
      return writeDay(day, days);
    case 'number':
      return `MC-${day.replaceAll('-', '')}-${currency ?? 'NONE'}`;
    case 'narration':
      return text;
    case 'description':
      return `${lineWords(line)} (${countWords(count, 'row', 'rows')})`;
    case 'account':
      return account?.account ?? null;
    case 'tax-rate':
      return account?.taxRate ?? null;
    case 'currency':
      return currency;
    case 'debit':
    case 'credit':
      return side === field ? amount : null;
    case 'amount':
      return side === 'debit' || /^[0.]+$/.test(amount) ? amount : `-${amount}`;
    case 'entry':
      return ENTRY_WORDS[line.entry];
    case 'role':
      return ROLE_WORDS[line.role];
    case 'rows':
      return String(count);
  }
}
