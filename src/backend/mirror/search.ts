/**
 * Case-insensitive substring search. Texts are folded before they are stored and before they are sought, so that SQL only ever
 * compares exact characters, in any script; trigrams find candidates from three characters on.
 */

/** Stands between the fields of a record, so that nothing matches across two of them. */
const SEPARATOR = '\u001f';

/** One spelling for upper and lower case and for composed characters. NUL would end a text inside SQLite's GLOB. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\0', '\ufffd');
}

/** The searchable text of a record. */
export function searchText(fields: readonly (string | null)[]): string {
  return foldText(fields.filter((field) => field !== null && field !== '').join(SEPARATOR));
}

/** True when the folded text is long enough for the trigram index. */
export function isIndexable(folded: string): boolean {
  return Array.from(folded).length >= 3;
}

/** A GLOB pattern that matches any text containing the folded text, whose own `*`, `?` and `[` mean themselves. */
export function globContaining(folded: string): string {
  return `*${folded.replaceAll(/[*?[]/g, '[$&]')}*`;
}
