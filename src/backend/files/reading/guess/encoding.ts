// Which encoding a text file has, from its bytes.
import { isUtf8 } from 'node:buffer';
import type { Encoding } from '../../../../domain/ledger/import.ts';
import { markedEncoding } from '../decode.ts';
import type { OpenFile } from '../row/file.ts';

/** Bytes that are looked at for zeros, which only UTF-16 has. */
const LOOK = 65_536;
/** Bytes that are looked at for UTF-8: an umlaut may come late. */
const MOST = 67_108_864;
const PIECE = 1_048_576;

export interface Guess<Value> {
  readonly value: Value;
  readonly isDoubtful: boolean;
}

/** The encoding. Bytes that are not UTF-8 are taken for Windows-1252, with doubt: nothing in them says so. */
export function guessEncoding(file: OpenFile): Guess<Encoding> {
  const head = file.at(0, LOOK);
  const marked = markedEncoding(head);
  if (marked !== null) return { value: marked, isDoubtful: false };
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) {
    const pairs = head.length / 2;
    if (odd > pairs / 20 && even * 10 < odd) return { value: 'utf-16le', isDoubtful: true };
    if (even > pairs / 20 && odd * 10 < even) return { value: 'utf-16be', isDoubtful: true };
  }
  return isUtf8File(file) ? { value: 'utf-8', isDoubtful: false } : { value: 'windows-1252', isDoubtful: true };
}

/** Cut where a character of UTF-8 begins. */
function isUtf8File(file: OpenFile): boolean {
  for (let at = 0; at < Math.min(file.bytes, MOST); ) {
    const piece = file.at(at, PIECE);
    let end = piece.length;
    if (at + end < file.bytes) while (end > piece.length - 4 && ((piece[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
    // The byte before the continuation ones begins their character, unless it is ASCII.
    if (at + piece.length < file.bytes && (piece[end - 1] ?? 0) >= 0xc0) end -= 1;
    else end = piece.length;
    if (end <= 0 || !isUtf8(piece.subarray(0, end))) return false;
    at += end;
  }
  return true;
}
