// The row with the cursor: it stays with its record while rows come and go, and a screen can put the keyboard back on it.
import type { CellPosition, GridApi } from 'ag-grid-community';
import { type RefObject, useCallback, useImperativeHandle, useRef } from 'react';
import { useLatest } from '../window/hooks.ts';
import { PICK_COLUMN, type SurfaceCursor, type SurfaceProps, type SurfaceRow } from './types.ts';

interface Held {
  readonly row: SurfaceRow | null;
  readonly column: string;
  /** The place in the table at which it was taken. */
  readonly index: number | null;
}

/**
 * Tells of the row under the cursor; `focused` and `updated` are to be called whenever the cursor or the rows have moved. `goTo` brings cursor and
 * keyboard to a row by its place from 0, read or not; one that is outside of the list is its nearest end.
 */
export function useCursor(
  api: GridApi<SurfaceRow> | null,
  box: RefObject<HTMLDivElement | null>,
  { cursor, onCursor }: Pick<SurfaceProps, 'cursor' | 'onCursor'>,
  keepAt: (row: number, column: string) => void,
): { readonly focused: () => void; readonly updated: () => void; readonly goTo: (row: number) => void } {
  const held = useRef<Held | null>(null);
  const tell = useLatest(onCursor);
  const hold = useCallback(
    (row: SurfaceRow | null, column: string, index: number | null) => {
      const before = held.current?.row ?? null;
      held.current = { row, column, index };
      if (before !== row) tell.current(row);
    },
    [tell],
  );
  const focused = useCallback(() => {
    const cell = api?.getFocusedCell();
    // The row of totals is no row of the list.
    if (api === null || !cell || isPinned(cell)) return;
    const column = cell.column.getColId();
    keepAt(cell.rowIndex, column);
    // A move of our own, told a moment later and by its place, where another row may stand by then.
    if (held.current?.index === cell.rowIndex && held.current.column === column) return;
    hold(api.getDisplayedRowAtIndex(cell.rowIndex)?.data ?? null, column, cell.rowIndex);
  }, [api, hold, keepAt]);
  const moveTo = useCallback(
    (id: string, column: string | null): boolean => {
      const node = api?.getRowNode(id);
      const index = node?.rowIndex ?? null;
      if (api === null || index === null || column === null) return false;
      hold(node?.data ?? null, column, index);
      api.setFocusedCell(index, column);
      return true;
    },
    [api, hold],
  );
  const updated = useCallback(() => {
    // A table that is left is told of its last rows all the same.
    if (api === null || api.isDestroyed() || held.current === null) return;
    const { row, column, index } = held.current;
    const node = row === null ? undefined : api.getRowNode(row.id);
    const cell = api.getFocusedCell();
    const isOnRow = cell && !isPinned(cell);
    // A person has moved on, which the table tells of a moment later: the row that was left does not call the cursor back.
    if (isOnRow && cell.rowIndex !== index) return focused();
    if (row === null || node?.rowIndex === undefined || node.rowIndex === null) {
      // Its record left the list: what stands in its place now is next, or nothing when it was the last.
      if (cell) hold(api.getDisplayedRowAtIndex(cell.rowIndex)?.data ?? null, cell.column.getColId(), cell.rowIndex);
      if (api.getDisplayedRowCount() === 0) hold(null, column, null);
      return;
    }
    hold(node.data ?? null, column, index);
    const hasKeyboard = box.current?.contains(document.activeElement) === true;
    // Somebody who writes beside the table is not torn away; the cursor is put right when the keyboard comes back.
    if (isOnRow && cell.rowIndex !== node.rowIndex && hasKeyboard) moveTo(row.id, column);
  }, [api, box, focused, hold, moveTo]);
  const goTo = useCallback(
    (row: number) => {
      const column = api?.getFocusedCell()?.column.getColId() ?? held.current?.column ?? firstColumn(api);
      const last = (api?.getDisplayedRowCount() ?? 0) - 1;
      if (api === null || column === null || last < 0) return;
      const index = Math.max(0, Math.min(row, last));
      api.ensureIndexVisible(index);
      api.setFocusedCell(index, column);
      if (box.current !== null) bringIntoView(api, box.current, index);
    },
    [api, box],
  );
  useImperativeHandle(cursor, () => handleOf(api, held, moveTo), [api, moveTo]);
  return { focused, updated, goTo };
}

