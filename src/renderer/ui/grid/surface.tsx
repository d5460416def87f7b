// The table itself: any number of rows, read as they come into view, keyboard first. Loaded on first use.
import {
  type CellKeyDownEvent,
  type FullWidthCellKeyDownEvent,
  type ColDef,
  type ColumnMovedEvent,
  type ColumnResizedEvent,
  type GetRowIdParams,
  type GridApi,
  type GridReadyEvent,
  type RowClickedEvent,
  type SortChangedEvent,
  CellStyleModule,
  ColumnApiModule,
  InfiniteRowModelModule,
  ModuleRegistry,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
  themeQuartz,
} from 'ag-grid-community';
import { AgGridReact, type CustomCellRendererProps } from 'ag-grid-react';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Sort } from '../../../domain/kernel/list.ts';
import { useUi } from '../window/environment.tsx';
import { EmptyState } from '../frame/read-state.tsx';
import { FailureNotice } from '../frame/failure-notice.tsx';
import { isHeld } from '../window/keys.ts';
import { useLatest } from '../window/hooks.ts';
import { MOST_WIDTH } from './column-layout.ts';
import { PickCell, PickHeader, type Picking, PickingContext, usePicking } from './pick.tsx';
import { PICK_COLUMN, type SurfaceColumn, type SurfaceProps, type SurfaceRow } from './types.ts';
import { useCursor } from './use-cursor.ts';
import { BLOCK_ROWS, useDatasource } from './use-datasource.ts';
import { useFarRows } from './far-rows.tsx';
import { useKeptKeyboard } from './kept-keyboard.ts';
import { useBoxEvents } from './use-box-events.ts';
import { isDrawnInFrames, PacedFramesModule, ROWS_A_FRAME } from './frames.ts';
import { keepYoungest } from '../window/kept.ts';
import classes from './data-grid.module.css';

// The only modules of the library that are used.
ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  ColumnApiModule,
  ScrollApiModule,
  RowApiModule,
  RenderApiModule,
  CellStyleModule,
  PinnedRowModule,
  PacedFramesModule,
]);

const HEADER_HEIGHT = 36;

/** The table's look in the names of our palette. */
const gridTheme = themeQuartz.withParams({
  accentColor: 'var(--mc-accent)',
  backgroundColor: 'var(--mc-surface)',
  foregroundColor: 'var(--mc-text)',
  textColor: 'var(--mc-text)',
  headerBackgroundColor: 'var(--mc-surface)',
  headerTextColor: 'var(--mc-text-muted)',
  headerFontWeight: 500,
  headerFontSize: 12.5,
  headerRowBorder: { color: 'var(--mc-line)' },
  headerColumnResizeHandleColor: 'transparent',
  borderColor: 'var(--mc-line)',
  rowBorder: { color: 'var(--mc-line)' },
  rowHoverColor: 'var(--mc-hover)',
  selectedRowBackgroundColor: 'var(--mc-selected)',
  oddRowBackgroundColor: 'var(--mc-surface)',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  columnBorder: false,
  pinnedColumnBorder: false,
  cellHorizontalPadding: 12,
  fontFamily: 'inherit',
  fontSize: 13,
  spacing: 8,
  focusShadow: 'inset 0 0 0 2px var(--mc-focus)',
  browserColorScheme: 'inherit',
});

/** Blocks kept besides those in view. A refresh reads all of them again, so there are few. */
const BLOCKS_KEPT = 6;

/** Rows drawn above and below those in view. */
const ROW_BUFFER = 2;

