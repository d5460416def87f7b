// What every reading of a merchant's file asks of a row before it is anything: are its cells what they were meant to be, and is a text or an amount exact?
import {
  type FileFormat,
  MAX_CELL_LENGTH,
  MAX_REJECT_VALUE,
  type Reject,
  type RejectReason,
} from '../../../../domain/ledger/import.ts';
import { AmountReader } from '../cell-amount.ts';
import { isErrorText, type RowCells } from './cells.ts';

// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/** As long as an id of the API can be. */
export const MAX_IDENT = 128;
/** How spreadsheets are kept from taking an id for a number. */
const TEXT_FORMULA = /^="(.*)"$/s;
/** Digits of a number that a spreadsheet keeps; those behind them are zeros, whatever they were. */
const KEPT_DIGITS = 15;

/** Why a row cannot be taken: the column, and what stands there. */
export interface Fault {
  readonly index: number;
  readonly value: string;
  readonly reason: RejectReason;
}

/** The fault as people are shown it. */
export function rejectOf({ line }: RowCells, { index, value, reason }: Fault, titles: readonly string[]): Reject {
  const column = index < 0 ? null : (titles[index] ?? null);
  return { line, column, value: value.slice(0, MAX_REJECT_VALUE).toWellFormed(), reason };
}

/** Why none of its cells can be taken for what they are; `columns`: how many there are. */
export function faultOfRow(row: RowCells, columns: number): Fault | null {
  if (row.fault !== null) return wholeRow(row, row.fault);
  // Bytes that are no text come first: they may be why there are too few cells.
  if (row.isOdd) {
    const fault = oddCell(row);
    if (fault !== null) return fault;
  }
  if (row.count < columns) return wholeRow(row, 'too-few-cells');
  for (let index = columns; index < row.count; index += 1) {
    if (row.cell(index) !== '') return wholeRow(row, 'too-many-cells');
  }
  return null;
}

/** An id as it was meant; null when a spreadsheet has rounded it, made a date of it, or holds an error. */
export function exactText(row: RowCells, index: number): string | null {
  if (index < 0) return '';
  const kind = row.kind(index);
  const text = row.cell(index).trim();
  if (kind === 'text') {
    if (isDestroyed(text)) return null;
    return text.startsWith('="') ? (TEXT_FORMULA.exec(text)?.[1]?.trim() ?? text) : text;
  }
  return kind === 'number' && text.replace(/^-|\..*$/g, '').length <= KEPT_DIGITS ? text : null;
}

/** What a row names whose other cells cannot be taken; null where that cannot be read. */
export function identNamed(row: RowCells, index: number): string | null {
  const ident = row.fault === null ? exactText(row, index) : null;
  if (ident === null || ident === '' || ident.length > MAX_IDENT) return null;
  return ident.isWellFormed() && !CONTROL.test(ident) ? ident : null;
}

/** Amounts of cells, of texts by the marks of the format, of numbers of a workbook by those of the workbook. */
export class CellAmounts {
  readonly #texts: AmountReader;
  readonly #numbers = new AmountReader('.', '');

  constructor({ decimal, thousands }: Pick<FileFormat, 'decimal' | 'thousands'>) {
    this.#texts = new AmountReader(decimal, thousands);
  }

  /** The canonical text of the amount, with its minus; null when it is none. `unit`: see AmountReader. */
  read(row: RowCells, index: number, unit: string): string | null {
    const kind = row.kind(index);
    if (kind === 'text') return this.#texts.read(row.cell(index), unit);
    return kind === 'number' ? this.#numbers.read(row.cell(index), unit) : null;
  }

  /** Why it was none. */
  faultOf(row: RowCells, index: number): Fault {
    const value = row.cell(index);
    const kind = row.kind(index);
    if (kind === 'rounded') return { index, value, reason: 'not-exact' };
    if (kind === 'error') return { index, value, reason: 'cell-error' };
    if (kind === 'date') return { index, value, reason: 'not-an-amount' };
    if (value.trim() === '') return { index, value, reason: 'no-amount' };
    return { index, value, reason: kind === 'number' ? this.#numbers.fault : this.#texts.fault };
  }
}

export function wholeRow(row: RowCells, reason: RejectReason): Fault {
  return { index: -1, value: row.text(MAX_REJECT_VALUE), reason };
}

export function faultOfCell(row: RowCells, index: number): Fault {
  return faultOfWord(row, index, 'not-exact');
}

/** Of a cell that is not what it has to be; an error of a spreadsheet is told as one. */
export function faultOfWord(row: RowCells, index: number, otherwise: RejectReason): Fault {
  return { index, value: index < 0 ? '' : row.cell(index), reason: isError(row, index) ? 'cell-error' : otherwise };
}

const PLUS = 0x2b;

function isError(row: RowCells, index: number): boolean {
  if (index < 0) return false;
  const kind = row.kind(index);
  return kind === 'error' || (kind === 'text' && isErrorText(row.cell(index).trim()));
}

/** "1.23457E+15", which a spreadsheet shows for a number with more digits and writes into a text file. */
const EXPONENT = /^-?\d(?:[.,]\d+)?e\+\d\d$/i;

/** What a spreadsheet has made of an id, of which nothing gives it back. */
function isDestroyed(text: string): boolean {
  return isErrorText(text) || (text.charCodeAt(text.length - 3) === PLUS && EXPONENT.test(text));
}

/** The first cell that is no text, or more than one. */
function oddCell(row: RowCells): Fault | null {
  for (let index = 0; index < row.count; index += 1) {
    const value = row.cell(index);
    if (!value.isWellFormed()) return { index, value, reason: 'not-in-encoding' };
    if (CONTROL.test(value)) return { index, value, reason: 'control-characters' };
    if (value.length > MAX_CELL_LENGTH) return { index, value, reason: 'cell-too-long' };
  }
  return null;
}
