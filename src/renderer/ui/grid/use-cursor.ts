// The row with the cursor: it stays with its record while rows come and go, and a screen can put the keyboard back on it.
import type { CellPosition, GridApi } from 'ag-grid-community';
import { type RefObject, useCallback, useImperativeHandle, useRef } from 'react';
import { useLatest } from '../window/hooks.ts';
import { PICK_COLUMN, type SurfaceCursor, type SurfaceProps, type SurfaceRow } from './types.ts';

interface Held {
  readonly row: SurfaceRow | null;
  readonly column: string;
}

/** Tells of the row under the cursor; the returned function is to be called whenever the cursor or the rows have moved. */
export function useCursor(
  api: GridApi<SurfaceRow> | null,
  box: RefObject<HTMLDivElement | null>,
  { cursor, onCursor }: Pick<SurfaceProps, 'cursor' | 'onCursor'>,
): { readonly focused: () => void; readonly updated: () => void } {
  const held = useRef<Held | null>(null);
  /** Moves of our own that the table has not told of yet. */
  const echoes = useRef(0);
  const tell = useLatest(onCursor);
  const hold = useCallback(
    (row: SurfaceRow | null, column: string) => {
      const before = held.current?.row ?? null;
      held.current = { row, column };
      if (before !== row) tell.current(row);
    },
    [tell],
  );
  const focused = useCallback(() => {
    const cell = api?.getFocusedCell();
    // The row of totals is no row of the list.
    if (api === null || !cell || isPinned(cell)) return;
    if (echoes.current > 0) echoes.current -= 1;
    else hold(api.getDisplayedRowAtIndex(cell.rowIndex)?.data ?? null, cell.column.getColId());
  }, [api, hold]);
  // The table tells of a cell a moment later and by its place, where another row may stand by then: the row that is meant is held at once.
  const moveTo = useCallback(
    (id: string, column: string | null): boolean => {
      const node = api?.getRowNode(id);
      const index = node?.rowIndex ?? null;
      if (api === null || index === null || column === null) return false;
      hold(node?.data ?? null, column);
      api.setFocusedCell(index, column);
      if (api.getFocusedCell() !== null) echoes.current += 1;
      return true;
    },
    [api, hold],
  );
  const updated = useCallback(() => {
    // A table that is left is told of its last rows all the same.
    if (api === null || api.isDestroyed() || held.current === null) return;
    const { row, column } = held.current;
    const node = row === null ? undefined : api.getRowNode(row.id);
    const cell = api.getFocusedCell();
    if (row === null || node?.rowIndex === undefined || node.rowIndex === null) {
      // Its record left the list: what stands in its place now is next, or nothing when it was the last.
      if (cell) hold(api.getDisplayedRowAtIndex(cell.rowIndex)?.data ?? null, cell.column.getColId());
      if (api.getDisplayedRowCount() === 0) hold(null, column);
      return;
    }
    hold(node.data ?? null, column);
    const hasKeyboard = box.current?.contains(document.activeElement) === true;
    // Somebody who writes beside the table is not torn away; the cursor is put right when the keyboard comes back.
    if (cell && !isPinned(cell) && cell.rowIndex !== node.rowIndex && hasKeyboard) moveTo(row.id, column);
  }, [api, box, hold, moveTo]);
  useImperativeHandle(cursor, () => handleOf(api, held, moveTo), [api, moveTo]);
  return { focused, updated };
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
