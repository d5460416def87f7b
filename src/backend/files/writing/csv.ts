// Writing CSV (RFC 4180) that a spreadsheet opens as it is meant: UTF-8 with a byte order mark, CRLF, and no text that would be run as a formula.
import {
  type CsvDialect,
  isPlainDialect,
  PLAIN_DIALECT,
  separatedCell,
} from '../../../domain/kernel/text/spreadsheet-text.ts';
import { CELL_JOINT, type JoinedRows, lookThrough, textOf } from '../reading/joined-rows.ts';
import type { FileFacts, Sink } from './partial-file.ts';
import type { Cell, Column, TableFile } from './table.ts';

/** One cell, quoted where RFC 4180 asks for it. */
export function csvCell(value: string | null, type: Column['type'], dialect = PLAIN_DIALECT): string {
  return separatedCell(value, type === 'number' || type === 'amount', dialect);
}

export function csvLine(cells: readonly string[], { separator } = PLAIN_DIALECT): string {
  return `${cells.join(separator)}\r\n`;
}

/** Characters between two writes: many small ones would cost more than the rows. */
const BUFFER = 1024 * 1024;
/** The joint stands between cells while a row is looked at as one text; no harmless row has it anywhere else. A comma in the file. */
const JOINT_BYTE = CELL_JOINT.charCodeAt(0);
const COMMA = 0x2c;
const LINE_END = '\r\n';

/**
 * A row whose cells need neither quotes nor a guard, whatever the types of their columns: so nearly all are. One look at the whole row
 * costs a fraction of a look at each cell; what does not pass is not yet dangerous, and is written cell by cell.
 */
function plainRow(columns: number): RegExp {
  const first = String.raw`[^\u001f",;\s=+\-@\uff1d\uff0b\uff0d\uff20]`;
  const cell = String.raw`(?:${first}(?:[^\u001f",;\t\r\n]*[^\u001f",;\s])?)?`;
  return new RegExp(`^${cell}(?:\u001f${cell}){${columns - 1}}$`);
}

export class CsvFile implements TableFile {
  readonly cut = 0;
  readonly titles: readonly string[];
  readonly #columns: readonly Column[];
  readonly #file: Sink;
  /** Null in another dialect than the plain one, whose rows are written cell by cell: a decimal may be anywhere in them. */
  readonly #plain: RegExp | null;
  readonly #dialect: CsvDialect;
  #pending = '';

  /** `file` is nobody else's from here on. */
  constructor(file: Sink, columns: readonly Column[], dialect: CsvDialect = PLAIN_DIALECT) {
    this.#columns = columns;
    this.titles = columns.map(({ title }) => title);
    this.#plain = isPlainDialect(dialect) ? plainRow(columns.length) : null;
    this.#dialect = dialect;
    this.#file = file;
    this.#pending = `\ufeff${csvLine(
      columns.map(({ title }) => csvCell(title, 'text', dialect)),
      dialect,
    )}`;
  }

  row(cells: readonly Cell[]): void {
    const joined = this.#plain === null ? '' : cells.join(CELL_JOINT);
    if (this.#plain?.test(joined) === true) this.#pending += `${joined}\r\n`;
    else this.#rowByCells(cells);
    if (this.#pending.length >= BUFFER) this.#flush();
  }

  /** Many rows at once, whose cells are those of the file's columns; those that are not plain are written cell by cell. */
  joined({ bytes, count, again }: JoinedRows): void {
    const others = this.#plain === null ? null : lookThrough(bytes, count, this.#columns.length);
    if (others === null) {
      for (const cells of again()) this.row(cells);
      return;
    }
    let from = 0;
    for (const other of others) {
      this.#plainRows(bytes.subarray(from, other.from));
      this.row(textOf(bytes.subarray(other.from, other.to)).split(CELL_JOINT));
      from = other.to + LINE_END.length;
    }
    if (from > bytes.length) return;
    this.#plainRows(bytes.subarray(from));
    this.#pending += LINE_END;
  }

  finish(): FileFacts {
    this.#flush();
    return this.#file.finish();
  }

  abandon(): void {
    this.#file.abandon();
  }

  #plainRows(lines: Uint8Array): void {
    if (lines.length === 0) return;
    this.#flush();
    this.#file.write(lines);
  }

  #rowByCells(cells: readonly Cell[]): void {
    const dialect = this.#dialect;
    const line = csvLine(
      this.#columns.map(({ type }, index) => csvCell(cells[index]?.toString() ?? null, type, dialect)),
      dialect,
    );
    if (!line.includes(CELL_JOINT)) {
      this.#pending += line;
      return;
    }
    // What stands between cells elsewhere is a character of this text.
    this.#flush();
    this.#file.write(Buffer.from(line, 'utf8'));
  }

  #flush(): void {
    if (this.#pending === '') return;
    const chunk = Buffer.from(this.#pending, 'utf8');
    this.#pending = '';
    // In the bytes it costs a fraction of what it costs in each row.
    for (let at = 0; at < chunk.length; at += 1) if (chunk[at] === JOINT_BYTE) chunk[at] = COMMA;
    this.#file.write(chunk);
  }
}
