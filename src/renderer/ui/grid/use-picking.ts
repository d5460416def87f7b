// Choosing rows: Space and the check box one, with Shift all from the last one to it, Ctrl and A the whole filter.
import type { GridApi } from 'ag-grid-community';
import { useCallback, useMemo, useRef } from 'react';
import { isHeld } from '../window/held-key.ts';
import { useLatest } from '../window/hooks.ts';
import type { Picking } from './pick.tsx';
import type { SurfaceRow, SurfaceSelection } from './types.ts';

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
