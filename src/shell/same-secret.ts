// Comparing two secrets, for every shell that is asked with one.
import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that tells nothing about where they differ, whatever their lengths. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