/** A row that stays in view for so long is where it will be. */
const CALM_FRAMES = 10;
/** Then it is given up: the table may have no room for a row. */
const MOST_FRAMES = 600;

/**
 * Looks until the row with the cursor stays in view. A list of so many rows that its height is squeezed moves them while it is scrolled: a cell that
 * takes the keyboard where it stood before draws the browser there.
 */
function bringIntoView(api: GridApi<SurfaceRow>, box: HTMLDivElement, index: number): void {
  let [calm, frames] = [0, 0];
  const look = (): void => {
    if (api.isDestroyed() || api.getFocusedCell()?.rowIndex !== index) return;
    calm = isInView(box, index) ? calm + 1 : 0;
    frames += 1;
    if (calm === 0) api.ensureIndexVisible(index);
    if (calm < CALM_FRAMES && frames < MOST_FRAMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function isInView(box: HTMLDivElement, index: number): boolean {
  const row = box.querySelector(`.ag-row[row-index="${index}"]`)?.getBoundingClientRect();
  const view = box.querySelector('.ag-grid-viewport')?.getBoundingClientRect();
  return row !== undefined && view !== undefined && row.top >= view.top && row.bottom <= view.bottom + row.height;
}

function isPinned({ rowPinned }: CellPosition): boolean {
  return rowPinned === 'bottom' || rowPinned === 'top';
}

function handleOf(
  api: GridApi<SurfaceRow> | null,
  held: RefObject<Held | null>,
  moveToCell: (id: string, column: string | null) => boolean,
): SurfaceCursor {
  const moveTo = (id: string): boolean => {
    const index = api?.getRowNode(id)?.rowIndex ?? null;
    if (index !== null) api?.ensureIndexVisible(index);
    return moveToCell(id, held.current?.column ?? firstColumn(api));
  };
  const rows = (): SurfaceRow[] => {
    const all: SurfaceRow[] = [];
    api?.forEachNode(({ data }) => {
      if (data !== undefined) all.push(data);
    });
    return all;
  };
  return {
    moveTo,
    has: (id) => (api?.getRowNode(id)?.rowIndex ?? null) !== null,
    focus: () => {
      const id = held.current?.row?.id ?? rows()[0]?.id;
      return id !== undefined && moveTo(id);
    },
    step: (by) => {
      const all = rows();
      const at = all.findIndex(({ id }) => id === held.current?.row?.id);
      const id = all[at === -1 ? 0 : at + by]?.id;
      if (id !== undefined) moveTo(id);
    },
    around: () => {
      const all = rows();
      const at = Math.max(
        0,
        all.findIndex(({ id }) => id === held.current?.row?.id),
      );
      return [...all.slice(at), ...all.slice(0, at)];
    },
    columns: () => columnsIn(api),
    isWhole: () => api !== null && rows().length >= api.getDisplayedRowCount(),
  };
}

function columnsIn(api: GridApi<SurfaceRow> | null): readonly string[] {
  const keys = api?.getAllDisplayedColumns().map((column) => column.getColId()) ?? [];
  return keys.filter((key) => key !== PICK_COLUMN);
}

/** The first column with figures or words, not the one of the check boxes. */
function firstColumn(api: GridApi<SurfaceRow> | null): string | null {
  return (
    api
      ?.getAllDisplayedColumns()
      .find((column) => column.isSortable())
      ?.getColId() ?? null
  );
}
