// The parts of a ZIP archive, unpacked as a stream and no further than is safe: their number, their bytes and how far
// they swell are limited before and while they are read, and each is held against its checksum.
import { crc32 } from 'node:zlib';
// The browser's build, as in workbook.ts.
import { Inflate } from 'fflate/browser';
import { FailureError } from '../../../../domain/kernel/failure/failure.ts';
import { MAX_UNPACK_RATIO, MAX_UNPACKED_BYTES } from '../../../../domain/ledger/import.ts';
import { refusal } from '../row/columns.ts';
import type { OpenFile } from '../row/file.ts';
import type { ReadingControl } from '../row/reading.ts';

const MAX_PARTS = 10_000;
const MAX_DIRECTORY_BYTES = 16_777_216;
/** What a part may always unpack to, however well it is packed. */
const HARMLESS_BYTES = 16_777_216;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const END = 0x06054b50;
const FAR_END = 0x06064b50;
const FAR_END_PLACE = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const IN_FAR_FIELD = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
/** Packed bytes that are unpacked at once. */
const PIECE = 65_536;

interface Part {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** An archive whose directory has been read. */
export class ZipParts {
  readonly #file: OpenFile;
  readonly #parts: ReadonlyMap<string, Part>;
  #packedRead = 0;
  #unpackedRead = 0;

  /** Throws FailureError `file-refused` when there is no directory that can be believed. */
  constructor(file: OpenFile) {
    this.#file = file;
    this.#parts = directoryOf(file);
    let total = 0;
    for (const [name, { isEncrypted, packed, unpacked }] of this.#parts) {
      if (isEncrypted) throw refusal('workbook-encrypted');
      if (isTooDense(unpacked, packed)) throw refusal('workbook-bomb', name);
      total += unpacked;
    }
    if (total > MAX_UNPACKED_BYTES) throw refusal('workbook-bomb', String(total));
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  /** The part's bytes, in pieces; ends early once `isEnough`. Throws FailureError `file-refused` or `cancelled`. */
  read(name: string, take: (bytes: Uint8Array) => void, control: ReadingControl | null, isEnough: () => boolean): void {
    const part = this.#parts.get(name);
    if (part === undefined) throw refusal('workbook-broken', name);
    let [crc, unpacked] = [0, 0];
    const check = (bytes: Uint8Array): void => {
      unpacked += bytes.length;
      this.#unpackedRead += bytes.length;
      // The directory may have said less.
      if (isTooDense(unpacked, part.packed)) throw refusal('workbook-bomb', name);
      if (this.#unpackedRead > MAX_UNPACKED_BYTES) throw refusal('workbook-bomb', name);
      crc = crc32(bytes, crc);
      take(bytes);
    };
    for (const _ of this.#unpack(part, check, control)) if (isEnough()) return;
    if (crc !== part.crc || unpacked !== part.unpacked) throw refusal('workbook-broken', name);
  }

  *#unpack(part: Part, take: (bytes: Uint8Array) => void, control: ReadingControl | null): IterableIterator<void> {
    const inflate = part.method === DEFLATED ? new Inflate((bytes) => take(bytes)) : null;
    const from = this.#dataOf(part);
    for (let at = 0; at < part.packed || at === 0; at += PIECE) {
      if (control?.isCancelled() === true) throw new FailureError({ kind: 'cancelled' });
      const piece = this.#file.at(from + at, Math.min(PIECE, part.packed - at));
      if (inflate === null) take(piece);
      else unbroken(() => inflate.push(piece, at + PIECE >= part.packed));
      this.#packedRead += piece.length;
      control?.report({ done: Math.min(this.#packedRead, this.#file.bytes), total: this.#file.bytes });
      yield;
    }
  }

  /** Where the part's bytes begin. */
  #dataOf({ offset, method, packed }: Part): number {
    const header = this.#file.at(offset, 30);
    if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_ENTRY) throw refusal('workbook-broken');
    if (method !== DEFLATED && method !== STORED) throw refusal('workbook-broken', `method ${method}`);
    const from = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (from + packed > this.#file.bytes) throw refusal('workbook-broken');
    return from;
  }
}

function isTooDense(unpacked: number, packed: number): boolean {
  return unpacked > HARMLESS_BYTES && unpacked > packed * MAX_UNPACK_RATIO;
}

/** Whatever the unpacker or a parser throws is the file's fault; what we throw is ours. */
export function unbroken<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw refusal('workbook-broken');
  }
}

function directoryOf(file: OpenFile): ReadonlyMap<string, Part> {
  const { offset, size, count } = endOf(file);
  if (count > MAX_PARTS || size > MAX_DIRECTORY_BYTES) throw refusal('workbook-bomb', String(count));
  const directory = file.at(offset, size);
  if (directory.length !== size) throw refusal('workbook-broken');
  return unbroken(() => {
    const parts = new Map<string, Part>();
    let at = 0;
    for (let entry = 0; entry < count; entry += 1) {
      if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw refusal('workbook-broken');
      const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
      const nameEnd = at + 46 + (name ?? 0);
      const title = directory.toString('utf8', at + 46, nameEnd);
      // Which of two is meant cannot be known.
      if (parts.has(title)) throw refusal('workbook-broken', 'a part twice');
      parts.set(title, partAt(directory, at, directory.subarray(nameEnd, nameEnd + (extra ?? 0))));
      at = nameEnd + (extra ?? 0) + (comment ?? 0);
    }
    return parts;
  });
}

function partAt(directory: Buffer, at: number, extra: Buffer): Part {
  const far = farFields(extra);
  const next = (near: number): number => (near === IN_FAR_FIELD ? safe(far.shift()) : near);
  const unpacked = next(directory.readUInt32LE(at + 24));
  const packed = next(directory.readUInt32LE(at + 20));
  return {
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packed,
    unpacked,
    offset: next(directory.readUInt32LE(at + 42)),
  };
}

/** Numbers that need more than 32 bits, in their order. */
function farFields(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const fields = Math.floor(Math.min(extra.readUInt16LE(at + 2), extra.length - at - 4) / 8);
    return Array.from({ length: Math.min(3, fields) }, (_, index) => extra.readBigUInt64LE(at + 4 + 8 * index));
  }
  return [];
}

function safe(value: bigint | undefined): number {
  if (value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER)) throw refusal('workbook-broken');
  return Number(value);
}

interface Directory {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
}

function endOf(file: OpenFile): Directory {
  const length = Math.min(file.bytes, END_BYTES + MAX_COMMENT);
  const tail = file.at(file.bytes - length, length);
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    const near = {
      count: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const isFar = near.count === 0xffff || near.size === IN_FAR_FIELD || near.offset === IN_FAR_FIELD;
    return isFar && at >= 20 ? unbroken(() => farEnd(file, tail.subarray(at - 20, at))) : near;
  }
  throw refusal('workbook-broken');
}

function farEnd(file: OpenFile, place: Buffer): Directory {
  if (place.readUInt32LE(0) !== FAR_END_PLACE) throw refusal('workbook-broken');
  const end = file.at(safe(place.readBigUInt64LE(8)), 56);
  if (end.readUInt32LE(0) !== FAR_END) throw refusal('workbook-broken');
  return {
    count: safe(end.readBigUInt64LE(32)),
    size: safe(end.readBigUInt64LE(40)),
    offset: safe(end.readBigUInt64LE(48)),
  };
}
