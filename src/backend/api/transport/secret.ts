// Takes secrets out of what a server sends back, in whatever spelling: in parsed JSON, where nothing is escaped.
import { spellingsOf } from './secret-spellings.ts';

export const MASKS = { key: '[api key]', webhook: '[webhook secret]' } as const;

/** Removes one key, in all its spellings, from a text. */
export type Mask = (text: string) => string;

/** The mask of a key, or of another secret, and what stands in its place. Cheap to use and not to make: keep it as long as the key. */
export function maskOf(key: string, mark: string = MASKS.key): Mask {
  const spellings = spellingsOf(key);
  return (text) => {
    let clean = text;
    for (const { shortest, begins, whole } of spellings)
      if (clean.length >= shortest && begins().test(clean)) clean = clean.replaceAll(whole(), () => mark);
    return clean;
  };
}

/**
 * Masks every text and every name inside a parsed JSON value, in place: it belongs to the caller alone. Never recurses, and makes
 * nothing for a value that stays: it runs on the engine's thread, and a hostile answer may hold millions of them.
 */
export function maskJson(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  const open: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) maskList(next, mask, open);
    else maskFields(next, mask, open);
  }
  return value;
}

/** Objects inside are added to `open`. */
function maskList(list: unknown[], mask: Mask, open: object[]): void {
  for (const [index, inner] of list.entries()) {
    if (typeof inner === 'object' && inner !== null) open.push(inner);
    if (typeof inner !== 'string') continue;
    const kept = mask(inner);
    if (kept !== inner) list.splice(index, 1, kept);
  }
}

function maskFields(fields: object, mask: Mask, open: object[]): void {
  for (const name of Object.keys(fields)) {
    const inner: unknown = Reflect.get(fields, name);
    if (typeof inner === 'object' && inner !== null) open.push(inner);
    const kept = typeof inner === 'string' ? mask(inner) : inner;
    const maskedName = mask(name);
    if (maskedName !== name) Reflect.deleteProperty(fields, name);
    if (maskedName !== name || kept !== inner) define(fields, maskedName, kept);
  }
}

/** Defines, so that a field named __proto__ stays a field. */
function define(target: object, name: string, value: unknown): void {
  Reflect.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
}
