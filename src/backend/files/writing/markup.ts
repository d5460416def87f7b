// Text between the tags of XML and HTML.

/** The text with the signs that would be read as markup written out; for the text of an element, not for an attribute. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
