// The table of the big lists, typed by its screen. The table itself is loaded on first use; here its row's type goes behind closures.
import { Skeleton } from '@mantine/core';
import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Sort } from '../../../domain/kernel/list.ts';
import { arranged, ColumnMenu, useColumnLayout } from './column-menu.tsx';
import { copied, COPY_FORMATS, type CopiedTable, type CopyFormat } from './copied.ts';
import { offerGrid } from './enter-grid.ts';
import { windowStore } from '../window/window-memory.ts';
import { laidOut, LEAST_WIDTH } from './column-layout.ts';
import { type UiEnvironment, useUi } from '../window/environment.tsx';
import { COPIED_MS } from '../text/copied.tsx';
import { useLatest } from '../window/hooks.ts';
import type {
  DataGridProps,
  GridColumn,
  SurfaceColumn,
  SurfaceCursor,
  SurfaceRow,
  SurfaceSelection,
  TotalRow,
} from './types.ts';
import classes from './data-grid.module.css';
import { countWords, csvDialect, writing } from '../text/writing.ts';

const GridSurface = lazy(async () => ({ default: (await import('./surface.tsx')).GridSurface }));

/** A table of any length: rows are read as they come into view. Arrow keys move, Enter opens, titles sort. */
export function DataGrid<Row, Field extends string = string>(props: DataGridProps<Row, Field>) {
  const { label, columns, empty, height = 'fill', queryKey, revision = 0, sort = NONE, totals = NONE } = props;
  const fields = useMemo(() => columns.flatMap(({ sortBy }) => (sortBy === undefined ? [] : [sortBy])), [columns]);
  const { widths, measure } = useMeasured(columns, queryKey, totals);
  const surfaceColumns = useMemo(() => columns.map((column) => withoutType(column, widths)), [columns, widths]);
  const { layout, keep } = useColumnLayout(columns);
  const laid = useMemo(() => laidOut(surfaceColumns, layout), [surfaceColumns, layout]);
  const hidden = useMemo(() => new Set([...laid.unchosen, ...(props.hidden ?? [])]), [laid, props.hidden]);
  const totalRows = useMemo(() => totals.map(totalRow), [totals]);
  const { apart } = useUi();
  const latest = useLatest({ ...props, apart });
  const [typed] = useState(() => new WeakMap<SurfaceRow, Row>());
  const selection = useSurfaceSelection(props, typed);
  const cursor = useRef<SurfaceCursor>(null);
  useImperativeHandle(props.cursor, () => ({
    focus: () => cursor.current?.focus() ?? false,
    moveTo: (id) => cursor.current?.moveTo(id) ?? false,
    has: (id) => cursor.current?.has(id) ?? false,
    step: (rows) => cursor.current?.step(rows),
    around: () => withType(cursor.current?.around() ?? [], typed),
    columns: () => cursor.current?.columns() ?? [],
    isWhole: () => cursor.current?.isWhole() ?? false,
  }));
  const copying = useCopying(latest, cursor);
  const load = useCallback(
    async (offset: number, limit: number, wanted: readonly Sort<string>[]) => {
      const answer = await latest.current.load(offset, limit, known(wanted, fields));
      if ('kind' in answer) return answer;
      measure(answer.rows);
      return {
        total: answer.total,
        rows: answer.rows.map((row) => {
          const shown = surfaceRow(row, latest);
          typed.set(shown, row);
          return shown;
        }),
      };
    },
    [fields, latest, measure, typed],
  );
  return (
    <div className="mc-grid" data-fill={height === 'fill' || undefined}>
      <p className="mc-print-only">On paper are the rows that were in view; the export holds all of them.</p>
      <Suspense fallback={<Skeleton height={height === 'fill' ? 400 : height} radius="md" />}>
        <GridSurface
          label={label}
          columns={laid.columns}
          load={load}
          queryKey={queryKey}
          revision={revision}
          sort={sort}
          onSortChange={(next) => props.onSortChange?.(known(next, fields))}
          empty={empty}
          height={height}
          onTotal={(total) => props.onTotal?.(total)}
          selection={selection}
          hidden={hidden}
          onCopy={(shown, column) => copying.copy(null, { rows: withType([shown], typed), column })}
          onArranged={(keys, sized) => keep(arranged(keys, sized, laid))}
          onVisible={(rows) => props.onVisible?.(withType(rows, typed))}
          onCursor={(row) => props.onCursor?.(row === null ? null : (typed.get(row) ?? null))}
          cursor={cursor}
          totals={totalRows}
          corner={<ColumnMenu laid={laid} absent={props.hidden} isChosen={layout !== null} onChange={keep} />}
        />
      </Suspense>
      <span role="status" className={copying.said === '' ? 'mc-visually-hidden' : classes.gridSaid}>
        {copying.said}
      </span>
    </div>
  );
}

