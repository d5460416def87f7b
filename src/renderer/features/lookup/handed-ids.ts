/**
 * Pasted lists of ids on their way from where they were pasted to the screen that looks them up: too long for an address, which carries
 * a short name instead ("/lookup?list=3"). Lives as long as the window. Not here: reading a pasted text (domain/lookup).
 */

interface Kept {
  readonly profile: string;
  readonly text: string;
}

const kept = new Map<string, Kept>();
const MOST = 20;
let last = 0;

/** Keeps the text and gives the address of its look-up; the oldest is forgotten first. */
export function lookupOfTextPath(profile: string, text: string): string {
  last += 1;
  const name = String(last);
  kept.set(name, { profile, text });
  const oldest = kept.keys().next();
  if (kept.size > MOST && oldest.done !== true) kept.delete(oldest.value);
  return `/lookup?list=${name}`;
}

/** The address of the look-up of one id. */
export function lookupOfIdPath(id: string): string {
  return `/lookup?${new URLSearchParams({ id }).toString()}`;
}

/** What was kept under the name; null when this window does not know it, or it was of another profile. */
export function handedText(profile: string, name: string): string | null {
  const found = kept.get(name);
  return found?.profile === profile ? found.text : null;
}
