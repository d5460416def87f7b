// Small helpers for values that came out of JSON.parse: narrowing without casts and printing without surprises.

export type JsonObject = Readonly<Record<string, unknown>>;

/** A record of which nothing was made but its id, because it is larger than any can be. */
export class LargeRecord {
  readonly bytes: number;
  readonly uuid: string | null;

  constructor(bytes: number, uuid: string | null) {
    this.bytes = bytes;
    this.uuid = uuid;
  }
}

/** True for JSON objects; arrays and null are none. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LargeRecord);
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

/** The same, or null when it has more than `units`; nothing that is far larger is printed to find that out. */
export function printWithin(value: unknown, units: number): string | null {
  const printed = isFarLarger(value, units) ? null : printJson(value);
  return printed !== null && printed.length <= units ? printed : null;
}

/** Counts no more than are in question, and never recurses. */
function isFarLarger(value: unknown, units: number): boolean {
  const open: unknown[] = [value];
  let least = 0;
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next === 'string') least += next.length;
    else if (typeof next === 'object' && next !== null) {
      for (const [name, inner] of Object.entries(next)) {
        least += Array.isArray(next) ? 1 : name.length + 3;
        if (least > units) return true;
        open.push(inner);
      }
    }
    if (least > units) return true;
  }
  return false;
}

/** Cuts a text to at most `units` UTF-16 units without leaving half a character behind. */
export function cutText(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? units - 1 : units);
}
