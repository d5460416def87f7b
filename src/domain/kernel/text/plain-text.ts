/** Text from elsewhere made safe to read, wherever it is shown: as words, never as what it pretends to be. Pure. */

/** Makes invisible and direction-changing characters visible, so that a text cannot pretend to be another. */
export function plainText(text: string): string {
  return text.replace(
    // Control characters except tab and line feed, zero-width characters, and bidirectional overrides.
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** The beginning of a text of more than so many UTF-16 units, with an ellipsis; half a character that is left of it becomes U+FFFD. */
export function shortText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}

/** As `plainText`, on one line of at most so many characters, where what shows it may take it for markup. */
export function plainLine(text: string, most: number): string {
  const line = plainText(text.slice(0, most)).replaceAll(/[<>&\t\n]/g, '·');
  return text.length > most ? `${line}…` : line;
}
