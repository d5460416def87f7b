// Choosing rows: the column of check boxes, Space, with Shift all from the last one to it, Ctrl and A the whole filter.
import { Checkbox } from '@mantine/core';
import type { CustomCellRendererProps } from 'ag-grid-react';
import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { PICK_COLUMN, type SurfaceRow, type SurfaceSelection } from './types.ts';
import { grouped } from '../text/writing.ts';
import type { GridApi } from 'ag-grid-community';
import { isHeld } from '../window/keys.ts';
import { useLatest } from '../window/hooks.ts';

export interface Picking {
  readonly selection: SurfaceSelection | null;
  /** Rows that pass the filters; null before the first answer. */
  readonly total: number | null;
  /** Chooses a row or takes it back; `isRange` does so with all from the last one to it. */
  readonly toggle: (row: SurfaceRow, isRange: boolean) => void;
  readonly toggleAll: () => void;
}

/** What the check boxes show, and how they change it. */
export const PickingContext = createContext<Picking | null>(null);

export function PickCell({ data, node }: CustomCellRendererProps<SurfaceRow>) {
  const picking = useContext(PickingContext);
  const selection = picking?.selection ?? null;
  const isChosen = data !== undefined && selection !== null && (selection.isAll || selection.ids.has(data.id));
  const box = useRef<HTMLInputElement>(null);
  // The row is marked by a class: a rule that looks into every row (`:has`) makes the style of each scroll dear.
  useEffect(() => {
    box.current?.closest('.ag-row')?.classList.toggle('mc-grid-chosen', isChosen);
  });
  // Below the rows stands what they come to.
  if (data !== undefined && node.rowPinned !== undefined && node.rowPinned !== null) return data.cell(PICK_COLUMN);
  if (data === undefined || picking === null || selection === null) return null;
  return (
    <Checkbox
      ref={box}
      size="xs"
      tabIndex={-1}
      aria-label={`Select ${data.name}`}
      checked={isChosen}
      disabled={selection.isAll}
      onChange={({ nativeEvent }) => picking.toggle(data, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
}

/** The check box above them: everything that passes the filters, or nothing. */
export function PickHeader() {
  const picking = useContext(PickingContext);
  const selection = picking?.selection ?? null;
  if (picking === null || selection === null) return null;
  return (
    <Checkbox
      size="xs"
      tabIndex={-1}
      aria-label={picking.total === null ? 'Select all' : `Select all ${grouped(picking.total)} of this filter`}
      checked={selection.isAll}
      indeterminate={!selection.isAll && selection.ids.size > 0}
      disabled={picking.total === null || picking.total === 0}
      onChange={picking.toggleAll}
    />
  );
}

interface Keys extends Picking {
  /** Acts on the key if it is one for choosing. */
  readonly press: (event: KeyboardEvent, row: SurfaceRow | undefined) => void;
}

/** How the rows of this table are chosen; without a selection nothing happens. */
export function usePicking(
  api: GridApi<SurfaceRow> | null,
  selection: SurfaceSelection | null,
  total: number | null,
): Keys {
  const anchor = useRef<string | null>(null);
  const latest = useLatest({ api, selection });
  const toggle = useCallback(
    (row: SurfaceRow, isRange: boolean) => {
      const { api: grid, selection: present } = latest.current;
      if (present === null || present.isAll) return;
      // A range is chosen to be chosen, whatever its last row was before.
      if (isRange && grid !== null) present.pick(rowsBetween(grid, anchor.current, row), 'choose');
      else present.pick([row], 'toggle');
      anchor.current = row.id;
    },
    [latest],
  );
  const toggleAll = useCallback(() => {
    const { selection: present } = latest.current;
    if (present?.isAll === true) present.clear();
    else present?.pickAll();
  }, [latest]);
  const press = useCallback(
    (event: KeyboardEvent, row: SurfaceRow | undefined) => {
      const { selection: present } = latest.current;
      if (present === null) return;
      if (event.key === ' ' && row !== undefined) toggle(row, event.shiftKey);
      else if (event.key.toLowerCase() === 'a' && isHeld(event)) present.pickAll();
      else if (event.key === 'Escape' && (present.isAll || present.ids.size > 0)) present.clear();
      else return;
      event.preventDefault();
    },
    [latest, toggle],
  );
  return useMemo(() => ({ selection, total, toggle, toggleAll, press }), [selection, total, toggle, toggleAll, press]);
}

/** The rows from the anchor to this one. Those that were never read, or not any more, cannot be chosen one by one. */
function rowsBetween(api: GridApi<SurfaceRow>, anchor: string | null, row: SurfaceRow): readonly SurfaceRow[] {
  const from = anchor === null ? null : (api.getRowNode(anchor)?.rowIndex ?? null);
  const to = api.getRowNode(row.id)?.rowIndex ?? null;
  if (from === null || to === null) return [row];
  const rows: SurfaceRow[] = [];
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
    const { data } = api.getDisplayedRowAtIndex(index) ?? {};
    if (data !== undefined) rows.push(data);
  }
  return rows;
}
