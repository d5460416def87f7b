// Rows of a table as text for elsewhere: amounts and times exact, nothing that a spreadsheet would run, nothing that a format would take for its own. Pure.
import { separatedCell } from '../../../domain/kernel/text/spreadsheet-text.ts';

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

/** Several columns with their titles, one column as its values alone. Lines end as the format has it; amounts in JSON are their exact texts. */
export function copied(format: CopyFormat, { columns, rows }: CopiedTable): string {
  const isOne = columns.length === 1;
  const titles = columns.map(({ title }) => title);
  switch (format) {
    case 'text':
      return rows
        .map((row) =>
          isOne
            ? (row[0] ?? '')
            : row.flatMap((cell, at) => (cell === null ? [] : [`${titles[at]}: ${cell}`])).join('\n'),
        )
        .join(isOne ? '\n' : '\n\n');
    case 'tsv':
    case 'csv': {
      const separator = format === 'tsv' ? '\t' : ',';
      const lines = rows.map((row) =>
        row.map((cell, at) => separatedCell(cell, columns[at]?.isNumber === true, separator)).join(separator),
      );
      const head = isOne ? [] : [titles.map((title) => separatedCell(title, false, separator)).join(separator)];
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
        ...rows.map((row) => lineOf(row.map((cell) => cell ?? ''))),
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
