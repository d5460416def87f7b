// Where the table of a text lies: its separator and the line with its titles.
import { MAX_IMPORT_COLUMNS, type Separator, SEPARATORS } from '../../../../domain/ledger/import.ts';
import { CsvRows } from '../csv-rows.ts';
import type { Guess } from './encoding.ts';
import { looksLikeData } from './mapping.ts';

const LOOK = 200;
/** Rows before the titles, as bank files have them. */
const MOST_PREAMBLE = 60;
const NAMED = /^\ufeff?sep=([,;|\t])\s*$/i;

export interface SeenRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The first rows of a text, cut with the separator. */
export function firstRows(text: string, separator: Separator, fromLine: number, most: number): readonly SeenRow[] {
  const rows: SeenRow[] = [];
  const csv = new CsvRows(separator, fromLine, (row) => {
    if (rows.length >= most) return;
    // One more than there may be, so that it is seen that there are too many.
    const isWide = row.count > MAX_IMPORT_COLUMNS;
    const cells = Array.from({ length: isWide ? MAX_IMPORT_COLUMNS + 1 : row.count }, (_, index) => row.cell(index));
    rows.push({ line: row.line, cells: row.fault === null || isWide ? cells : [row.text(200)] });
  });
  csv.push(text);
  csv.end();
  return rows;
}

/** The separator with which most rows have the same number of cells, and more than one. */
export function guessSeparator(text: string): Guess<Separator> {
  const named = NAMED.exec(text.slice(0, 20).split(/[\r\n]/)[0] ?? '')?.[1];
  const told = SEPARATORS.find((separator) => separator === named);
  if (told !== undefined) return { value: told, isDoubtful: false };
  const scored = SEPARATORS.map((separator) => ({ separator, score: evenness(firstRows(text, separator, 1, LOOK)) }));
  scored.sort((left, right) => right.score - left.score);
  const [best, second] = scored;
  if (best === undefined || best.score === 0) return { value: ',', isDoubtful: true };
  return { value: best.separator, isDoubtful: (second?.score ?? 0) > best.score * 0.9 };
}

/** 0: no columns; towards 1: many columns in every row. */
function evenness(rows: readonly SeenRow[]): number {
  const { columns, share } = usualWidth(rows);
  return columns < 2 ? 0 : share * (1 - 1 / columns);
}

function usualWidth(rows: readonly SeenRow[]): { readonly columns: number; readonly share: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let [columns, most] = [0, 0];
  for (const [width, count] of counts)
    if (count > most || (count === most && width > columns)) [columns, most] = [width, count];
  return { columns, share: rows.length === 0 ? 0 : most / rows.length };
}

/**
 * The line of the titles: the first row as wide as the table of which at least half is filled in (a line above them, as "Export of 2 November;;;;", is not),
 * if its cells are names and no data; 0: there is none.
 */
export function guessHeader(rows: readonly SeenRow[]): Guess<number> {
  const { columns } = usualWidth(rows.length > 5 ? rows.slice(Math.min(5, rows.length - 5)) : rows);
  const first = rows.slice(0, MOST_PREAMBLE).find(({ cells }) => {
    const wide = filled(cells) >= Math.max(1, columns - 1) || cells.length === columns;
    return wide && filled(cells) * 2 >= columns;
  });
  const titles = first ?? rows[0];
  if (titles === undefined) return { value: 1, isDoubtful: true };
  const isData = titles.cells.some(looksLikeData);
  if (isData) return { value: 0, isDoubtful: true };
  const isUneven = filled(titles.cells) < columns || new Set(titles.cells).size < titles.cells.length;
  return { value: titles.line, isDoubtful: isUneven };
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}
