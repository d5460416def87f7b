// Case-insensitive substring search. Texts are folded before they are stored and before they are sought, so that SQL
// only ever compares exact characters, in any script; trigrams find candidates from three characters on.

/** Stands between the fields of a record, so that nothing matches across two of them. */
const SEPARATOR = '\u001f';

/** One spelling for upper and lower case and for composed characters. NUL would end a text inside SQLite's functions. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\0', '\ufffd');
}

export function searchText(fields: readonly (string | null)[]): string {
  return foldText(fields.filter((field) => field !== null && field !== '').join(SEPARATOR));
}

/** More of them find hardly fewer candidates. */
const MOST_TRIGRAMS = 32;

/**
 * The ids of invoices whose text contains the folded text, as a query: candidates by the trigrams, each looked at. Every trigram narrows
 * them, but one that is in every order number costs a pass over all of them; those with a digit are rare and narrow most.
 */
export function idsContaining(folded: string): { readonly sql: string; readonly parameters: readonly string[] } {
  const trigrams = trigramsOf(folded);
  if (trigrams.length === 0)
    return { sql: 'SELECT id FROM invoice_search WHERE instr(text, ?) > 0', parameters: [folded] };
  const rare = trigrams.filter((trigram) => /\d/.test(trigram));
  const some = (rare.length === 0 ? trigrams : rare).slice(0, MOST_TRIGRAMS);
  const match = some.map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  return {
    sql: `SELECT s.id FROM invoice_trigrams CROSS JOIN invoice_search AS s ON s.id = invoice_trigrams.rowid
      WHERE invoice_trigrams MATCH ? AND instr(s.text, ?) > 0`,
    parameters: [match.join(' AND '), folded],
  };
}

/** Every three characters of the text, each once; none where it is shorter. */
function trigramsOf(folded: string): readonly string[] {
  const characters = Array.from(folded);
  return [...new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')))];
}
