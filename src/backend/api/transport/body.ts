// The body of an answer as values, in short turns: what is larger than answers are is read piece by piece.
import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUuid } from '../../../domain/kernel/text/uuid.ts';
import type { AnswerLimits } from './answer-limits.ts';
import { type Breath, type Extent, isEscaped, JsonScan, NotJson } from './json-scan.ts';
import { LargeRecord } from '../../../domain/records/json.ts';
import { type Mask, maskJson } from './secret.ts';

export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json' }
  /** More records than the answer may have. */
  | { readonly kind: 'too-large'; readonly detail: string };

/** Parsed at once: a few milliseconds, whatever it holds. */
const PIECE_BYTES = 64 * 1024;
/** So much is parsed before others have their turn. */
const TURN_BYTES = 128 * 1024;
/** Bodies of this size are taken in in one turn: an ordinary page of 100 records has half of it. */
const SHORT_BYTES = 256 * 1024;
/** Longer texts are cut here; the longest that is kept has 65,536 units (records/fields.ts), and a secret across that cut must be seen whole. */
const TEXT_BYTES = (65_536 + 8_192) * 6;
/** Within a record: attempts of a delivery, fields of an attempt, a payload in it. */
const MAX_DEPTH = 6;
const MAX_MEMBERS = 5_000;
const MAX_NAME_BYTES = 4_096;

/** Parses a body; secrets are taken out of it by `mask`. */
export async function readBody(bytes: Buffer, limits: AnswerLimits, mask: Mask | undefined): Promise<Body> {
  if (!isUtf8(bytes)) return { kind: 'not-json' };
  // Some servers send a mark of byte order.
  const from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  try {
    const pieces = new Pieces(bytes, limits, mask);
    if (bytes.length - from <= PIECE_BYTES) return { kind: 'json', value: pieces.parse(from, bytes.length) };
    return { kind: 'json', value: await pieces.answer(from) };
  } catch (error) {
    if (error instanceof TooMany) return { kind: 'too-large', detail: error.message };
    if (error instanceof NotJson || error instanceof SyntaxError) return { kind: 'not-json' };
    throw error;
  }
}

class TooMany extends Error {}

/** Lets others have their turn after each TURN_BYTES of a body that is not short. */
class Turns implements Breath {
  readonly #isShort: boolean;
  #spent = 0;

  constructor(bytes: number) {
    this.#isShort = bytes <= SHORT_BYTES;
  }

  spend(bytes: number): Promise<void> | void {
    this.#spent += bytes;
    if (this.#isShort || this.#spent < TURN_BYTES) return undefined;
    this.#spent = 0;
    return nextTurn();
  }
}

type Make = (value: Extent) => Promise<unknown>;

class Pieces {
  readonly #bytes: Buffer;
  readonly #limits: AnswerLimits;
  readonly #mask: Mask | undefined;
  readonly #turns: Turns;
  readonly #scan: JsonScan;

  constructor(bytes: Buffer, limits: AnswerLimits, mask: Mask | undefined) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#mask = mask;
    this.#turns = new Turns(bytes.length);
    this.#scan = new JsonScan(bytes, this.#turns);
  }

  /** Everything at once. */
  parse(from: number, to: number): unknown {
    const value: unknown = JSON.parse(this.#bytes.toString('utf8', from, to));
    return this.#mask === undefined ? value : maskJson(value, this.#mask);
  }

  /** The envelope, and in it the records where this answer has them. */
  async answer(start: number): Promise<unknown> {
    const from = this.#scan.skipSpace(start);
    const whole = await this.#scan.extentAt(from);
    if (this.#scan.skipSpace(whole.to) !== this.#bytes.length) throw new NotJson();
    if (!this.#isObject(whole)) return this.#value(whole, 1);
    return this.#object(whole, (name) =>
      name === 'data' ? (data) => this.#data(data) : (value) => this.#value(value, 1),
    );
  }

  #data(data: Extent): Promise<unknown> {
    switch (this.#limits.records) {
      case 'page':
        if (!this.#isObject(data)) break;
        return this.#object(data, (name) =>
          name === 'items' ? (items) => this.#records(items) : (value) => this.#value(value, 2),
        );
      case 'list':
        return this.#records(data);
      case 'one':
        return this.#record(data);
    }
    return this.#value(data, 1);
  }

  async #records(list: Extent): Promise<unknown> {
    if (!this.#isList(list)) return this.#value(list, 1);
    const { most } = this.#limits;
    const records: unknown[] = [];
    await this.#scan.eachElement(list, async (record) => {
      if (records.length >= most) throw new TooMany(`more than ${most} records`);
      records.push(await this.#record(record));
      return true;
    });
    return records;
  }

