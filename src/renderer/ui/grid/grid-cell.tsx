/**
 * One cell: what the screen renders for the row, or a quiet bar while the row is on its way.
 */
import type { CustomCellRendererProps } from 'ag-grid-react';
import type { ReactNode } from 'react';
import type { SurfaceRow } from './grid-types.ts';

/** The renderer of every cell. */
export function GridCell({ data, column }: CustomCellRendererProps<SurfaceRow>): ReactNode {
  if (data === undefined || column === undefined) return <span className="mc-grid-wait" aria-hidden="true" />;
  const key = column.getColId();
  return (
    <span className="mc-grid-cell" title={data.text(key) ?? undefined}>
      {data.cell(key)}
    </span>
  );
}
