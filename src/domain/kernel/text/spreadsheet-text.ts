// A text as a cell of what a spreadsheet opens or is pasted: never taken for a formula, and quoted where RFC 4180 asks for it. Pure.

/** Characters with which spreadsheets start a formula, or that make them start a cell anew; also in full width. */
const DANGEROUS = /^[ \u00a0]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/**
 * The same inside a cell after whatever a reader may take for its end: a line break, or the separator of another setting (a spreadsheet
 * whose decimals have a comma splits at semicolons, and quotes that stand for a comma do not keep it from that).
 */
const DANGEROUS_INSIDE = /([;\t\r\n][ \u00a0"]*)(?=[=+\-@\t\uff1d\uff0b\uff0d\uff20])/g;
/** Of a file whose cells are parted otherwise, a reader may split at commas as well. */
const DANGEROUS_OR_COMMA = new RegExp(DANGEROUS_INSIDE.source.replace('[;', '[,;'), 'g');
const DECIMAL = /^-?\d+(\.\d+)?$/;

export const CSV_SEPARATORS = [',', ';', '\t'] as const;
export const CSV_DECIMALS = ['.', ','] as const;

/** How the cells of a CSV are parted and its amounts written. Between cells and before decimals stands not the same mark. */
export interface CsvDialect {
  readonly separator: (typeof CSV_SEPARATORS)[number];
  readonly decimal: (typeof CSV_DECIMALS)[number];
}

/** Of every file for whom nothing else is asked. */
export const PLAIN_DIALECT: CsvDialect = { separator: ',', decimal: '.' };

export const isPlainDialect = ({ separator, decimal }: CsvDialect): boolean =>
  separator === PLAIN_DIALECT.separator && decimal === PLAIN_DIALECT.decimal;

/** True when a spreadsheet could take the text for a formula. */
export function startsFormula(text: string): boolean {
  return DANGEROUS.test(text);
}

/** A text made harmless for spreadsheets: an apostrophe goes before whatever could begin a formula. */
export function guardText(text: string, separator: CsvDialect['separator'] = ','): string {
  const guarded = text.replace(separator === ',' ? DANGEROUS_INSIDE : DANGEROUS_OR_COMMA, "$1'");
  return startsFormula(guarded) ? `'${guarded}` : guarded;
}

/** One cell; of a column of numbers a plain decimal stands with the mark of the dialect and no guard, below zero too. */
export function separatedCell(
  value: string | null,
  isNumber: boolean,
  { separator, decimal }: CsvDialect = PLAIN_DIALECT,
): string {
  if (value === null) return '';
  if (isNumber && DECIMAL.test(value)) return decimal === '.' ? value : value.replace('.', decimal);
  const guarded = guardText(value, separator);
  const isQuoted = guarded.includes(separator) || /["\r\n]/.test(guarded) || guarded !== guarded.trim();
  return isQuoted ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