export function GridSurface(props: SurfaceProps) {
  const { label, columns, queryKey, revision, sort, onSortChange, empty, height, selection } = props;
  const { styleNonce, rowHeight, plainKeys } = useUi();
  const totals = useMemo(() => [...props.totals], [props.totals]);
  const [api, setApi] = useState<GridApi<SurfaceRow> | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const { datasource, total, failure, life } = useDatasource(props);
  const [firstSort] = useState(sort);
  const picks = selection !== null;
  const { width, height: boxHeight } = useSize(box);
  const room = width === 0 ? 0 : width - SCROLLBAR - (picks ? PICK_WIDTH : 0);
  const hidden = useMemo(() => hiddenOf(columns, room, sort, props.hidden), [columns, room, sort, props.hidden]);
  const fitted = useMemo(() => spread(columns, room, hidden), [columns, room, hidden]);
  const columnDefs = useMemo(
    () => [
      ...(picks ? [pickColumn] : []),
      ...fitted.map((column) => ({ ...columnDef(column, firstSort), hide: hidden.has(column.key) })),
    ],
    [fitted, firstSort, picks, hidden],
  );
  const edge = isWider(shownOf(fitted, hidden), room + SCROLLBAR) ? SCROLLBAR : 0;
  const picking = usePicking(api, selection, total);
  const noteVisible = useVisibleRows(props.onVisible);
  const { cursor, cells } = useKeyboard(api, box, props);
  const askedRow = useFarRows(box, cursor.goTo, total ?? 0);
  const awaited = useAwaitedRow(box);
  const placeKey = `${label}\n${queryKey}`;
  const [firstPlace] = useState(() => places.get(placeKey));
  useSortFromOutside(api, columns, sort);
  useRefresh(api, revision);
  const notePlace = usePlaceMemory(api, placeKey, life);
  useBoxEvents(api, box, (total ?? 0) * rowHeight);
  const sortChanged = useSortToOutside(columns, onSortChange, sort);
  const arranged = useArranged(props.onArranged);
  const ready = useCallback(
    (event: GridReadyEvent<SurfaceRow>) => {
      box.current?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', label);
      setApi(event.api);
    },
    [label],
  );
  const notice = <FailureNotice failure={failure} onRetry={() => api?.refreshInfiniteCache()} />;
  return (
    <div className="mc-grid-frame" data-fill={height === 'fill' || undefined}>
      {total === null ? null : notice}
      <div ref={box} className="mc-grid-box" style={height === 'fill' ? undefined : { height }}>
        <PickingContext value={picking}>
          <div style={{ height: height === 'fill' ? wholeRows(boxHeight, rowHeight, totals.length, edge) : '100%' }}>
            <AgGridReact<SurfaceRow>
              theme={gridTheme}
              styleNonce={styleNonce}
              rowModelType="infinite"
              datasource={datasource}
              columnDefs={columnDefs}
              defaultColDef={cells}
              getRowId={rowIdOf}
              rowHeight={rowHeight}
              pinnedBottomRowData={totals}
              headerHeight={HEADER_HEIGHT}
              cacheBlockSize={BLOCK_ROWS}
              maxBlocksInCache={BLOCKS_KEPT}
              maxConcurrentDatasourceRequests={2}
              blockLoadDebounceMillis={40}
              infiniteInitialRowCount={(firstPlace?.topRow ?? 0) + 30}
              animateRows={false}
              rowBuffer={ROW_BUFFER}
              renderingMode="legacy"
              suppressColumnVirtualisation
              ensureDomOrder
              suppressDragLeaveHidesColumns
              suppressOverlays={NO_OVERLAYS}
              onGridReady={ready}
              onSortChanged={sortChanged}
              onColumnMoved={arranged}
              onColumnResized={arranged}
              onBodyScrollEnd={notePlace}
              onCellFocused={() => {
                notePlace();
                cursor.focused();
                awaited.moved();
              }}
              onViewportChanged={noteVisible}
              onModelUpdated={(event) => {
                noteVisible(event);
                cursor.updated();
                awaited.updated(event.api);
              }}
              onRowClicked={(event) => clickRow(event, picking)}
              onCellKeyDown={(event) => pressKey(event, { picking, awaited, onCopy: plainKeys ? props.onCopy : null })}
            />
          </div>
        </PickingContext>
        {total === 0 ? <div className={classes.gridEmpty}>{empty}</div> : null}
        {total === null && failure !== null ? <Unread>{notice}</Unread> : null}
        {props.corner}
      </div>
      {askedRow}
    </div>
  );
}

