// Where an entry is found by what it says: 32-bit keys of its id, its ident and its address. A key names candidates, whoever asks looks at them.

const KEY_DIGITS = 8;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Of an entry's id, which is a digest. */
export function keyOfId(id: string): number {
  return Number.parseInt(id.slice(0, KEY_DIGITS), 16);
}

/** Of an ident or an address, in one spelling for those that differ in case or in a "0x". */
export function keyOfText(text: string): number {
  const lower = text.toLowerCase();
  let hash = FNV_OFFSET;
  for (let at = lower.startsWith('0x') ? 2 : 0; at < lower.length; at += 1) {
    hash = Math.imul(hash ^ lower.charCodeAt(at), FNV_PRIME);
  }
  return hash >>> 0;
}
