// What a screen says about its table, and the untyped form the table itself works with.
import type { ReactNode, Ref } from 'react';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import type { Sort } from '../../../domain/kernel/list.ts';
import type { Picked, RowSelection } from './row-selection.ts';

export interface GridColumn<Row, Field extends string = string> {
  readonly key: string;
  readonly title: string;
  /** Shown when the pointer rests on the title. */
  readonly hint?: string;
  /** The field a click on the title sorts by; absent: not sortable. */
  readonly sortBy?: Field;
  readonly align?: 'start' | 'end';
  /** Pixels. With `flex` it is the least width. */
  readonly width: number;
  /** A share of the width that is left. */
  readonly flex?: number;
  /** What stands in the cell, as text, where a cell that is cut would mislead: the column is as wide as the widest that was read. */
  readonly measure?: (row: Row) => string;
  /** Where there is not room for all, the column with the highest number goes first; without one it stays. */
  readonly spare?: number;
  readonly pinned?: 'left';
  readonly render: (row: Row) => ReactNode;
  /** The whole text: the tooltip of a cell that may be cut, and what is copied of it unless `copied` says it. */
  readonly text?: (row: Row) => string | null;
  /** What is copied of it where the tooltip explains rather than repeats. */
  readonly copied?: (row: Row) => string | null;
  /** What an amount is in, where each row says its own: copied beside it. */
  readonly behind?: (row: Row) => string;
}

/** The column of check boxes; no column of a screen has such a name. */
export const PICK_COLUMN = '#pick';

export interface GridPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

export interface DataGridProps<Row, Field extends string = string> {
  /** What the table holds: "Invoices". */
  readonly label: string;
  readonly columns: readonly GridColumn<Row, Field>[];
  /** Reads rows [offset, offset + limit). A failure is a value; it never throws. At most 200 at once. */
  readonly load: (offset: number, limit: number, sort: readonly Sort<Field>[]) => Promise<GridPage<Row> | Failure>;
  readonly rowId: (row: Row) => string;
  /** What a person calls a row; its id where that is absent. */
  readonly rowName?: ((row: Row) => string) | undefined;
  /** A change begins anew at the top: profile and filters belong in it. */
  readonly queryKey: string;
  /** A change reads the shown rows again; selection, scroll and cursor stay. */
  readonly revision?: number;
  readonly onOpen?: (row: Row) => void;
  /** The screen of a row: Ctrl or ⌘ with Enter or a click, or the middle button, opens it in a window or tab of its own. */
  readonly pathOf?: ((row: Row) => string) | undefined;
  readonly sort?: readonly Sort<Field>[];
  readonly onSortChange?: (sort: readonly Sort<Field>[]) => void;
  /** Shown when there are no rows: one EmptyState for "nothing yet" or "nothing matches". */
  readonly empty: ReactNode;
  /** Pixels, or 'fill' for all that is left in a PageFrame with `fill`. */
  readonly height?: number | 'fill';
  /** Told after every page: how many rows there are. */
  readonly onTotal?: (total: number) => void;
  /** Adds a column of check boxes; Space chooses the row with the cursor, Shift and Space all from the last one to it. */
  readonly selection?: RowSelection<Row> | undefined;
  /** Keys of columns that are not shown now; they come back as they were. */
  readonly hidden?: ReadonlySet<string> | undefined;
  /** Told which rows are in view (and a few beside them), whenever others come into it. */
  readonly onVisible?: ((rows: readonly Row[]) => void) | undefined;
  /** Told which row has the cursor, and again when that row is read anew. The cursor stays with its record while rows come and go. */
  readonly onCursor?: ((row: Row | null) => void) | undefined;
  readonly cursor?: Ref<GridCursor<Row>> | undefined;
  /** Rows that stay below the others, in their columns: what they come to. */
  readonly totals?: readonly TotalRow[] | undefined;
}

/** A row of totals; a column that it has nothing for is empty. */
export interface TotalRow {
  readonly id: string;
  readonly cells: Readonly<Record<string, TotalCell>>;
}

export interface TotalCell {
  readonly shown: ReactNode;
  readonly text?: string | null;
  /** As text, what the column has to have room for. */
  readonly measure?: string;
}

