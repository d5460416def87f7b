// A row of a file as every kind of file gives it: cells with their text, and which line it is.
import type { RejectReason } from '../../../../domain/ledger/import.ts';

/** What a cell is besides a text. Cells of a CSV file are texts. */
export type CellKind =
  | 'text'
  /** A number of a workbook, exact: canonical decimal notation whatever the format's marks. */
  | 'number'
  /** A number of a workbook that is only the nearest double to whatever was meant. */
  | 'rounded'
  /** A day or time of a workbook: the text is "2026-11-21" or "2026-11-21T14:03:09". */
  | 'date'
  /** A date of a workbook that is none: before its calendar begins. */
  | 'error';

/** One row; only valid while it is being visited. */
export interface RowCells {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly count: number;
  /** Why none of it can be believed; null: its cells are as they stand in the file. */
  readonly fault: Extract<RejectReason, 'broken-quotes' | 'cell-too-long'> | null;
  /** Something in it is a control character, half a character, or too long: its cells have to be looked at one by one. */
  readonly isOdd: boolean;
  /** The text of a cell; empty when it is not there. */
  readonly cell: (index: number) => string;
  readonly kind: (index: number) => CellKind;
  /** The same as a day or time: a number of a workbook is a day of its calendar, "2026-11-21T14:03:09". */
  readonly date: (index: number) => string;
  /** The row as it stands in the file, at most so many characters. */
  readonly text: (most: number) => string;
}

/** Takes rows as they come. */
export type VisitRow = (row: RowCells) => void;

const HASH = 0x23;
/** As spreadsheets write them, also in other languages: "#N/A", "#REF!", "#DIV/0!", "#NV", "#BEZUG!". */
const ERROR = /^#(?:N\/[AD]|Н\/Д|NV|¡?\p{Lu}+(?:\/0)?[!?])$/u;

/** True for a text that nobody has typed, trimmed. "#1001" is the number of an order. */
export function isErrorText(text: string): boolean {
  return text.charCodeAt(0) === HASH && ERROR.test(text);
}
