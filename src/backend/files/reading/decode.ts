// Bytes of a file as text, piece by piece, whatever is in them: a byte that the encoding does not know becomes half a
// surrogate pair, which no well-formed text has, so that whoever reads a row can tell that it is not whole.
import { isAscii, isUtf8 } from 'node:buffer';
import type { Encoding } from '../../../domain/ledger/import.ts';

/** What stands for an unknown byte, less the byte: a low surrogate without a high one before it. */
const UNKNOWN = 0xdc00;
const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const BYTE_ORDER_MARK = '\ufeff';

/** Windows-1252 of 0x80 to 0x9f; the five that it leaves undefined are unknown. */
const WINDOWS_UPPER = ['€\udc81‚ƒ„…†‡ˆ‰Š‹Œ\udc8dŽ\udc8f', '\udc90‘’“”•–—˜™š›œ\udc9džŸ'].join('');
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const UPPER_CONTROLS = /[\u0080-\u009f]/;
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const EACH_UPPER_CONTROL = /[\u0080-\u009f]/g;

/** Text of bytes that come in pieces. A byte order mark at the beginning is no text. */
export class Decoder {
  readonly #encoding: Encoding;
  /** The beginning of a character whose end is in the next piece. */
  #rest: Buffer = Buffer.alloc(0);
  #isFirst = true;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  /** The text of the next piece; `isLast`: nothing follows. The bytes may be used for something else afterwards. */
  text(piece: Buffer, isLast: boolean): string {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    const whole = isLast ? bytes.length : wholeCharacters(bytes, this.#encoding);
    this.#rest = whole === bytes.length ? EMPTY : Buffer.from(bytes.subarray(whole));
    const text = decode(bytes.subarray(0, whole), this.#encoding);
    if (!this.#isFirst || text === '') return text;
    this.#isFirst = false;
    return this.#encoding !== 'windows-1252' && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}

const EMPTY = Buffer.alloc(0);

/** How many of the bytes are characters that are there to their end. */
function wholeCharacters(bytes: Buffer, encoding: Encoding): number {
  const { length } = bytes;
  if (encoding === 'windows-1252') return length;
  if (encoding === 'utf-8') return length - unfinishedUtf8(bytes);
  const even = length - (length % 2);
  const high = encoding === 'utf-16le' ? bytes[even - 1] : bytes[even - 2];
  // The first half of a pair waits for the second.
  return high !== undefined && high >= 0xd8 && high <= 0xdb ? even - 2 : even;
}

/** Bytes at the end that begin a character of UTF-8 without ending it. */
function unfinishedUtf8(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

function decode(bytes: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case 'utf-8':
      if (isAscii(bytes)) return bytes.toString('latin1');
      return isUtf8(bytes) ? bytes.toString('utf8') : brokenUtf8(bytes);
    case 'windows-1252': {
      const text = bytes.toString('latin1');
      return UPPER_CONTROLS.test(text) ? text.replaceAll(EACH_UPPER_CONTROL, windowsSign) : text;
    }
    case 'utf-16le':
      return bytes.toString('utf16le') + oddByte(bytes);
    case 'utf-16be': {
      const even = bytes.length - (bytes.length % 2);
      return Buffer.from(bytes.subarray(0, even)).swap16().toString('utf16le') + oddByte(bytes);
    }
  }
}

function windowsSign(control: string): string {
  return WINDOWS_UPPER.charAt(control.charCodeAt(0) - 0x80);
}

/** The last byte of UTF-16 when there is none to go with it. */
function oddByte(bytes: Buffer): string {
  return bytes.length % 2 === 0 ? '' : String.fromCharCode(UNKNOWN + (bytes[bytes.length - 1] ?? 0));
}

function brokenUtf8(bytes: Buffer): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(bytes.toString('utf8', from, at), String.fromCharCode(UNKNOWN + (bytes[at] ?? 0)));
    at += 1;
    from = at;
  }
  parts.push(bytes.toString('utf8', from, bytes.length));
  return parts.join('');
}

/** Bytes of the character of UTF-8 that begins here; 0 when none does. */
function characterLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length =
    first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

/** The encoding that a byte order mark at the beginning names; null when there is none. */
export function markedEncoding(bytes: Buffer): Encoding | null {
  if (bytes.subarray(0, 3).equals(UTF8_BOM)) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}
