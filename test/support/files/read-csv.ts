/** A small reader of CSV for tests (RFC 4180): rows by the titles of their columns. It knows the format, not how we write it. */

/** The cells of a text, row by row; the byte order mark is left out. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of text.replace(/^\ufeff/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',') rows.push([]);
  }
  return rows.slice(0, -1);
}

export interface CsvTable {
  readonly titles: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** Lines whose first own cell begins with TOTAL. */
  readonly totals: readonly Readonly<Record<string, string>>[];
}

/** Rows and totals of an exported file. */
export function readTable(text: string): CsvTable {
  const [titles = [], ...lines] = readCsv(text);
  const first = titles.findIndex((title) => title !== 'SANDBOX');
  const records = lines.map((cells) => ({
    isTotal: (cells[first] ?? '').startsWith('TOTAL of '),
    record: Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])),
  }));
  return {
    titles,
    rows: records.filter(({ isTotal }) => !isTotal).map(({ record }) => record),
    totals: records.filter(({ isTotal }) => isTotal).map(({ record }) => record),
  };
}
