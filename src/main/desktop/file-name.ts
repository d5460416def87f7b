// A name that a page proposes for a file, made one that every system takes. Pure.

/** UTF-16 units. */
const MOST_CHARACTERS = 120;
/** Devices of Windows, whatever ending they carry. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** "Statement 1/2.pdf" → "Statement 1-2.pdf"; never a folder, never hidden, always with that ending. */
export function fileNameFor(proposed: string, ending: `.${string}`): string {
  const plain = proposed
    .toWellFormed()
    // What systems forbid or hide: separators, wildcards, control and direction-changing characters.
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff/\\:*?"<>|]/g, '-')
    .replace(new RegExp(`\\${ending}$`, 'i'), '');
  const trimmed = plain
    .slice(0, MOST_CHARACTERS)
    .toWellFormed()
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  const name =
    trimmed === '' || RESERVED.test(trimmed.split('.', 1)[0] ?? '') ? `Merchant Console ${trimmed}`.trim() : trimmed;
  return `${name}${ending}`;
}
