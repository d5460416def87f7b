/**
 * Ids of entries: the same for the same content in every file of a source, and another one each time the content comes again in one file. Not
 * here: what the content is (row-reader.ts).
 */
import { hash } from 'node:crypto';
import { CANNOT_COPY, type RowCells } from './row-cells.ts';

/** Hex digits of an id: 128 bits of SHA-256. */
const ID_DIGITS = 32;
const FIRST_CAPACITY = 4096;
const STRIDE = 3;
const LOW = 1;
const TIMES = 2;

const JOINT = 0x1f;
/** Bytes of a content that is put together without making texts of its cells. */
const ROOM = 4096;

/** 64 bits of the digest decide whether a content came before: by chance two of a file never share them. */
export class RowIds {
  readonly #prefix: string;
  /** The prefix, and then the content of a row. */
  readonly #scratch = Buffer.alloc(ROOM);
  readonly #contentFrom: number;
  /** The beginning of the scratch of each length that was met: a view is made once, for making one takes half as long as its digest. */
  readonly #views: (Buffer | undefined)[] = [];
  #capacity = FIRST_CAPACITY;
  /** Three numbers a place, which lie beside each other: both halves, and how often they came; 0: the place is free. */
  #places = new Int32Array(STRIDE * FIRST_CAPACITY);
  #used = 0;

  /** `sourceId` null: of a source that is not saved. */
  constructor(sourceId: string | null) {
    this.#prefix = `${sourceId ?? ''}\u001e`;
    this.#contentFrom = this.#scratch.write(this.#prefix);
  }

  /** The id of the next row. Its content are the cells of these columns as they stand, in this order; −1: none, which is an empty one. */
  next(row: RowCells, columns: readonly number[]): string {
    const end = this.#copy(row, columns);
    const digest = end === CANNOT_COPY ? this.#digest(row, columns, '') : hash('sha256', this.#view(end), 'hex');
    const times = this.#count(halfOf(digest, 0), halfOf(digest, 8));
    if (times === 1) return digest.slice(0, ID_DIGITS);
    // No cell has such a separator in it: a row with a control character is no entry.
    return this.#digest(row, columns, `\u001e${times}`).slice(0, ID_DIGITS);
  }

  /** Puts the content together, each cell with a joint behind it; answers where it ends. */
  #copy(row: RowCells, columns: readonly number[]): number {
    const scratch = this.#scratch;
    let at = this.#contentFrom;
    for (const column of columns) {
      if (column >= 0) at = row.copy(column, scratch, at);
      if (at === CANNOT_COPY || at >= ROOM) return CANNOT_COPY;
      scratch[at] = JOINT;
      at += 1;
    }
    return at;
  }

  #view(end: number): Buffer {
    return (this.#views[end] ??= this.#scratch.subarray(0, end));
  }

  #digest(row: RowCells, columns: readonly number[], suffix: string): string {
    let content = this.#prefix;
    for (const column of columns) content += `${column < 0 ? '' : row.cell(column)}\u001f`;
    return hash('sha256', content + suffix, 'hex');
  }

  #count(high: number, low: number): number {
    const places = this.#places;
    const place = this.#place(high, low);
    const times = (places[place + TIMES] ?? 0) + 1;
    places[place + TIMES] = times;
    if (times > 1) return times;
    places[place] = high;
    places[place + LOW] = low;
    this.#used += 1;
    if (this.#used * 2 > this.#capacity) this.#grow();
    return times;
  }

  #place(high: number, low: number): number {
    const places = this.#places;
    const mask = this.#capacity - 1;
    let at = (high ^ low) & mask;
    for (;;) {
      const place = at * STRIDE;
      if (places[place + TIMES] === 0 || (places[place] === high && places[place + LOW] === low)) return place;
      at = (at + 1) & mask;
    }
  }

  #grow(): void {
    const before = this.#places;
    this.#capacity *= 2;
    this.#places = new Int32Array(STRIDE * this.#capacity);
    for (let from = 0; from < before.length; from += STRIDE) {
      if (before[from + TIMES] === 0) continue;
      const place = this.#place(before[from] ?? 0, before[from + LOW] ?? 0);
      this.#places[place] = before[from] ?? 0;
      this.#places[place + LOW] = before[from + LOW] ?? 0;
      this.#places[place + TIMES] = before[from + TIMES] ?? 0;
    }
  }
}

/** 32 bits out of eight hex digits. */
function halfOf(digest: string, from: number): number {
  let bits = 0;
  for (let at = from; at < from + 8; at += 1) {
    const code = digest.charCodeAt(at);
    bits = (bits << 4) | (code < 0x3a ? code - 0x30 : code - 0x57);
  }
  return bits;
}
