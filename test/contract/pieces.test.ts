/** A piece of a file as a call takes it: base64 as it is written, whole, and nothing else. */
import { expect, test } from 'vitest';
import { calls } from '../../src/contract/calls.ts';
import { MAX_PIECE_BYTES } from '../../src/contract/calls/imports.ts';

const isTaken = (data: string): boolean =>
  calls['files.append'].input.safeParse({ fileId: 'f', offset: 0, data }).success;

test('a piece of any bytes is taken, up to the largest', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (const length of [0, 1, 2, 3, 256]) {
    expect(isTaken(Buffer.from(bytes.subarray(0, length)).toString('base64')), `${length} bytes`).toBe(true);
  }
  expect(isTaken(Buffer.alloc(MAX_PIECE_BYTES).toString('base64'))).toBe(true);
  expect(isTaken(Buffer.alloc(MAX_PIECE_BYTES + 3).toString('base64'))).toBe(false);
});

test('what is no base64 is refused', () => {
  for (const data of ['A', 'AA', 'AAA', 'A===', '====', 'AA=A', 'AAA*', 'AA-_', 'AA A', 'AAAA\n', 'AAAA\nAAA']) {
    expect(isTaken(data), JSON.stringify(data)).toBe(false);
  }
});
