// A table on its way into a file: its columns by what they hold, how they lie in the file (SANDBOX before all others,
// each time in UTC and in a named zone), and what a file of rows can do.
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { fieldOf } from '../../../domain/kernel/fields.ts';
import { kindOfField, partOfShape } from '../../../domain/kernel/shape.ts';
import { LocalTimes } from '../../../domain/kernel/time/local.ts';
import type { FileFacts } from './partial-file.ts';

/**
 * `amount`: exact, however many digits it has. `number`: counts, and figures that the console rounds itself. Both in plain decimal notation; anything
 * else in such a column is text. `instant`: a time of the API or of the console, UTC. `day`: a day of the calendar, in the column's `zone`.
 */
export type ColumnType = 'text' | 'amount' | 'number' | 'instant' | 'day';

/** What stands in a column, and what its figures are in. */
export type Meaning = readonly [meaning: string, unit?: string];

export interface Column {
  /** By the API's names, where it has one. */
  readonly title: string;
  readonly type: ColumnType;
  readonly zone?: string | undefined;
  /** For a pack, which has a line about each column. */
  readonly means?: Meaning;
}

export interface TableField<Item> extends Column {
  readonly cell: (item: Item) => string | null;
}

/** What SQLite and our own objects give as a cell; anything else is a mistake of ours. */
export type Cell = string | number | null;

type Texts<Item> = (title: string, cell: (item: Item) => string | null | undefined) => TableField<Item>;
/** The names of what an item has as a cell already. */
type Named<Part> = { [Name in keyof Part]-?: Part[Name] extends Cell | undefined ? Name : never }[keyof Part] & string;

export interface FieldsOf<Item, Part = Item> {
  readonly text: Texts<Item>;
  readonly amount: Texts<Item>;
  readonly instant: Texts<Item>;
  readonly day: Texts<Item>;
  readonly number: (title: string, cell: (item: Item) => string | number | null | undefined) => TableField<Item>;
  /** "yes" or "no". */
  readonly flag: (title: string, cell: (item: Item) => boolean) => TableField<Item>;
  /** Columns of one type that are titled as they are called: `externalId` is "external_id". */
  readonly named: (type: ColumnType, ...names: readonly Named<Part>[]) => readonly TableField<Item>[];
}

/** Makes the columns of one kind of item. `part` of it has what is `named`. */
export function columnsOf<Item>(): FieldsOf<Item>;
export function columnsOf<Item, Part>(part: (item: Item) => Part): FieldsOf<Item, Part>;
export function columnsOf<Item>(part: (item: Item) => unknown = (item) => item): FieldsOf<Item> {
  const texts =
    (type: ColumnType): Texts<Item> =>
    (title, cell) => ({ title, type, cell: (item) => cell(item) ?? null });
  return {
    text: texts('text'),
    amount: texts('amount'),
    instant: texts('instant'),
    day: texts('day'),
    number: (title, cell) => ({ title, type: 'number', cell: (item) => cell(item)?.toString() ?? null }),
    flag: (title, cell) => ({ title, type: 'text', cell: (item) => (cell(item) ? 'yes' : 'no') }),
    named: (type, ...names) =>
      names.map((name) => ({
        title: titleOf(name),
        type,
        cell: (item) => cellOf(fieldOf(part(item), name)),
      })),
  };
}

const titleOf = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** Columns of a declared shape: titles with their fields, or every field under its own name. */
export function fieldsOfShape(
  shape: { readonly shape: Readonly<Record<string, unknown>> },
  columns: Readonly<Record<string, string>> = Object.fromEntries(
    Object.keys(shape.shape).map((name) => [titleOf(name), name]),
  ),
): readonly TableField<unknown>[] {
  return Object.entries(columns).map(([title, name]) => {
    const path = name.split('.');
    const kind = kindOfField(partOfShape(shape, path));
    const cell = (item: unknown) => cellOf(path.reduce(fieldOf, item));
    return { title, type: kind === 'flag' ? 'text' : kind, cell };
  });
}

