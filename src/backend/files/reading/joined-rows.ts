// Rows that the database has joined into one text, so that the harmless ones, which are nearly all, reach a file
// without ever being cells: a look at the bytes tells which they are.
import type { Cell } from '../writing/table.ts';

/** What stands between two cells, and between two rows: characters that no text should have, which is not relied upon. */
export const CELL_JOINT = '\u001f';
export const ROW_JOINT = '\u001e\n';

/** Rows of one read, at least one; a cell that is missing is an empty one. */
export interface JoinedRows {
  /** UTF-8. Whoever takes it may change it. */
  readonly bytes: Uint8Array;
  readonly count: number;
  /** The same rows cell by cell: for a text that has a joint of its own. */
  readonly again: () => Iterable<readonly Cell[]>;
}

/** The rows as cells of `columns` columns, taken out of the text where no cell has a joint of its own; an empty cell is a missing one. */
export function cellsOfJoined({ bytes, count, again }: JoinedRows, columns: number): Iterable<readonly Cell[]> {
  const rows = textOf(bytes)
    .split(ROW_JOINT)
    .map((row) => row.split(CELL_JOINT));
  const isWhole = rows.length === count && rows.every((cells) => cells.length === columns);
  return isWhole ? rows.map((cells) => cells.map((cell) => (cell === '' ? null : cell))) : again();
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** What a byte may be besides a piece of a cell. */
const WITHIN = 0;
/** Needs quotes or a guard wherever it stands. */
const HARMFUL = 1;
const BETWEEN_CELLS = 2;
const BETWEEN_ROWS = 3;

const KINDS = tableOf([
  ['",;\t\r\n', HARMFUL],
  ['\u001f', BETWEEN_CELLS],
  ['\u001e', BETWEEN_ROWS],
]);

const AT_START = 1;
/** White space, and the first byte of characters of which some are white space or formula signs. */
const AT_EDGE = 2;

/** What a cell that is plain may not have at its beginning, or at neither end. */
const EDGES = tableOf([
  ['=+-@', AT_START],
  [' \v\f\u00c2\u00e1\u00e2\u00e3\u00ef', AT_EDGE],
]);

function tableOf(kinds: readonly (readonly [bytes: string, kind: number])[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const [bytes, kind] of kinds) for (const byte of bytes) table[byte.charCodeAt(0)] = kind;
  return table;
}

const COMMA = 0x2c;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const UNIT_SEPARATOR = 0x1f;
/** The bytes of a character after its first. */
const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;

/** Where a row that is not plain lies: its bytes, still joined, without the joint behind it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Turns the joints of plain rows into commas and line ends, in place, and answers where the others lie. Null when there are not `rows` rows
 * of `columns` cells, so that some text has a joint of its own: the bytes are of no use then.
 */
export function lookThrough(bytes: Uint8Array, rows: number, columns: number): readonly Span[] | null {
  const look = new Look(bytes, columns);
  const end = bytes.length;
  for (let at = 0; at < end; at += 1) {
    const kind = KINDS[bytes[at] ?? 0];
    // Nearly every byte: nothing else is done for it.
    if (kind === WITHIN) continue;
    if (kind === BETWEEN_CELLS) look.endCell(at);
    else if (kind === BETWEEN_ROWS && bytes[at + 1] === LINE_FEED) {
      look.endRow(at);
      at += 1;
    } else look.refuse(at);
  }
  look.endRow(end);
  return look.rows === rows && look.isWhole ? look.others : null;
}

class Look {
  readonly #bytes: Uint8Array;
  readonly #columns: number;
  readonly others: Span[] = [];
  rows = 0;
  /** Every row has its cells. */
  isWhole = true;
  #row = 0;
  #cell = 0;
  #joints = 0;
  #isPlain = true;

  constructor(bytes: Uint8Array, columns: number) {
    this.#bytes = bytes;
    this.#columns = columns;
  }

  endCell(at: number): void {
    this.#lookAtEdges(at);
    this.#joints += 1;
    this.#cell = at + 1;
    if (this.#isPlain) this.#bytes[at] = COMMA;
  }

  endRow(at: number): void {
    this.#lookAtEdges(at);
    this.rows += 1;
    if (this.#joints !== this.#columns - 1) this.isWhole = false;
    if (!this.#isPlain) this.others.push({ from: this.#row, to: at });
    else if (at < this.#bytes.length) this.#bytes[at] = CARRIAGE_RETURN;
    this.#row = at + ROW_JOINT.length;
    this.#cell = this.#row;
    this.#joints = 0;
    this.#isPlain = true;
  }

  /** The row is not plain: what was turned is turned back. A comma of its own would have come here before. */
  refuse(at: number): void {
    if (!this.#isPlain) return;
    this.#isPlain = false;
    for (let back = this.#row; back < at; back += 1)
      if (this.#bytes[back] === COMMA) this.#bytes[back] = UNIT_SEPARATOR;
  }

  /** The cell ends here: it is not plain with one of the characters at its edges that a plain one may not have there. */
  #lookAtEdges(at: number): void {
    if (at === this.#cell) return;
    if (EDGES[this.#bytes[this.#cell] ?? 0] !== 0) {
      this.refuse(at);
      return;
    }
    let last = at - 1;
    while (last > this.#cell && ((this.#bytes[last] ?? 0) & CONTINUATION_MASK) === CONTINUATION) last -= 1;
    if (EDGES[this.#bytes[last] ?? 0] === AT_EDGE) this.refuse(at);
  }
}