/** The row with the keyboard; and what holds for the keys of every cell. */
function useKeyboard(api: GridApi<SurfaceRow> | null, box: RefObject<HTMLDivElement | null>, props: SurfaceProps) {
  const { keepAt, waits } = useKeptKeyboard(box);
  const cursor = useCursor(api, box, props, keepAt);
  const cells = useMemo(
    (): ColDef<SurfaceRow> => ({ suppressKeyboardEvent: ({ event, node }) => waits(event, node.rowIndex) }),
    [waits],
  );
  return { cursor, cells };
}

/** In the place of rows that never came. */
function Unread({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.gridEmpty}>
      <EmptyState kind="could-not-load">{children}</EmptyState>
    </div>
  );
}

/** Of the table's box; nothing before it is laid out. */
function useSize(box: RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const take = (): void => setSize({ width: current.clientWidth, height: current.clientHeight });
    take();
    const observer = new ResizeObserver(take);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

/** As high as whole rows are, and the scroll bar below them: what is left of the height stays empty. The head and the totals have an edge each. */
function wholeRows(height: number, rowHeight: number, totals: number, scrollBar: number): number | string {
  const rest = HEADER_HEIGHT + scrollBar + totals * rowHeight + (totals > 0 ? 1 : 0);
  return height === 0 ? '100%' : rest + Math.max(1, Math.floor((height - rest) / rowHeight)) * rowHeight;
}

/** What the system draws a scroll bar in. */
const SCROLLBAR = 16;

/**
 * What is hidden, and what there is no room for: the columns that can be spared go, the highest number first, until no column is cut. What the list is
 * sorted by is never spared: its order would go with it.
 */
function hiddenOf(
  columns: readonly SurfaceColumn[],
  width: number,
  sort: readonly Sort<string>[],
  hidden: SurfaceProps['hidden'],
): ReadonlySet<string> {
  const shown = columns.filter(({ key }) => !hidden.has(key));
  const spareOf = ({ spare = 0, sortBy }: SurfaceColumn): number => (sort.some(({ by }) => by === sortBy) ? 0 : spare);
  const most = Math.max(...shown.map(spareOf));
  if (!isWider(shown, width) || most <= 0) return hidden;
  const next = shown.filter((column) => spareOf(column) === most).map(({ key }) => key);
  return hiddenOf(columns, width, sort, new Set([...hidden, ...next]));
}

/**
 * What is left of the room goes to the columns that take more, by their share. The library would count the room of the scroll bar among it,
 * and the last amounts would lie under the bar.
 */
function spread(
  columns: readonly SurfaceColumn[],
  room: number,
  hidden: SurfaceProps['hidden'],
): readonly SurfaceColumn[] {
  const shown = shownOf(columns, hidden);
  const left = Math.max(0, room - shown.reduce((sum, { width }) => sum + width, 0));
  const shares = shown.reduce((sum, { flex }) => sum + (flex ?? 0), 0);
  // Where none takes more, the first does that nobody has given a width.
  const first = shown.find(({ isSized }) => isSized !== true);
  const shareOf = (column: SurfaceColumn): number =>
    shares > 0 ? (column.flex ?? 0) / shares : column === first ? 1 : 0;
  return columns.map((column) => ({ ...column, width: column.width + Math.floor(left * shareOf(column)) }));
}

function shownOf(columns: readonly SurfaceColumn[], hidden: SurfaceProps['hidden']): readonly SurfaceColumn[] {
  return columns.filter(({ key }) => !hidden.has(key));
}

/** Whether columns need more than that; nothing is known before the box is laid out. */
function isWider(columns: readonly SurfaceColumn[], width: number): boolean {
  return width > 0 && columns.reduce((sum, column) => sum + column.width, 0) > width;
}

/** What is missing is said by our own words over the table. */
const NO_OVERLAYS: ('loading' | 'noRows')[] = ['loading', 'noRows'];

function rowIdOf({ data }: GetRowIdParams<SurfaceRow>): string {
  return data.id;
}

function columnDef(column: SurfaceColumn, sort: readonly Sort<string>[]): ColDef<SurfaceRow> {
  const at = sort.findIndex(({ by }) => by === column.sortBy);
  const first = sort[at];
  return {
    colId: column.key,
    headerName: column.title,
    sortable: column.sortBy !== undefined,
    resizable: true,
    cellRenderer: GridCell,
    cellClass: column.align === 'end' ? 'mc-grid-end mc-num' : '',
    headerClass: column.align === 'end' ? (classes.gridHeadEnd ?? '') : '',
    width: column.width,
    minWidth: column.least,
    maxWidth: MOST_WIDTH,
    ...(column.pinned === 'left' ? { pinned: 'left' as const, lockPinned: true } : {}),
    ...(first === undefined ? {} : { initialSort: first.direction, initialSortIndex: at }),
    // The order of a click: the first shows the largest or newest, which is what people look for.
    sortingOrder: ['desc', 'asc', null],
  };
}

const PICK_WIDTH = 40;

/** The check boxes: narrow, always there, neither sorted nor resized. */
const pickColumn: ColDef<SurfaceRow> = {
  colId: PICK_COLUMN,
  headerName: 'Select',
  headerComponent: PickHeader,
  cellRenderer: PickCell,
  width: PICK_WIDTH,
  pinned: 'left',
  lockPinned: true,
  sortable: false,
  resizable: false,
  cellClass: classes.gridPick ?? '',
  headerClass: classes.gridPick ?? '',
};

function clickRow({ data, event }: RowClickedEvent<SurfaceRow>, picking: Pick<Picking, 'toggle'>): void {
  const target = event?.target;
  if (data === undefined || data.open === null) return;
  if (target instanceof Element) {
    if (target.closest('a, button, input, label') !== null) return;
    // Beside the check box is near enough; a miss must not leave the screen.
    if (target.closest(`.${classes.gridPick}`) !== null) {
      picking.toggle(data, event instanceof MouseEvent && event.shiftKey);
      return;
    }
  }
  // A person who marks text to copy it does not want to leave the screen.
  if ((window.getSelection()?.toString() ?? '') !== '') return;
  openRow(data, event instanceof MouseEvent && isHeld(event));
}

/** `onCopy`: null where letters by themselves do nothing. */
function pressKey(
  { data, event, rowIndex, ...cell }: CellKeyDownEvent<SurfaceRow> | FullWidthCellKeyDownEvent<SurfaceRow>,
  to: {
    readonly picking: ReturnType<typeof usePicking>;
    readonly awaited: ReturnType<typeof useAwaitedRow>;
    readonly onCopy: SurfaceProps['onCopy'] | null;
  },
): void {
  const { picking, awaited, onCopy } = to;
  if (!(event instanceof KeyboardEvent) || !(event.target instanceof HTMLElement)) return;
  if (rowIndex === null && event.defaultPrevented) return;
  // What has keys of its own keeps them.
  if (event.target.closest('a, button, input') !== null) return;
  if (event.key === 'Enter') {
    const isApart = isHeld(event);
    if (data === undefined) awaited.press(rowIndex, isApart);
    else openRow(data, isApart);
  } else if (/^c$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    if (data !== undefined) onCopy?.(data, event.shiftKey && 'column' in cell ? cell.column.getColId() : null);
  } else picking.press(event, data);
}

function openRow({ open, openApart }: SurfaceRow, isApart: boolean): void {
  if (isApart) openApart?.();
  else open?.();
}

/** A row that is opened before it was read: it opens once it is there, unless the keyboard has gone on meanwhile. */
function useAwaitedRow(box: RefObject<HTMLDivElement | null>) {
  const awaited = useRef<{ readonly index: number; readonly isApart: boolean } | null>(null);
  return useMemo(
    () => ({
      press: (index: number | null, isApart: boolean): void => {
        awaited.current = index === null ? null : { index, isApart };
      },
      moved: (): void => {
        awaited.current = null;
      },
      updated: (api: GridApi<SurfaceRow>): void => {
        const { current } = awaited;
        if (current === null || api.isDestroyed()) return;
        const row = api.getDisplayedRowAtIndex(current.index)?.data;
        if (row === undefined) return;
        awaited.current = null;
        if (box.current?.contains(document.activeElement) === true) openRow(row, current.isApart);
      },
    }),
    [box],
  );
}

/** Tells which rows are in view whenever the grid has moved or its rows have come. */
function useVisibleRows(tell: SurfaceProps['onVisible']): (event: { readonly api: GridApi<SurfaceRow> }) => void {
  const latest = useLatest(tell);
  return useCallback(
    ({ api }) => {
      const [first, last] = [api.getFirstDisplayedRowIndex(), api.getLastDisplayedRowIndex()];
      const rows: SurfaceRow[] = [];
      for (let index = Math.max(0, first); index <= last; index += 1) {
        const { data } = api.getDisplayedRowAtIndex(index) ?? {};
        if (data !== undefined) rows.push(data);
      }
      latest.current(rows);
    },
    [latest],
  );
}

/** The grid's own idea of its sort, in our words. */
function sortIn(api: GridApi<SurfaceRow>, columns: readonly SurfaceColumn[]): Sort<string>[] {
  const sorted = api.getColumnState().filter((state) => state.sort === 'asc' || state.sort === 'desc');
  sorted.sort((left, right) => (left.sortIndex ?? 0) - (right.sortIndex ?? 0));
  return sorted.flatMap(({ colId, sort }) => {
    const by = columns.find(({ key }) => key === colId)?.sortBy;
    return by === undefined || (sort !== 'asc' && sort !== 'desc') ? [] : [{ by, direction: sort }];
  });
}

/** Tells how the columns stand once a person has moved one or given it another width. */
function useArranged(tell: SurfaceProps['onArranged']): (event: ColumnMovedEvent | ColumnResizedEvent) => void {
  const latest = useLatest(tell);
  return ({ api, finished, source, type, column }) => {
    if (!finished || (source !== 'uiColumnMoved' && source !== 'uiColumnResized')) return;
    const keys = api.getAllGridColumns().map((one) => one.getColId());
    const sized = type === 'columnResized' ? (column ?? null) : null;
    latest.current(
      keys.filter((key) => key !== PICK_COLUMN),
      sized === null ? null : { key: sized.getColId(), width: sized.getActualWidth() },
    );
  };
}

function sameSort(left: readonly Sort<string>[], right: readonly Sort<string>[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ by, direction }, at) => by === right[at]?.by && direction === right[at].direction)
  );
}

