// A row of a file as an entry, or the reason why it is none: every row becomes exactly one of the two.
import type { Direction, OrderStatus } from '../../../../domain/ledger/entry.ts';
import { MAX_IMPORT_ROWS, MAX_REJECT_VALUE, MAX_REJECTS, type RejectReason } from '../../../../domain/ledger/import.ts';
import { shortText } from '../../../../domain/kernel/text/plain-text.ts';
import { homeOf } from '../../../../domain/ledger/wallet-ids.ts';
import { UnitReader } from '../cell-amount.ts';
import { DateReader } from '../cell-date.ts';
import { isErrorText, type RowCells } from './cells.ts';
import { daysSpokenFor, lastDay } from './days.ts';
import { assertMappingComplete, type ColumnsOfFields, columnsOfFields, refusal } from './columns.ts';
import {
  CellAmounts,
  exactText,
  identNamed,
  MAX_IDENT,
  type Fault,
  faultOfCell,
  faultOfRow,
  faultOfWord,
  rejectOf,
  wholeRow,
} from './exact.ts';
import { RowIds } from './ids.ts';
import type { EntryReading, EntrySink, ReadFile } from './reading.ts';

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
      customer: textOrNull(row, customer),
      memo: textOrNull(row, memo),
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
