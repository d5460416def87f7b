/** Streams of chance, one a purpose: taking one thing out of a world leaves the others as they were. Not here: what is drawn. */
import { createHash } from 'node:crypto';
import { seeded } from '../support/seeded.ts';

export interface Stream {
  /** [0, 1) */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<Value>(list: readonly [Value, ...Value[]]): Value;
  /** True in `share` of the cases. */
  is(share: number): boolean;
  /** Shaped as version 4. */
  uuid(): string;
}

/** The stream of a purpose in the world of a seed. */
export function streamOf(seed: number, purpose: string): Stream {
  const digest = createHash('sha256').update(`${seed} ${purpose}`).digest();
  const next = seeded(digest.readUInt32LE(0));
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
    is: (share) => next() < share,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
