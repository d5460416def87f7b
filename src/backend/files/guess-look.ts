// Files that people take for tables because a program named them so: a web page called ".xls", a document, data of
// another form.

/** How each begins, behind blanks; what people call it. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^%PDF-/, 'a PDF document'],
  [/^\{\\rtf/, 'a text document (RTF)'],
  [/^<(?:!doctype html|html|head|body|table|div|script)\b/i, 'a web page (HTML)'],
  [/^<(?:\?xml\b|[a-z][\w.-]*:[a-z])/i, 'an XML file'],
  [/^[[{]\s*["{[]/, 'a JSON file'],
];
const LOOK = 1000;

/** What the text is instead of a table, in words; null when nothing says so. */
export function otherThing(text: string): string | null {
  const begin = text.slice(0, LOOK).trimStart();
  return BEGINNINGS.find(([beginning]) => beginning.test(begin))?.[1] ?? null;
}