function useSortToOutside(
  columns: readonly SurfaceColumn[],
  onSortChange: SurfaceProps['onSortChange'],
  sort: readonly Sort<string>[],
): (event: SortChangedEvent<SurfaceRow>) => void {
  const latest = useLatest({ columns, onSortChange, sort });
  return (event) => {
    const { columns: known, sort: shown, onSortChange: tell } = latest.current;
    const next = sortIn(event.api, known);
    if (!sameSort(next, shown)) tell(next);
  };
}

function useSortFromOutside(
  api: GridApi<SurfaceRow> | null,
  columns: readonly SurfaceColumn[],
  sort: readonly Sort<string>[],
): void {
  const known = useLatest(columns);
  useEffect(() => {
    if (api === null || sameSort(sortIn(api, known.current), sort)) return;
    api.applyColumnState({
      state: sort.flatMap(({ by, direction }, sortIndex) => {
        const column = known.current.find(({ sortBy }) => sortBy === by);
        return column === undefined ? [] : [{ colId: column.key, sort: direction, sortIndex }];
      }),
      defaultState: { sort: null },
    });
  }, [api, known, sort]);
}

/** Reads the rows in view again when the revision moves on; never for the first one. */
function useRefresh(api: GridApi<SurfaceRow> | null, revision: number): void {
  const seen = useRef(revision);
  useEffect(() => {
    if (api === null || seen.current === revision) return;
    seen.current = revision;
    api.refreshInfiniteCache();
  }, [api, revision]);
}

