// Rows of a table as text for elsewhere: amounts and times exact, nothing that a spreadsheet would run, nothing that a format would take for its own. Pure.
import { type CsvDialect, PLAIN_DIALECT, separatedCell } from '../../../domain/kernel/text/spreadsheet-text.ts';

export const COPY_FORMATS = [
  { format: 'text', words: 'Text' },
  { format: 'tsv', words: 'Spreadsheet cells (TSV)' },
  { format: 'csv', words: 'CSV' },
  { format: 'json', words: 'JSON' },
  { format: 'markdown', words: 'Markdown' },
] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number]['format'];

export interface CopiedColumn {
  readonly title: string;
  /** A column of amounts or counts: what is below zero is no formula. */
  readonly isNumber: boolean;
}

/** A line a row; null where there is nothing. */
export interface CopiedTable {
  readonly columns: readonly CopiedColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/**
 * Several columns with their titles, one column as its values alone. Lines end as the format has it; amounts are their exact digits, in cells with the mark
 * of the dialect, in words with `decimal`, and in JSON as the API writes them.
 */
export function copied(
  format: CopyFormat,
  { columns, rows }: CopiedTable,
  dialect: CsvDialect = PLAIN_DIALECT,
  decimal: string = PLAIN_DIALECT.decimal,
): string {
  const isOne = columns.length === 1;
  const worded = (cell: string | null, at: number): string | null =>
    cell !== null && columns[at]?.isNumber === true && /^-?\d+\.\d+$/.test(cell) ? cell.replace('.', decimal) : cell;
  const titles = columns.map(({ title }) => title);
  switch (format) {
    case 'text':
      return rows
        .map((row) =>
          isOne
            ? (worded(row[0] ?? null, 0) ?? '')
            : row.flatMap((cell, at) => (cell === null ? [] : [`${titles[at]}: ${worded(cell, at)}`])).join('\n'),
        )
        .join(isOne ? '\n' : '\n\n');
    case 'tsv':
    case 'csv': {
      // Cells for a spreadsheet have the decimal mark that it is set to, as its files have.
      const of: CsvDialect = format === 'tsv' ? { ...dialect, separator: '\t' } : dialect;
      const { separator } = of;
      const lines = rows.map((row) =>
        row.map((cell, at) => separatedCell(cell, columns[at]?.isNumber === true, of)).join(separator),
      );
      const head = isOne ? [] : [titles.map((title) => separatedCell(title, false, of)).join(separator)];
      return [...head, ...lines].join('\r\n');
    }
    case 'json':
      return JSON.stringify(
        rows.map((row) => (isOne ? row[0] : Object.fromEntries(titles.map((title, at) => [title, row[at] ?? null])))),
        null,
        2,
      );
    case 'markdown':
      return [
        lineOf(titles),
        `|${columns.map(({ isNumber }) => (isNumber ? ' ---: |' : ' --- |')).join('')}`,
        ...rows.map((row) => lineOf(row.map((cell, at) => worded(cell, at) ?? ''))),
      ].join('\n');
  }
}

/** Of one table row: what Markdown or HTML would take for its own is escaped, and a line break is a blank. */
function lineOf(cells: readonly string[]): string {
  const escaped = cells.map((cell) =>
    cell.replaceAll(/[\\|`*_[\]<>~#&]/g, String.raw`\$&`).replaceAll(/\s*[\r\n]+\s*/g, ' '),
  );
  return `| ${escaped.join(' | ')} |`;
}
