// A sheet of exceptions that goes out, is filled in with a spreadsheet, and comes back: its columns, and what comes of each row. Pure.
import { z } from 'zod';
import { ACTION_RESULTS, type ActionResult, type ExceptionAction } from './exception.ts';
import { count, textOrNull, type ToldOf } from '../kernel/shape.ts';

/** Columns of the exported list that the way back reads. A person writes into the last four; the others say which row it is and what it was. */
export const SHEET_COLUMNS = {
  id: 'exception_id',
  /** What the row was when it was written out: what has changed since is not overwritten. */
  version: 'row_version',
  /** "resolve" or "reopen"; empty: neither. */
  action: 'Do',
  /** A ResolutionReason; of "resolve" alone. */
  reason: 'Because',
  note: 'New note',
  /** A name, or "nobody". */
  assignee: 'Give to',
} as const;

/** As the contract has them: longest texts of a note and of a name. */
export const MAX_SHEET_NOTE = 2000;
export const MAX_SHEET_ASSIGNEE = 64;

/**
 * Which state of an exception a row shows, by when it was last changed: a word that no spreadsheet takes for a date or a number, whatever it
 * makes of the date beside it.
 */
export function rowVersion(updatedAt: string): string {
  return `v${updatedAt.replaceAll(/\D/g, '')}`;
}

export const SHEET_ROW_RESULTS = [
  'nothing-asked',
  'no-id',
  /** A cell that is read holds an error of the spreadsheet, or characters that nobody types. */
  'unreadable-cell',
  'unknown-action',
  'unknown-reason',
  'note-missing',
  'note-too-long',
  'assignee-too-long',
  /** The same exception stands in two rows; only the first counts. */
  'twice',
] as const;
export type SheetRowResult = (typeof SHEET_ROW_RESULTS)[number] | ActionResult;

export interface SheetRow {
  readonly line: number;
  readonly id: string;
  /** rowVersion of what was written out; null: the cell is empty. */
  readonly version: string | null;
  /** What it asks for, in the order in which it is done; or why that cannot be told. */
  readonly asks: readonly ExceptionAction[] | Exclude<SheetRowResult, ActionResult>;
}

/** What came of a row, or would. */
export const SHEET_OUTCOME = z.object({
  line: count,
  id: z.string(),
  /** What people call the record; null when there is no such exception. */
  label: textOrNull,
  result: z.enum([...SHEET_ROW_RESULTS, ...ACTION_RESULTS]),
});
export type SheetOutcome = ToldOf<typeof SHEET_OUTCOME>;

export const MAX_SHEET_ROWS = 20_000;
