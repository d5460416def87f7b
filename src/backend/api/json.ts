/**
 * Small helpers for values that came out of JSON.parse: narrowing without casts and printing without surprises. Not here:
 * what the values mean (envelope.ts, records/).
 */

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for JSON objects; arrays and null are none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for integers from 0 up that are exact. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** JSON text of a parsed value, or null when it nests too deep to be printed. */
export function printJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    // A few thousand nested brackets parse, but printing them overflows the stack.
    return null;
  }
}

/** Cuts a text to at most `units` UTF-16 units without leaving half a character behind. */
export function cutText(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? units - 1 : units);
}
