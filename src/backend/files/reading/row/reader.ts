// A row of a file as an entry, or the reason why it is none: every row becomes exactly one of the two.
import type { Direction, OrderStatus } from '../../../../domain/ledger/entry.ts';
import {
  MAX_IMPORT_ROWS,
  MAX_REJECT_VALUE,
  MAX_REJECTS,
  type RejectReason,
  type FileFormat,
  MAX_CELL_LENGTH,
  type Reject,
} from '../../../../domain/ledger/import.ts';
import { shortText } from '../../../../domain/kernel/text/plain-text.ts';
import { homeOf } from '../../../../domain/ledger/wallet-ids.ts';
import { UnitReader, AmountReader } from '../cell-amount.ts';
import { DateReader } from '../cell-date.ts';
import { isErrorText, type RowCells } from './cells.ts';
import { daysSpokenFor, lastDay } from './days.ts';
import { assertMappingComplete, type ColumnsOfFields, columnsOfFields, refusal } from './columns.ts';
import { RowIds } from './ids.ts';
import type { EntryReading, EntrySink, ReadFile } from './reading.ts';
import { ORDER_FIELDS, type OrderField } from '../../../../domain/create/order.ts';
import {
  MAX_ORDER_ROWS,
  NEEDED_COLUMNS,
  type OrderReading,
  type ReadOrder,
} from '../../../../domain/ledger/order-file.ts';

const MAX_ADDRESS = 256;
/** A longer text is no word of a status. */
const MAX_WORD = 256;
/** Of what is kept for people only; a longer one is cut, and ends in "…". */
const MAX_NOTE = 1000;
const MAX_UNKNOWN_WORDS = 50;
type RowCounts = Pick<ReadFile, 'rows' | 'rejected' | 'rejectsByReason' | 'days' | 'unknownStatusWords'>;

export class RowReader {
  readonly #reading: EntryReading;
  readonly #sink: EntrySink;
  /** Null: nobody asks for ids. */
  readonly #ids: RowIds | null;
  readonly #amounts: CellAmounts;
  readonly #dates: DateReader;
  readonly #workbookDates: DateReader;
  readonly #units: UnitReader;
  readonly #statuses: ReadonlyMap<string, OrderStatus>;
  readonly #ownHomes: ReadonlySet<string | null>;
  readonly #statusOfWord = new Map<string, OrderStatus | null>();
  readonly #unknownWords = new Set<string>();
  readonly #byReason: Partial<Record<RejectReason, number>> = {};
  #titles: readonly string[] = [];
  #places: ColumnsOfFields;
  #rows = 0;
  #rejected = 0;

  /** Throws FailureError `file-refused` when the mapping lacks what it must have. */
  constructor(reading: EntryReading, sink: EntrySink) {
    const { format, mapping, sourceKind } = reading;
    assertMappingComplete(mapping, sourceKind);
    this.#reading = reading;
    this.#sink = sink;
    this.#ids = reading.withIds === false ? null : new RowIds(reading.sourceId, reading.sourceKind);
    this.#amounts = new CellAmounts(format);
    const last = lastDay(reading.today);
    this.#dates = new DateReader(format.dateOrder, format.timeZone, last);
    this.#workbookDates = new DateReader('iso', format.timeZone, last);
    this.#units = new UnitReader(mapping.unit);
    this.#statuses = new Map(Object.entries(mapping.statusWords));
    this.#ownHomes = new Set((mapping.ownAddresses ?? []).map(homeOf));
    this.#places = columnsOfFields({ ...mapping, columns: {} }, sourceKind, []);
  }

  /** The columns of the file. Throws FailureError `file-refused` when one that the mapping names is not among them. */
  begin(titles: readonly string[]): void {
    this.#titles = titles;
    this.#places = columnsOfFields(this.#reading.mapping, this.#reading.sourceKind, titles);
  }

