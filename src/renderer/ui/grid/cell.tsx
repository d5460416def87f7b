// One cell: what the screen renders for the row, or a quiet bar while it is on its way. Rows come on screen a few a frame: a page at once is a long task.
import type { CustomCellRendererProps } from 'ag-grid-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isDrawnInFrames, ROWS_A_FRAME } from './frames.ts';
import type { SurfaceRow } from './types.ts';

export function GridCell({ data, column }: CustomCellRendererProps<SurfaceRow>): ReactNode {
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