/** The cursor of a table, for a screen that works through its rows. */
export interface GridCursor<Row> {
  /** Puts the keyboard on the row with the cursor, or on the first. False when there is no row. */
  readonly focus: () => boolean;
  /** Puts cursor and keyboard on the row; false when the table has not read it. */
  readonly moveTo: (id: string) => boolean;
  /** True for a row that the table has read and still holds. */
  readonly has: (id: string) => boolean;
  /** Moves so many rows down (up when negative); without a cursor to the first row. */
  readonly step: (rows: number) => void;
  /** The rows that are read: the one under the cursor, those below it, then those above it from the top. */
  readonly around: () => readonly Row[];
  /** Keys of the columns in view, from left to right. */
  readonly columns: () => readonly string[];
  /** True when the table has read every row of its list. */
  readonly isWhole: () => boolean;
}

/** A row without its type: its cells are closures over the real one. */
export interface SurfaceRow {
  readonly id: string;
  readonly name: string;
  readonly cell: (key: string) => ReactNode;
  readonly text: (key: string) => string | null;
  readonly copied: (key: string) => string | null;
  readonly open: (() => void) | null;
  readonly openApart: (() => void) | null;
}

/** What is chosen, for the table's own rows. */
export interface SurfaceSelection {
  /** Every row that passes the filters, also those that were never read. */
  readonly isAll: boolean;
  readonly ids: ReadonlySet<string>;
  readonly pick: (rows: readonly SurfaceRow[], how: Picked) => void;
  readonly pickAll: () => void;
  readonly clear: () => void;
}

export interface ChosenColumn {
  readonly key: string;
  /** Pixels, where a person has given it a width. */
  readonly width?: number;
  /** Chosen by its name: it stays where there is not room for all. */
  readonly isKept?: boolean;
}
/** Those that are shown, in their order. */
export type ColumnLayout = readonly ChosenColumn[];

/** A column as far as the table itself knows it; what stands in a cell is its row's. */
export interface SurfaceColumn extends Omit<GridColumn<never>, 'measure' | 'render' | 'text' | 'copied' | 'behind'> {
  /** Pixels: narrower it would cut an amount. */
  readonly least: number;
  /** A person has given it its width. */
  readonly isSized?: boolean;
}

type Given<Props> = { readonly [Name in keyof Props]-?: NonNullable<Props[Name]> };
export interface SurfaceProps
  extends Given<
    Pick<
      DataGridProps<SurfaceRow>,
      | 'label'
      | 'load'
      | 'queryKey'
      | 'revision'
      | 'sort'
      | 'onSortChange'
      | 'height'
      | 'onTotal'
      | 'onVisible'
      | 'onCursor'
      | 'cursor'
    >
  > {
  readonly columns: readonly SurfaceColumn[];
  readonly empty: ReactNode;
  readonly selection: SurfaceSelection | null;
  readonly hidden: ReadonlySet<string>;
  /** Told the keys of all columns in their order, shown or not, once a person has moved one or sized one. */
  readonly onArranged: (keys: readonly string[], sized: ChosenColumn | null) => void;
  readonly onCopy: (row: SurfaceRow, column: string | null) => void;
  readonly totals: readonly SurfaceRow[];
  /** Over the end of the titles. */
  readonly corner: ReactNode;
}

export type SurfaceCursor = GridCursor<SurfaceRow>;

/** The sort of a route: "-created_at,amount" means created_at descending, then amount. Unknown fields are dropped. */
export function readSort<Field extends string>(text: string | undefined, fields: readonly Field[]): Sort<Field>[] {
  const keys: Sort<Field>[] = [];
  for (const part of (text ?? '').split(',')) {
    const by = fields.find((field) => field === part.replace(/^-/, ''));
    if (by !== undefined) keys.push({ by, direction: part.startsWith('-') ? 'desc' : 'asc' });
  }
  return keys;
}

/** The inverse of readSort; undefined for no sort. */
export function writeSort(sort: readonly Sort<string>[]): string | undefined {
  if (sort.length === 0) return undefined;
  return sort.map(({ by, direction }) => (direction === 'desc' ? `-${by}` : by)).join(',');
}