  /** Throws FailureError `file-refused` when there are too many, or too many that are no entry. */
  row(row: RowCells): void {
    this.#rows += 1;
    if (this.#rows > MAX_IMPORT_ROWS) throw refusal('too-many-rows', String(MAX_IMPORT_ROWS));
    const fault = faultOfRow(row, this.#titles.length) ?? this.#read(row);
    if (fault !== null) this.#reject(row, fault);
  }

  counts(): RowCounts {
    const days = new Map(this.#dates.rowsOfDays());
    for (const [day, rows] of this.#workbookDates.rowsOfDays()) days.set(day, (days.get(day) ?? 0) + rows);
    return {
      rows: this.#rows,
      rejected: this.#rejected,
      rejectsByReason: this.#byReason,
      days: daysSpokenFor(days, this.#reading.today),
      unknownStatusWords: [...this.#unknownWords],
    };
  }

  #reject(row: RowCells, fault: Fault): void {
    const { reason } = fault;
    this.#rejected += 1;
    this.#byReason[reason] = (this.#byReason[reason] ?? 0) + 1;
    if (this.#rejected > (this.#reading.mostRejects ?? MAX_REJECTS)) {
      throw refusal('too-many-rejects', String(this.#rejected));
    }
    this.#sink.reject(rejectOf(row, fault, this.#titles), identNamed(row, this.#places.ident));
  }

  /** Hands the entry over, or answers why there is none. */
  #read(row: RowCells): Fault | null {
    const { ident, address, amount, unit, at, status, customer, memo } = this.#places;
    const identText = exactText(row, ident);
    if (identText === null) return faultOfCell(row, ident);
    const addressText = exactText(row, address);
    if (addressText === null) return faultOfCell(row, address);
    const noName = this.#faultOfNames(row, identText, addressText);
    if (noName !== null) return noName;

    const unitText = unit < 0 ? '' : row.cell(unit);
    const code = this.#units.read(unitText);
    if (code === null) return faultOfWord(row, unit, this.#units.fault);

    const signed = this.#amounts.read(row, amount, code);
    if (signed === null) return this.#amounts.faultOf(row, amount);
    const isNegative = signed.startsWith('-');
    const isOrder = this.#reading.sourceKind === 'orders';
    if (isNegative && isOrder) return { index: amount, value: row.cell(amount), reason: 'negative-amount' };

    const key = this.#at(row, at);
    if (key === undefined) return this.#faultOfDate(row, at);

    const word = status < 0 ? '' : row.cell(status).trim();
    const standing = this.#statusOf(word);
    if (word.length > MAX_WORD) return faultOfWord(row, status, 'cell-too-long');
    if (standing === null || isErrorText(word)) return faultOfWord(row, status, 'unknown-status');

    if (key !== null) (row.kind(at) === 'text' ? this.#dates : this.#workbookDates).count();
    const isOut = isNegative || standing === 'cancelled' || this.#isElsewhere(addressText);
    const direction: Direction = !isOrder && isOut ? 'out' : 'in';
    const facts = {
      line: row.line,
      ident: identText === '' ? null : identText,
      address: addressText === '' ? null : addressText,
      amount: isNegative ? signed.slice(1) : signed,
      unit: code,
      at: key,
      status: standing,
      direction,
      statusText: word === '' ? null : word,
      customer: this.#ids === null ? null : textOrNull(row, customer),
      memo: this.#ids === null ? null : textOrNull(row, memo),
    };
    this.#sink.entry({ id: this.#ids?.next(facts) ?? '', ...facts });
    return null;
  }

  /** Money to an address that is not the wallet's own. */
  #isElsewhere(address: string): boolean {
    return this.#ownHomes.size > 0 && address !== '' && !this.#ownHomes.has(homeOf(address));
  }

  #faultOfNames(row: RowCells, ident: string, address: string): Fault | null {
    const places = this.#places;
    if (ident.length > MAX_IDENT) return { index: places.ident, value: ident, reason: 'ident-too-long' };
    if (address.length > MAX_ADDRESS) return { index: places.address, value: address, reason: 'ident-too-long' };
    if (ident !== '') return null;
    if (this.#reading.sourceKind === 'orders') return { index: places.ident, value: '', reason: 'no-ident' };
    return address === '' ? wholeRow(row, 'no-hash-or-address') : null;
  }

  /** The key of the instant; null when the cell is empty, undefined when it is no date. */
  #at(row: RowCells, index: number): string | null | undefined {
    if (index < 0) return null;
    const kind = row.kind(index);
    if (kind === 'error') return undefined;
    if (kind !== 'text') return this.#workbookDates.read(row.date(index)) ?? undefined;
    const text = row.cell(index).trim();
    return text === '' ? null : (this.#dates.read(text) ?? undefined);
  }

  #faultOfDate(row: RowCells, index: number): Fault {
    const kind = row.kind(index);
    const reason = kind === 'text' ? this.#dates.fault : kind === 'error' ? 'cell-error' : this.#workbookDates.fault;
    return { index, value: row.cell(index), reason };
  }

  /** Null when the mapping does not know the word and says nothing of others. */
  #statusOf(word: string): OrderStatus | null {
    const known = this.#statusOfWord.get(word);
    if (known !== undefined) return known;
    const mapped = this.#statuses.get(word.toLowerCase());
    const status = mapped ?? this.#reading.mapping.otherStatus;
    if (mapped === undefined && word !== '' && this.#unknownWords.size < MAX_UNKNOWN_WORDS) {
      this.#unknownWords.add(word.slice(0, MAX_REJECT_VALUE));
    }
    // Words come again and again; a column full of others is no column of words.
    if (this.#statusOfWord.size < 1000) this.#statusOfWord.set(word, status);
    return status;
  }
}

function textOrNull(row: RowCells, index: number): string | null {
  if (index < 0) return null;
  const text = row.cell(index).trim();
  return text === '' ? null : shortText(text, MAX_NOTE);
}

// What every reading of a merchant's file asks of a row before it is anything: are its cells what they were meant to be, and is a text or an amount exact?

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

// A row of a file as an order to be created, or the reason why it is none. Its fields are judged by who plans them.

const OPTIONAL = ['purpose', 'callback_url', 'success_url', 'fail_url'] as const satisfies readonly OrderField[];

export class OrderRows {
  readonly rows: ReadOrder[] = [];
  readonly #columns: OrderReading['columns'];
  readonly #amounts: CellAmounts;
  readonly #units: UnitReader;
  #titles: readonly string[] = [];

  /** Throws FailureError `file-refused` when the reading lacks what it must have. */
  constructor({ columns, currency, format }: OrderReading) {
    for (const field of NEEDED_COLUMNS) if (columns[field] === undefined) throw refusal('mapping-incomplete', field);
    if (columns.currency === undefined && currency === null) throw refusal('mapping-incomplete', 'currency');
    this.#columns = columns;
    this.#amounts = new CellAmounts(format);
    this.#units = new UnitReader(currency);
  }

  /** The columns of the file. Throws FailureError `file-refused` when one that is named is not among them. */
  begin(titles: readonly string[]): void {
    this.#titles = titles;
    for (const field of ORDER_FIELDS) {
      const title = this.#columns[field];
      if (title !== undefined && !titles.includes(title)) throw refusal('no-such-column', title);
    }
  }

  /** Throws FailureError `file-refused` when there are too many. */
  row(row: RowCells): void {
    if (this.rows.length >= MAX_ORDER_ROWS) throw refusal('too-many-rows', String(MAX_ORDER_ROWS));
    const order = faultOfRow(row, this.#titles.length) ?? this.#read(row);
    const { line } = row;
    if ('reason' in order) {
      const reject = rejectOf(row, order, this.#titles);
      this.rows.push({ line, order: null, reject, named: identNamed(row, this.#place('external_id')) });
    } else this.rows.push({ line, order, reject: null, named: null });
  }

  #read(row: RowCells): NonNullable<ReadOrder['order']> | Fault {
    const [ident, customer] = [this.#place('external_id'), this.#place('customer_id')];
    const externalId = exactText(row, ident);
    if (externalId === null) return faultOfCell(row, ident);
    const customerId = exactText(row, customer);
    if (customerId === null) return faultOfCell(row, customer);
    const unit = this.#place('currency');
    const currency = this.#units.read(unit < 0 ? '' : row.cell(unit));
    if (currency === null) return faultOfWord(row, unit, this.#units.fault);
    const place = this.#place('amount');
    const amount = this.#amounts.read(row, place, currency);
    if (amount === null) return this.#amounts.faultOf(row, place);
    const order = { external_id: externalId, customer_id: customerId, amount, currency };
    const rest: Partial<Record<OrderField, string>> = {};
    for (const field of OPTIONAL) {
      const text = exactText(row, this.#place(field));
      if (text === null) return faultOfCell(row, this.#place(field));
      if (text !== '') rest[field] = text;
    }
    return { ...order, ...rest };
  }

  #place(field: OrderField): number {
    const title = this.#columns[field];
    return title === undefined ? -1 : this.#titles.indexOf(title);
  }
}
