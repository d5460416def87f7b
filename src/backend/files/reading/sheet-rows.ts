// A sheet of exceptions that comes back filled in, however a spreadsheet has saved it again: with another separator
// or encoding, as a workbook, its columns in another order.
import { type ExceptionAction, RESOLUTION_REASONS } from '../../../domain/reconcile/exception.ts';
import {
  MAX_SHEET_ASSIGNEE,
  MAX_SHEET_NOTE,
  MAX_SHEET_ROWS,
  SHEET_COLUMNS,
  type SheetRow,
} from '../../../domain/reconcile/exception-sheet.ts';
import { SEPARATORS } from '../../../domain/ledger/import.ts';
import { CsvRows } from './csv-rows.ts';
import { Decoder } from './decode.ts';
import { isExceptionsTotal } from '../writing/columns/exceptions.ts';
import { guessEncoding } from './guess/encoding.ts';
import { isErrorText, type RowCells } from './row/cells.ts';
import { refusal } from './row/columns.ts';
import { type OpenFile, withFile } from './row/file.ts';
import type { ReadingControl } from './row/reading.ts';
import { openWorkbook } from './workbook/rows.ts';

type SheetCells = Readonly<Record<keyof typeof SHEET_COLUMNS, string>>;

const NOBODY = 'nobody';

/** In the order in which it is done: a row that resolves gives the exception to somebody first. */
function asksOf(cells: SheetCells): SheetRow['asks'] {
  const { id, action, reason, note, assignee } = cells;
  if (action === '' && reason === '' && note === '' && assignee === '') return 'nothing-asked';
  if (id === '') return 'no-id';
  if (note.length > MAX_SHEET_NOTE) return 'note-too-long';
  if (assignee.length > MAX_SHEET_ASSIGNEE) return 'assignee-too-long';
  const given: readonly ExceptionAction[] =
    assignee === '' ? [] : [{ kind: 'assign', assignee: assignee.toLowerCase() === NOBODY ? null : assignee }];
  switch (action.toLowerCase()) {
    case '':
      // A reason without a deed may have meant one.
      if (reason !== '') return 'unknown-action';
      return note === '' ? given : [...given, { kind: 'note', note }];
    case 'resolve': {
      const known = RESOLUTION_REASONS.find((own) => own === wordOf(reason));
      if (known === undefined) return 'unknown-reason';
      return note === '' ? 'note-missing' : [...given, { kind: 'resolve', reason: known, note }];
    }
    case 'reopen':
      if (reason !== '') return 'unknown-reason';
      return note === '' ? 'note-missing' : [{ kind: 'reopen', note }, ...given];
    default:
      return 'unknown-action';
  }
}

/** "Corrected by us" is "corrected-by-us". */
function wordOf(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_]+/g, '-');
}

/** Bytes of a sheet: its rows with all their evidence take a tenth. */
const MAX_SHEET_BYTES = 268_435_456;
/** Rows that a person may have put above the titles. */
const MOST_ABOVE = 60;

type SheetColumn = keyof typeof SHEET_COLUMNS;
const COLUMNS: readonly SheetColumn[] = ['id', 'version', 'action', 'reason', 'note', 'assignee'];
type Places = Readonly<Record<SheetColumn, number>>;

/** Reads all rows, those that ask for nothing too, but for the lines of totals that went out with them. Throws FailureError `file-refused` when any of them cannot be read, or `cancelled`. */
export function readSheetRows(path: string, control: ReadingControl): readonly SheetRow[] {
  return withFile(path, (file) => {
    if (file.bytes > MAX_SHEET_BYTES) throw refusal('file-too-large', String(file.bytes));
    return file.look === 'other' ? readText(file, control) : readWorkbook(file, control);
  });
}

function readText(file: OpenFile, control: ReadingControl): readonly SheetRow[] {
  const decoder = new Decoder(guessEncoding(file).value);
  const pieces: string[] = [];
  for (const piece of file.pieces(control)) pieces.push(decoder.text(piece, false));
  pieces.push(decoder.text(Buffer.alloc(0), true));
  for (const separator of SEPARATORS) {
    const sheet = new Sheet();
    const rows = new CsvRows(separator, 1, (row) => sheet.row(row));
    for (const piece of pieces) {
      if (sheet.isGivenUp) break;
      rows.push(piece);
    }
    rows.end();
    if (sheet.isFound) return sheet.rows;
  }
  throw refusal('no-such-column', SHEET_COLUMNS.id);
}