const NONE: readonly never[] = [];

function withType<Row>(rows: readonly SurfaceRow[], typed: WeakMap<SurfaceRow, Row>): Row[] {
  return rows.flatMap((shown) => {
    const row = typed.get(shown);
    return row === undefined ? [] : [row];
  });
}

function useSurfaceSelection<Row, Field extends string>(
  { selection }: DataGridProps<Row, Field>,
  typed: WeakMap<SurfaceRow, Row>,
): SurfaceSelection | null {
  return useMemo(
    () =>
      selection === undefined
        ? null
        : {
            isAll: selection.isAll,
            ids: new Set(selection.chosen.keys()),
            pick: (rows, how) => selection.pick(withType(rows, typed), how),
            pickAll: selection.pickAll,
            clear: selection.clear,
          },
    [selection, typed],
  );
}

function known<Field extends string>(sort: readonly Sort<string>[], fields: readonly Field[]): Sort<Field>[] {
  return sort.flatMap(({ by, direction }) => {
    const field = fields.find((candidate) => candidate === by);
    return field === undefined ? [] : [{ by: field, direction }];
  });
}

function totalRow({ id, cells }: TotalRow): SurfaceRow {
  return {
    id: `total ${id}`,
    name: id,
    cell: (key) => cells[key]?.shown ?? null,
    text: (key) => cells[key]?.text ?? null,
    copied: (key) => cells[key]?.text ?? null,
    open: null,
    openApart: null,
  };
}

/** Beside the text: the padding and the edges of a cell. */
const CELL_PADDING = 26;

/** How wide the columns have to be for what was read so far: they only grow, so that a list does not move while it is scrolled. */
function useMeasured<Row, Field extends string>(
  columns: readonly GridColumn<Row, Field>[],
  queryKey: string,
  totals: readonly TotalRow[],
) {
  const [held, setHeld] = useState<{ readonly key: string; readonly widths: ReadonlyMap<string, number> }>(NOTHING);
  const read = held.key === queryKey ? held.widths : NOTHING.widths;
  const widths = useMemo(() => {
    const all = new Map(read);
    for (const { cells } of totals)
      for (const [column, { measure: text }] of Object.entries(cells)) {
        const width = text === undefined ? 0 : widestOf([text], 600) + CELL_PADDING;
        if (width > (all.get(column) ?? 0)) all.set(column, width);
      }
    return all;
  }, [read, totals]);
  const latest = useLatest({ columns, queryKey });
  const measure = useCallback(
    (rows: readonly Row[]) => {
      const { columns: present, queryKey: key } = latest.current;
      const needed = present.flatMap(({ key: column, measure: textOf }) =>
        textOf === undefined ? [] : [[column, widestOf(rows.map(textOf)) + CELL_PADDING] as const],
      );
      setHeld((before) => {
        const known = before.key === key ? before.widths : NOTHING.widths;
        const grown = needed.filter(([column, width]) => width > (known.get(column) ?? 0));
        if (grown.length === 0 && before.key === key) return before;
        return { key, widths: new Map([...known, ...grown]) };
      });
    },
    [latest],
  );
  return { widths, measure };
}

const NOTHING: { readonly key: string; readonly widths: ReadonlyMap<string, number> } = { key: '', widths: new Map() };

/** Pixels of the widest text as a cell draws it: figures and marks of one width, which only a layout tells. */
function widestOf(texts: readonly string[], weight = 400): number {
  const probe = document.createElement('div');
  probe.className = `${classes.gridProbe} mc-num`;
  probe.style.fontWeight = `${weight}`;
  probe.textContent = [...new Set(texts)].join('\n');
  document.body.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return Math.ceil(width);
}

function copiedOf<Row, Field extends string>(column: GridColumn<Row, Field> | undefined, row: Row): string | null {
  return (column?.copied ?? column?.text)?.(row) ?? null;
}

