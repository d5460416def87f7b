// Ids of entries: the same for the same facts in every file of a source, however a file spells them, and another one each time they come again in one
// file. So "20" and "20.00", a CSV file and a workbook, or other columns with the same in them, are the same entries.
import { hash } from 'node:crypto';
import type { EntryFacts, SourceKind } from '../../../../domain/ledger/entry.ts';
import { hashOf, homeOf } from '../../../../domain/ledger/wallet-ids.ts';

/** Hex digits of an id: 128 bits of SHA-256. */
const ID_DIGITS = 32;
const FIRST_CAPACITY = 4096;

const JOINT = 0x1f;
/** Bytes of a content that is put together without making one text of it. */
const ROOM = 4096;
const TOO_MUCH = -1;

type Facts = Omit<EntryFacts, 'id' | 'line'>;

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

  readonly #isOrder: boolean;

  /** `sourceId` null: of a source that is not saved. */
  constructor(sourceId: string | null, kind: SourceKind) {
    this.#isOrder = kind === 'orders';
    this.#prefix = `${sourceId ?? ''}\u001e`;
    this.#contentFrom = this.#scratch.write(this.#prefix);
  }

  /** The id of the next entry. */
  next(facts: Facts): string {
    const end = this.#copy(facts);
    const digest = end === TOO_MUCH ? this.#digest(facts, '') : hash('sha256', this.#view(end), 'hex');
    const times = this.#isNew(halfOf(digest, 0), halfOf(digest, 8)) ? 1 : this.#again(digest);
    if (times === 1) return digest.slice(0, ID_DIGITS);
    // No fact has such a separator in it: a row with a control character is no entry.
    return this.#digest(facts, `\u001e${times}`).slice(0, ID_DIGITS);
  }

  /**
   * What makes an entry another one. What an order's status is, and by which word, is part of it: the newest word decides. A movement of a wallet is
   * the same one whatever word its file has for its progress, so long as the money goes the same way.
   */
  #content(facts: Facts): readonly string[] {
    const { ident, address, amount, unit, at, status, direction, statusText, customer, memo } = facts;
    if (!this.#isOrder) {
      return [hashOf(ident) ?? '', homeOf(address) ?? '', amount, unit, at ?? '', direction, memo ?? ''];
    }
    const word = statusText?.toLowerCase() ?? '';
    return [ident ?? '', amount, unit, at ?? '', status, word, customer ?? '', memo ?? ''];
  }

  /** Puts the content together, each fact with a joint behind it; answers where it ends. */
  #copy(facts: Facts): number {
    const scratch = this.#scratch;
    let at = this.#contentFrom;
    for (const text of this.#content(facts)) {
      if (at + text.length >= ROOM) return TOO_MUCH;
      for (let place = 0; place < text.length; place += 1) {
        const code = text.charCodeAt(place);
        if (code >= 0x80) return TOO_MUCH;
        scratch[at] = code;
        at += 1;
      }
      scratch[at] = JOINT;
      at += 1;
    }
    return at;
  }

  #view(end: number): Buffer {
    return (this.#views[end] ??= this.#scratch.subarray(0, end));
  }

  #digest(facts: Facts, suffix: string): string {
    let content = this.#prefix;
    for (const text of this.#content(facts)) content += `${text}\u001f`;
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