function cellOf(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** The columns that are asked for, in the table's own order; all of them where none are named. Throws `invalid-input` for others. */
export function chosenColumns<Chosen extends Column>(
  columns: readonly Chosen[],
  titles: readonly string[] | undefined,
): readonly Chosen[] {
  if (titles === undefined) return columns;
  const unknown = titles.filter((title) => !columns.some((column) => column.title === title));
  if (unknown.length === 0) return columns.filter(({ title }) => titles.includes(title));
  const message = `${unknown.join(', ')}: not among ${columns.map(({ title }) => title).join(', ')}`;
  throw new FailureError({ kind: 'invalid-input', issues: [{ path: 'columns', message }] });
}

/** A line of totals: what it is about, and cells by the titles of columns. */
export interface Totals {
  readonly label: string;
  /** Whose sums they are, as a currency, and what else is said of them. */
  readonly of: Readonly<Record<string, string | null>>;
  readonly sums: Readonly<Record<string, string | null>>;
}

/** The label of a line of totals: of how many rows it is, and what else is said of them, from its space or comma on. */
export function totalsLabel(count: number, more = ''): string {
  return `TOTAL of ${count}${more}`;
}

/** Is a text the label of a line of totals, with `more` behind its number? */
export function isTotalsLabel(text: string, more: string): boolean {
  const count = /^TOTAL of (\d{1,15})/.exec(text)?.[1];
  return count !== undefined && text === totalsLabel(Number(count), more);
}

/** A file of rows under way. Every method throws the system's error, as when the disk is full. */
export interface TableFile {
  /** Cells that were longer than the format can hold, and say so. */
  readonly cut: number;
  /** Of its columns, in their order. */
  readonly titles: readonly string[];
  /** Cells in the order of the columns that it was made for. */
  row(cells: readonly Cell[]): void;
  /** Puts the file in its place. */
  finish(): FileFacts;
  /** Leaves nothing behind. */
  abandon(): void;
}

const SANDBOX = 'SANDBOX';
const UTC = 'UTC';

/** How the columns of a table lie in a file. */
export class Layout {
  /** Those of the file itself: of an instant there is one for each zone, whose name is in the title. */
  readonly columns: readonly Column[];
  readonly #sources: readonly Column[];
  readonly #isSandbox: boolean;
  readonly #times: LocalTimes | null;
  readonly #isPlain: boolean;

  /** `timeZone`: of the local twins; UTC has none. */
  constructor(columns: readonly Column[], options: { readonly isSandbox: boolean; readonly timeZone: string }) {
    const { isSandbox, timeZone } = options;
    this.#sources = columns;
    // A table whose rows are of several profiles says it itself.
    this.#isSandbox = isSandbox && !columns.some(({ title }) => title === SANDBOX);
    this.#times = timeZone === UTC ? null : new LocalTimes(timeZone);
    const own = columns.flatMap((column): readonly Column[] => {
      const { title, type } = column;
      if (type !== 'instant') return [column];
      const utc: Column = { ...column, title: `${title} (${UTC})` };
      return this.#times === null ? [utc] : [utc, { title: `${title} (${timeZone})`, type }];
    });
    this.columns = this.#isSandbox ? [{ title: SANDBOX, type: 'text' }, ...own] : own;
    this.#isPlain = this.columns.length === columns.length;
  }

  /** The columns of the file are those of the table. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  /** Columns of the table. */
  get width(): number {
    return this.#sources.length;
  }

  /** The cells of the file, from those of the table's own columns. */
  row(cells: readonly Cell[]): readonly Cell[] {
    if (this.#isPlain) return cells;
    const laid: Cell[] = this.#isSandbox ? [SANDBOX] : [];
    for (let index = 0; index < this.#sources.length; index += 1) {
      const cell = cells[index] ?? null;
      laid.push(cell);
      if (this.#times === null || this.#sources[index]?.type !== 'instant') continue;
      laid.push(typeof cell === 'string' ? this.#times.local(cell) : null);
    }
    return laid;
  }

  /** A line of totals; its label stands in the first column, and what it has of columns that are not in the file is left out. */
  total({ label, of, sums }: Totals): readonly Cell[] {
    const cells = { ...of, ...sums };
    return this.row(this.#sources.map(({ title }, index) => (index === 0 ? label : (cells[title] ?? null))));
  }
}
