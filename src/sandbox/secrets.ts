/** Secrets of one run of the sandbox: from the system's randomness, in memory only, new at each start. */
import { randomBytes, timingSafeEqual } from 'node:crypto';

export function mintWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64url')}`;
}

export function mintControlToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares a header with a token in constant time. */
export function isToken(header: string | string[] | undefined, token: string): boolean {
  if (typeof header !== 'string') return false;
  const given = Buffer.from(header);
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
