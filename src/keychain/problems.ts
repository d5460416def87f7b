// What the failures of the system's key stores mean. Their messages are foreign text: they are looked at here, mapped
// to one of our five words, and go no further.
import type { VaultProblem } from '../backend/ports.ts';

/** Phrases that were seen with keytar 7.9, or stand in its sources. Everything else is `failed`. */
const PHRASES: readonly (readonly [phrase: RegExp, problem: VaultProblem])[] = [
  [/Cannot autolaunch D-Bus|Cannot spawn a message bus|Could not connect: |connection is closed/i, 'no-service'],
  [/was not provided by any \.service|ServiceUnknown|NameHasNoOwner|name .* does not exist/i, 'no-service'],
  [/Object does not exist at path|is locked|locked collection|dismissed|cancell?ed/i, 'locked'],
  // macOS: errSecInteractionNotAllowed and errSecAuthFailed, in words.
  [/User interaction is not allowed|passphrase you entered is not correct/i, 'locked'],
  [/Timeout was reached|timed? ?out|NoReply/i, 'timed-out'],
];

/** The problem behind an error that a key store threw. */
export function problemOf(error: unknown): VaultProblem {
  const text = error instanceof Error ? error.message : '';
  return PHRASES.find(([phrase]) => phrase.test(text))?.[1] ?? 'failed';
}