/** Where a table stood when its screen was left, so that coming back finds the same rows in view. */
interface GridPlace {
  /** The first row in view. */
  readonly topRow: number;
  readonly cursor: { readonly row: number; readonly column: string } | null;
}

const places = new Map<string, GridPlace>();
const MOST_PLACES = 40;

/** Goes back to where the table stood, and notes where it stands while it is used: when it is left it is too late to ask. */
function usePlaceMemory(api: GridApi<SurfaceRow> | null, placeKey: string, life: number): () => void {
  useEffect(() => {
    const place = places.get(placeKey);
    // A table without its first answer is too short to go back in; the answer comes with a new life.
    if (life === 0 || api === null || place === undefined || api.getDisplayedRowCount() <= place.topRow) return;
    if (place.topRow > 0) api.ensureIndexVisible(place.topRow, 'top');
    if (place.cursor !== null) api.setFocusedCell(place.cursor.row, place.cursor.column);
  }, [api, life, placeKey]);
  return useCallback(() => {
    if (api === null || api.isDestroyed()) return;
    const cell = api.getFocusedCell();
    // The declaration says null; before the first focus it is undefined.
    const cursor = cell ? { row: cell.rowIndex, column: cell.column.getColId() } : null;
    keepYoungest(places, placeKey, { topRow: api.getFirstDisplayedRowIndex(), cursor }, MOST_PLACES);
  }, [api, placeKey]);
}