  async #record(record: Extent): Promise<unknown> {
    const size = record.to - record.from;
    if (size <= this.#limits.recordBytes && record.values <= this.#limits.recordValues) return this.#value(record, 0);
    return new LargeRecord(size, await this.#uuidOf(record));
  }

  /** The uuid among the fields of a record of any size. */
  async #uuidOf(record: Extent): Promise<string | null> {
    if (!this.#isObject(record)) return null;
    let uuid: string | null = null;
    await this.#scan.eachMember(record, async (name, value) => {
      if (this.#bytes.toString('latin1', name.from, Math.min(name.to, name.from + 8)) !== '"uuid"') return true;
      const text = this.#bytes.toString('latin1', value.from + 1, Math.min(value.to - 1, value.from + 64));
      uuid = isUuid(text) ? text : null;
      return false;
    });
    return uuid;
  }

  /** Any value: at once when it is a piece, else member by member, down to where nothing has any more. */
  async #value(value: Extent, depth: number): Promise<unknown> {
    const size = value.to - value.from;
    if (size <= PIECE_BYTES) {
      const pause = this.#turns.spend(size);
      if (pause !== undefined) await pause;
      return this.parse(value.from, value.to);
    }
    if (this.#bytes[value.from] === 0x22) return this.#text(value);
    if (depth >= MAX_DEPTH || value.values > this.#limits.recordValues) return tooLarge(size);
    if (this.#isObject(value)) return this.#object(value, () => (member) => this.#value(member, depth + 1));
    return this.#isList(value) ? this.#list(value, depth) : tooLarge(size);
  }

  async #list(list: Extent, depth: number): Promise<unknown> {
    const elements: unknown[] = [];
    await this.#scan.eachElement(list, async (element) => {
      elements.push(await this.#value(element, depth + 1));
      return elements.length <= MAX_MEMBERS;
    });
    return elements.length > MAX_MEMBERS ? tooLarge(list.to - list.from) : elements;
  }

  async #object(object: Extent, makeOf: (name: string) => Make): Promise<unknown> {
    const members: [string, unknown][] = [];
    await this.#scan.eachMember(object, async (literal, value) => {
      const name = this.#name(literal);
      members.push([this.#mask === undefined ? name : this.#mask(name), await makeOf(name)(value)]);
      return members.length <= MAX_MEMBERS;
    });
    if (members.length > MAX_MEMBERS) return tooLarge(object.to - object.from);
    // fromEntries defines own properties, so that a field named __proto__ stays a field.
    return Object.fromEntries(members);
  }

  #name(literal: Extent): string {
    if (literal.to - literal.from > MAX_NAME_BYTES) throw new TooMany('a name without end');
    const name: unknown = JSON.parse(this.#bytes.toString('utf8', literal.from, literal.to));
    return String(name);
  }

  /** Its beginning, when it is longer than any text that is kept. */
  async #text(literal: Extent): Promise<unknown> {
    const most = literal.from + TEXT_BYTES;
    const to = literal.to <= most ? literal.to - 1 : wholeCharacters(this.#bytes, most);
    const pause = this.#turns.spend(to - literal.from);
    if (pause !== undefined) await pause;
    const text: unknown = JSON.parse(`"${this.#bytes.toString('utf8', literal.from + 1, to)}"`);
    return this.#mask === undefined ? text : maskJson(text, this.#mask);
  }

  #isObject({ from }: Extent): boolean {
    return this.#bytes[from] === 0x7b;
  }

  #isList({ from }: Extent): boolean {
    return this.#bytes[from] === 0x5b;
  }
}

/** The longest escape, \uXXXX. */
const ESCAPE_BYTES = 6;

/** At or a little before a place in a string: where neither a character nor an escape is cut. */
function wholeCharacters(bytes: Buffer, at: number): number {
  for (let back = 1; back < ESCAPE_BYTES; back += 1) {
    // An escape that begins here may not be whole; a backslash that is itself escaped begins none.
    if (bytes[at - back] === 0x5c && !isEscaped(bytes, at - back)) return at - back;
  }
  let to = at;
  while (((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
  return to;
}

/** Stands in the place of what is not made: no object, no list, no amount, so that whoever reads it notes it. */
function tooLarge(bytes: number): string {
  return `(too large to keep: ${bytes} bytes)`;
}
