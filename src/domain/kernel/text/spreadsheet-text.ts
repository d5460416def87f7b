// A text as a cell of what a spreadsheet opens or is pasted: never taken for a formula, and quoted where RFC 4180 asks for it. Pure.

/** Characters with which spreadsheets start a formula, or that make them start a cell anew; also in full width. */
const DANGEROUS = /^[ \u00a0]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/**
 * The same inside a cell after whatever a reader may take for its end: a line break, or the separator of another setting (a spreadsheet
 * whose decimals have a comma splits at semicolons, and quotes that stand for a comma do not keep it from that).
 */
const DANGEROUS_INSIDE = /([;\t\r\n][ \u00a0"]*)(?=[=+\-@\t\uff1d\uff0b\uff0d\uff20])/g;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** True when a spreadsheet could take the text for a formula. */
export function startsFormula(text: string): boolean {
  return DANGEROUS.test(text);
}

/** A text made harmless for spreadsheets: an apostrophe goes before whatever could begin a formula. */
export function guardText(text: string): string {
  const guarded = text.replace(DANGEROUS_INSIDE, "$1'");
  return startsFormula(guarded) ? `'${guarded}` : guarded;
}

/** One cell; of a column of numbers a plain decimal stands as it is, below zero too. */
export function separatedCell(value: string | null, isNumber: boolean, separator: ',' | '\t' = ','): string {
  if (value === null) return '';
  if (isNumber && DECIMAL.test(value)) return value;
  const guarded = guardText(value);
  const isQuoted = guarded.includes(separator) || /["\r\n]/.test(guarded) || guarded !== guarded.trim();
  return isQuoted ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