/** As the last rows were copied in this window. */
const lastFormat = windowStore<CopyFormat>('tsv');

/** Copies the rows that are chosen, or else the one that has the keyboard: all columns in view, or one of them. */
function useCopying<Row, Field extends string>(
  latest: RefObject<DataGridProps<Row, Field>>,
  cursor: RefObject<SurfaceCursor | null>,
) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), COPIED_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const write = useCallback(async (text: string, done: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(done);
    } catch {
      setSaid('Not copied: the system did not allow it');
    }
  }, []);
  const copyNames = useCallback(() => {
    const { selection, rowName, rowId } = latest.current;
    const names = [...(selection?.chosen.values() ?? [])].map(rowName ?? rowId);
    void write(names.join('\n'), `${countWords(names.length, 'id', 'ids')} copied`);
  }, [latest, write]);
  const copy = useCallback(
    (format: CopyFormat | null, under: { readonly rows: readonly Row[]; readonly column: string | null }) => {
      const { selection, columns } = latest.current;
      if (format !== null) lastFormat.set(format);
      if (selection?.isAll === true) return setSaid('All of the filter is selected: export it instead');
      const chosen = [...(selection?.chosen.values() ?? [])];
      const rows = chosen.length === 0 ? under.rows : chosen;
      const keys = under.column === null ? (cursor.current?.columns() ?? []) : [under.column];
      const shown = keys.flatMap((key) => columns.filter((column) => column.key === key));
      const written = format ?? lastFormat.get();
      const what = countWords(
        rows.length,
        under.column === null ? 'row' : 'cell',
        under.column === null ? 'rows' : 'cells',
      );
      void write(
        copied(written, tableOf(shown, rows), csvDialect(), writing().numbers.decimal),
        `${what} copied: ${COPY_FORMATS.find((one) => one.format === written)?.words}`,
      );
    },
    [cursor, latest, write],
  );
  useEffect(
    () =>
      offerGrid({
        focus: () => cursor.current?.focus() ?? false,
        copy: (format) => (format === 'names' ? copyNames() : copy(format, { rows: [], column: null })),
      }),
    [copy, copyNames, cursor],
  );
  return { said, copy };
}

/** An amount that says what it is in has that in a column of its own. */
function tableOf<Row, Field extends string>(
  columns: readonly GridColumn<Row, Field>[],
  rows: readonly Row[],
): CopiedTable {
  const isOne = columns.length === 1;
  const cells = columns.flatMap((column) => {
    const { title, align, behind } = column;
    const own = { title, isNumber: align === 'end', textOf: (row: Row) => copiedOf(column, row) };
    return behind === undefined || isOne
      ? [own]
      : [own, { title: `${title}, in`, isNumber: false, textOf: (row: Row) => behind(row) || null }];
  });
  return { columns: cells, rows: rows.map((row) => cells.map(({ textOf }) => textOf(row))) };
}

function withoutType<Row, Field extends string>(
  {
    measure: _measure,
    render: _render,
    text: _text,
    copied: _copied,
    behind: _behind,
    ...column
  }: GridColumn<Row, Field>,
  widths: ReadonlyMap<string, number>,
): SurfaceColumn {
  const least = widths.get(column.key) ?? LEAST_WIDTH;
  return { ...column, width: Math.max(column.width, least), least };
}

function surfaceRow<Row, Field extends string>(
  row: Row,
  latest: RefObject<DataGridProps<Row, Field> & Pick<UiEnvironment, 'apart'>>,
): SurfaceRow {
  const find = (key: string): GridColumn<Row, Field> | undefined =>
    latest.current.columns.find((column) => column.key === key);
  const id = latest.current.rowId(row);
  return {
    id,
    name: latest.current.rowName?.(row) ?? id,
    cell: (key) => find(key)?.render(row) ?? null,
    text: (key) => find(key)?.text?.(row) ?? null,
    copied: (key) => copiedOf(find(key), row),
    open: latest.current.onOpen === undefined ? null : () => latest.current.onOpen?.(row),
    openApart:
      latest.current.pathOf === undefined
        ? null
        : () => {
            const path = latest.current.pathOf?.(row);
            if (path !== undefined) latest.current.apart?.open(path);
          },
  };
}
