// What comes of each row of a sheet of exceptions, in words: before it is applied, and after. Total tables.
import {
  MAX_SHEET_ASSIGNEE,
  MAX_SHEET_NOTE,
  SHEET_ROW_RESULTS,
  type SheetOutcome,
  type SheetRowResult,
} from '../../../../domain/reconcile/exception-sheet.ts';
import { ACTION_RESULTS } from '../../../../domain/reconcile/exception.ts';
import { countWords, grouped, plainText } from '../../../ui/index.ts';
import { RESULT_WORDS } from '../../../parts/index.ts';

export const SHEET_RESULT_WORDS: Readonly<Record<SheetRowResult, string>> = {
  ...RESULT_WORDS,
  'nothing-asked': 'Nothing is asked for',
  'changed-since': 'Changed here since the sheet was written; export it anew and look again',
  'no-id': 'Without the id of an exception',
  'unreadable-cell': 'A cell holds an error of the spreadsheet, as #REF!, or characters that cannot be typed',
  'unknown-action': '“Do” is neither “resolve” nor “reopen”',
  'unknown-reason': '“Because” is none of the five reasons',
  'note-missing': 'A “New note” is needed to resolve or reopen',
  'note-too-long': `The note is longer than ${MAX_SHEET_NOTE} characters`,
  'assignee-too-long': `The name is longer than ${MAX_SHEET_ASSIGNEE} characters`,
  twice: 'Stands in an earlier row as well; only that one counts',
};

/** Where nothing has been done yet. */
export const SHEET_CHECK_WORDS: Readonly<Record<SheetRowResult, string>> = {
  ...SHEET_RESULT_WORDS,
  done: 'Will be done',
  unchanged: 'It is so already',
};

/** What is done first, then what asks for nothing, then what is in the way. */
export const RESULTS_IN_ORDER: readonly SheetRowResult[] = [
  'done',
  'unchanged',
  'nothing-asked',
  ...SHEET_ROW_RESULTS.filter((result) => result !== 'nothing-asked'),
  ...ACTION_RESULTS.filter((result) => result !== 'done' && result !== 'unchanged'),
];

/** Good, of no matter, or something that a person has to look at. */
export function resultTone(result: SheetRowResult): 'good' | 'quiet' | 'warn' {
  if (result === 'done') return 'good';
  return result === 'unchanged' || result === 'nothing-asked' ? 'quiet' : 'warn';
}

interface Counted {
  readonly counts: readonly { readonly result: SheetRowResult; readonly count: number }[];
}

export function countOf({ counts }: Counted, wanted: SheetRowResult): number {
  return counts.find(({ result }) => result === wanted)?.count ?? 0;
}

/** "38 of 48 rows that ask for something were done", and whether that is all of them. */
export function sheetEndWords(report: Counted): { readonly tone: 'good' | 'warn'; readonly words: string } {
  const done = countOf(report, 'done');
  const asked = report.counts.reduce((sum, { result, count }) => (result === 'nothing-asked' ? sum : sum + count), 0);
  const rows = countWords(asked, 'row that asks', 'rows that ask');
  return {
    tone: done === asked ? 'good' : 'warn',
    words: `${grouped(done)} of ${rows} for something ${done === 1 ? 'was' : 'were'} done`,
  };
}

/** What people call the exception of a row. */
export function outcomeName({ id, label }: Pick<SheetOutcome, 'id' | 'label'>): string {
  const name = label === null || label.trim() === '' ? id : label;
  return name === '' ? '—' : plainText(name.slice(0, 120));
}
