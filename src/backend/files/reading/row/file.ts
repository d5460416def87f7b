// A merchant's file as bytes: never opened when it is too large, read piece by piece, with the digest of what was read.
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FailureError } from '../../../../domain/kernel/failure/failure.ts';
import { MAX_IMPORT_BYTES } from '../../../../domain/ledger/import.ts';
import { refusal } from './columns.ts';
import type { ReadingControl } from './reading.ts';

/** Its text stays in the caches of the processor, and in the part of the heap whose room is used again and again. */
const PIECE = 65_536;
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Of Microsoft's compound files: old workbooks, and new ones that are encrypted. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** What the first bytes say. */
export type FileLook = 'zip' | 'compound' | 'other';

export interface OpenFile {
  readonly bytes: number;
  readonly look: FileLook;
  /** At most so many bytes from there. */
  readonly at: (offset: number, length: number) => Buffer;
  /** All of it, in pieces that are only valid until the next. Throws FailureError `cancelled`. */
  readonly pieces: (control: ReadingControl | null) => IterableIterator<Buffer>;
  /** Of all bytes that `pieces` has given. */
  readonly sha256: () => string;
}

/** Does the work with the file open, as if it ended after `most` bytes. Throws FailureError `file-refused` for one that is too large or empty, before a byte of it is read. */
export function withFile<Result>(
  path: string,
  work: (file: OpenFile) => Result,
  most = Number.POSITIVE_INFINITY,
): Result {
  const descriptor = openSync(path, 'r');
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) throw refusal('not-a-table');
    if (status.size > MAX_IMPORT_BYTES) throw refusal('file-too-large', String(status.size));
    if (status.size === 0) throw refusal('file-empty');
    return work(opened(descriptor, Math.min(status.size, most)));
  } finally {
    closeSync(descriptor);
  }
}

function opened(descriptor: number, bytes: number): OpenFile {
  const digest = createHash('sha256');
  const at = (offset: number, length: number): Buffer => {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, bytes - offset)));
    return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, offset));
  };
  return {
    bytes,
    look: lookOf(at(0, COMPOUND.length)),
    at,
    *pieces(control) {
      const buffer = Buffer.allocUnsafe(Math.min(PIECE, bytes));
      let done = 0;
      while (done < bytes) {
        if (control?.isCancelled() === true) throw new FailureError({ kind: 'cancelled' });
        const read = readSync(descriptor, buffer, 0, Math.min(buffer.length, bytes - done), done);
        // Somebody has cut the file off since.
        if (read === 0) throw refusal('upload-broken');
        const piece = buffer.subarray(0, read);
        digest.update(piece);
        done += read;
        yield piece;
        control?.report({ done, total: bytes });
      }
    },
    sha256: () => digest.copy().digest('hex'),
  };
}

function lookOf(first: Buffer): FileLook {
  if (first.subarray(0, ZIP.length).equals(ZIP)) return 'zip';
  return first.equals(COMPOUND) ? 'compound' : 'other';
}
