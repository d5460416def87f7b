// One cell: what the screen renders for the row, or a quiet bar while the row is on its way.
import type { CustomCellRendererProps } from 'ag-grid-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isDrawnInFrames } from './grid-frames.ts';
import type { SurfaceRow } from './grid-types.ts';
import { inTurn } from './in-turn.ts';

/** The renderer of every cell. */
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
