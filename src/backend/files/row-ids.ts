/**
 * Ids of entries: the same for the same content in every file of a source, and another one each time the content comes again in one file. Not
 * here: what the content is (row-reader.ts).
 */
import { hash } from 'node:crypto';
import { CANNOT_COPY, type RowCells } from './row-cells.ts';

/** Hex digits of an id: 128 bits of SHA-256. */
const ID_DIGITS = 32;
const FIRST_CAPACITY = 4096;

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
  /** Two numbers a place, which lie beside each other: both halves; 0 and 0: the place is free, for no digest begins so by chance either. */
  #places = new Int32Array(2 * FIRST_CAPACITY);
  #used = 0;
  /** How often a content came that came again, by the place in its digest: they are few. */
  readonly #repeats = new Map<string, number>();

  /** `sourceId` null: of a source that is not saved. */
  constructor(sourceId: string | null) {
    this.#prefix = `${sourceId ?? ''}\u001e`;
    this.#contentFrom = this.#scratch.write(this.#prefix);
  }

  /** The id of the next row. Its content are the cells of these columns as they stand, in this order; −1: none, which is an empty one. */
  next(row: RowCells, columns: readonly number[]): string {
    const end = this.#copy(row, columns);
    const digest = end === CANNOT_COPY ? this.#digest(row, columns, '') : hash('sha256', this.#view(end), 'hex');
    const times = this.#isNew(halfOf(digest, 0), halfOf(digest, 8)) ? 1 : this.#again(digest);
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

  #again(digest: string): number {
    const half = digest.slice(0, 16);
    const times = (this.#repeats.get(half) ?? 1) + 1;
    this.#repeats.set(half, times);
    return times;
  }

  /** Keeps both halves; false when they were there. */
  #isNew(high: number, low: number): boolean {
    const place = this.#place(high, low);
    if (this.#places[place] !== 0 || this.#places[place + 1] !== 0) return false;
    this.#places[place] = high;
    this.#places[place + 1] = low;
    this.#used += 1;
    if (this.#used * 2 > this.#capacity) this.#grow();
    return true;
  }

  /** Where the halves are, or the free place where they would be. */
  #place(high: number, low: number): number {
    const places = this.#places;
    const mask = this.#capacity - 1;
    let at = (high ^ low) & mask;
    for (;;) {
      const place = at * 2;
      const [first, second] = [places[place] ?? 0, places[place + 1] ?? 0];
      if ((first === high && second === low) || (first === 0 && second === 0)) return place;
      at = (at + 1) & mask;
    }
  }

  #grow(): void {
    const before = this.#places;
    this.#capacity *= 2;
    this.#places = new Int32Array(2 * this.#capacity);
    for (let from = 0; from < before.length; from += 2) {
      const [high, low] = [before[from] ?? 0, before[from + 1] ?? 0];
      if (high === 0 && low === 0) continue;
      const place = this.#place(high, low);
      this.#places[place] = high;
      this.#places[place + 1] = low;
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