/** One cell: what the screen renders for the row, or a quiet bar while it is on its way. Rows come on screen a few a frame: a page at once is a long task. */
function GridCell({ data, column }: CustomCellRendererProps<SurfaceRow>) {
  const row = useRowInTurn(data);
  if (row === undefined || column === undefined) return <span className="mc-grid-wait" aria-hidden="true" />;
  const key = column.getColId();
  return (
    <span className="mc-grid-cell" title={row.text(key) ?? undefined}>
      {row.cell(key)}
    </span>
  );
}

/** The row as it was read last, once its turn has come; all cells of a row change together. */
function useRowInTurn(row: SurfaceRow | undefined): SurfaceRow | undefined {
  const [shown, setShown] = useState(() => (isDrawnInFrames() ? row : undefined));
  useEffect(() => (row === undefined || row === shown ? undefined : inTurn(row, () => setShown(row))), [row, shown]);
  return shown;
}

const waiting = new Map<object, Set<() => void>>();
let isAsked = false;

/** Calls it when the row's turn has come, with all that wait for the same row; the first in line comes first. Returns how to give it up. */
function inTurn(row: object, show: () => void): () => void {
  const cells = waiting.get(row) ?? new Set();
  waiting.set(row, cells.add(show));
  ask();
  return () => {
    cells.delete(show);
    if (cells.size === 0 && waiting.get(row) === cells) waiting.delete(row);
  };
}

function ask(): void {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    for (const [row, cells] of [...waiting].slice(0, ROWS_A_FRAME)) {
      waiting.delete(row);
      for (const show of cells) show();
    }
    if (waiting.size > 0) ask();
  });
}
