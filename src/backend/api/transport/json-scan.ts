// Finds where the values of a JSON text begin and end, without making anything of them; whoever parses one judges it.

/** Lets others have their turn of the thread after so much work. */
export interface Breath {
  /** `bytes` of text were worked on. Resolves at once most of the time, else in a later turn. */
  spend(bytes: number): Promise<void> | void;
}

/** A value in the text: from its first byte to behind its last. */
export interface Extent {
  readonly from: number;
  readonly to: number;
  /** How many values it holds, itself included, or a few more. */
  readonly values: number;
}

export class NotJson extends Error {}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Bytes that are looked at in one go. */
const STRIDE = 32 * 1024;
/** Looking costs a fraction of parsing. */
const LOOK_SHARE = 4;

/** One place in the text where a value is being looked through. */
interface Look {
  at: number;
  depth: number;
  values: number;
  isText: boolean;
}

export class JsonScan {
  readonly bytes: Buffer;
  readonly #breath: Breath;

  constructor(bytes: Buffer, breath: Breath) {
    this.bytes = bytes;
    this.#breath = breath;
  }

  /** Behind white space. */
  skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.bytes[at])) at += 1;
    return at;
  }

  /** The value that begins here. Throws NotJson when none does, or it has no end. */
  async extentAt(from: number): Promise<Extent> {
    const look: Look = { at: from, depth: 0, values: 1, isText: false };
    for (;;) {
      const before = look.at;
      const isWhole = this.#lookOn(look, before + STRIDE);
      const pause = this.#breath.spend((look.at - before) / LOOK_SHARE);
      if (pause !== undefined) await pause;
      if (isWhole) return { from, to: look.at, values: look.values };
    }
  }

  /** The elements of a list, one at a time. `take` answers whether to go on. Throws NotJson when it is not one. */
  async eachElement(list: Extent, take: (element: Extent) => Promise<boolean>): Promise<void> {
    let at = this.skipSpace(list.from + 1);
    if (this.bytes[at] === CLOSE_LIST) return;
    for (;;) {
      const element = await this.extentAt(at);
      if (!(await take(element))) return;
      at = this.skipSpace(element.to);
      if (this.bytes[at] === CLOSE_LIST) return this.#expectEnd(list, at);
      at = this.#behind(at, COMMA);
    }
  }

  /** The members of an object, one at a time; `name` is the literal with its quotation marks. As eachElement otherwise. */
  async eachMember(object: Extent, take: (name: Extent, value: Extent) => Promise<boolean>): Promise<void> {
    let at = this.skipSpace(object.from + 1);
    if (this.bytes[at] === CLOSE_OBJECT) return;
    for (;;) {
      if (this.bytes[at] !== QUOTE) throw new NotJson();
      const name = await this.extentAt(at);
      const value = await this.extentAt(this.#behind(this.skipSpace(name.to), 0x3a));
      if (!(await take(name, value))) return;
      at = this.skipSpace(value.to);
      if (this.bytes[at] === CLOSE_OBJECT) return this.#expectEnd(object, at);
      at = this.#behind(at, COMMA);
    }
  }

  #behind(at: number, mark: number): number {
    if (this.bytes[at] !== mark) throw new NotJson();
    return this.skipSpace(at + 1);
  }

  #expectEnd(whole: Extent, at: number): void {
    if (at + 1 !== whole.to) throw new NotJson();
  }

  /** Looks on until the value is over (true) or `until` is reached. */
  #lookOn(look: Look, until: number): boolean {
    const { bytes } = this;
    while (look.at < until) {
      const byte = bytes[look.at];
      if (byte === undefined) throw new NotJson();
      if (byte === QUOTE || look.isText) {
        look.at = this.#textEnd(look.isText ? look.at : look.at + 1, until, look);
        if (look.isText) return false;
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        look.depth += 1;
        look.values += 1;
        look.at += 1;
        continue;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (look.depth === 0) throw new NotJson();
        look.depth -= 1;
        look.at += 1;
      } else if (look.depth === 0) look.at = this.#scalarEnd(look.at);
      else {
        if (byte === COMMA) look.values += 1;
        look.at += 1;
        continue;
      }
      if (look.depth === 0) return true;
    }
    return false;
  }

  /** Behind the quotation mark that ends a text; where it has none before `until`, as far as was looked. */
  #textEnd(from: number, until: number, look: Look): number {
    const { bytes } = this;
    let at = from;
    while (at < until) {
      const byte = bytes[at];
      if (byte === undefined) throw new NotJson();
      at += byte === BACKSLASH ? 2 : 1;
      if (byte !== QUOTE) continue;
      look.isText = false;
      return at;
    }
    look.isText = true;
    return at;
  }

  /** Numbers, true, false and null end where a mark or a space stands. */
  #scalarEnd(from: number): number {
    let at = from;
    for (let byte = this.bytes[at]; byte !== undefined && !isMark(byte) && !isSpace(byte); byte = this.bytes[at])
      at += 1;
    if (at === from) throw new NotJson();
    return at;
  }
}

/** True when an odd number of backslashes stands before the byte. */
export function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isMark(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte === 0x3a || byte === QUOTE;
}
