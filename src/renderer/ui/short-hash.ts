// A digest as short as eyes can compare it. Pure.

/** "3f1c2b1e…9a04c7d2": enough to compare by eye; a copy is whole. */
export function shortHash(sha256: string): string {
  return sha256.length <= 20 ? sha256 : `${sha256.slice(0, 8)}…${sha256.slice(-8)}`;
}
