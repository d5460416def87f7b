// The column of check boxes: one for each row, and one above that stands for the whole filter.
import { Checkbox } from '@mantine/core';
import type { CustomCellRendererProps } from 'ag-grid-react';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { PICK_COLUMN, type SurfaceRow, type SurfaceSelection } from './types.ts';
import { grouped } from '../text/writing.ts';

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

export function PickCell({ data, node }: CustomCellRendererProps<SurfaceRow>): ReactNode {
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
export function PickHeader(): ReactNode {
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