function readWorkbook(file: OpenFile, control: ReadingControl): readonly SheetRow[] {
  const workbook = openWorkbook(file);
  for (const own of workbook.sheets) {
    const sheet = new Sheet();
    const visit = (row: RowCells): void => sheet.row(row);
    workbook.rows(own, 1, { visit, onExpect: () => undefined, isEnough: () => sheet.isGivenUp }, control);
    if (sheet.isFound) return sheet.rows;
  }
  throw refusal('no-such-column', SHEET_COLUMNS.id);
}

/** The rows below the titles, once these are found. */
class Sheet {
  readonly rows: SheetRow[] = [];
  readonly #asked = new Set<string>();
  #places: Places | null = null;
  #above = 0;

  get isFound(): boolean {
    return this.#places !== null;
  }

  get isGivenUp(): boolean {
    return this.#places === null && this.#above > MOST_ABOVE;
  }

  row(row: RowCells): void {
    const places = this.#places;
    if (places === null) {
      this.#above += 1;
      this.#places = row.fault === null && !this.isGivenUp ? placesOf(row) : null;
      return;
    }
    if (row.fault !== null) throw refusal('not-a-table', `line ${row.line}`);
    const cells = cellsOf(row, places);
    const { id } = cells;
    const asks = isReadable(row, places) ? asksOf(cells) : 'unreadable-cell';
    // The console's own line of totals, as it went out; with anything written into it, it is a row that somebody means.
    if (asks === 'nothing-asked' && cells.version === '' && isExceptionsTotal(id)) return;
    if (this.rows.length >= MAX_SHEET_ROWS) throw refusal('too-many-rows', String(MAX_SHEET_ROWS));
    const isTwice = typeof asks !== 'string' && this.#asked.has(id);
    if (typeof asks !== 'string') this.#asked.add(id);
    const version = cells.version === '' ? null : cells.version;
    this.rows.push({ line: row.line, id, version, asks: isTwice ? 'twice' : asks });
  }
}

/** Null unless it is the row of the titles: id, version and something that can be filled in. */
function placesOf(row: RowCells): Places | null {
  const titles = new Map<string, number>();
  for (let index = 0; index < row.count; index += 1) {
    const title = row.cell(index).trim().toLowerCase();
    if (!titles.has(title)) titles.set(title, index);
  }
  const place = (column: SheetColumn): number => titles.get(SHEET_COLUMNS[column].toLowerCase()) ?? -1;
  const places = {
    id: place('id'),
    version: place('version'),
    action: place('action'),
    reason: place('reason'),
    note: place('note'),
    assignee: place('assignee'),
  };
  const isFillable = places.action >= 0 || places.note >= 0 || places.assignee >= 0;
  return places.id >= 0 && places.version >= 0 && isFillable ? places : null;
}

/** Beside line breaks and tabs no control character is typed, nor are those that turn the direction of what follows. */
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const UNTYPED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** False where what a person meant cannot be told: it would be kept for good. */
function isReadable(row: RowCells, places: Places): boolean {
  return COLUMNS.every((column) => {
    const place = places[column];
    if (place < 0) return true;
    const text = row.cell(place).trim();
    return row.kind(place) !== 'error' && !isErrorText(text) && !UNTYPED.test(text);
  });
}

/** An apostrophe that was put before what a spreadsheet would take for a formula. */
const GUARD = /^'(?=[ \u00a0]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/;

function cellsOf(row: RowCells, places: Places): SheetCells {
  const [id = '', version = '', action = '', reason = '', note = '', assignee = ''] = COLUMNS.map((column) => {
    const text = places[column] < 0 ? '' : row.cell(places[column]);
    // What is written into the books is what a person has typed, or nothing.
    if (!text.isWellFormed()) throw refusal('not-a-table', `line ${row.line}`);
    return text.replace(GUARD, '').trim();
  });
  return { id, version, action, reason, note, assignee };
}
