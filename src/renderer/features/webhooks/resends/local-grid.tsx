/**
 * The grid over rows that are all at hand: it draws only what is in view, however many there are. Not here: columns.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DataGrid, EmptyState, type GridColumn } from '../../../ui/index.ts';

/** As ui/grid/grid-theme has them; the header's 38 pixels and the border above and below. */
const ROW_PX = 40;
const HEAD_PX = 40;
const MOST_ROWS_IN_VIEW = 10;

/** As high as its rows, up to ten of them. */
export function LocalGrid<Row>(props: {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly onOpen: (row: Row) => void;
}): ReactNode {
  const { label, columns, rows, rowId, onOpen } = props;
  const revision = useRevision(rows);
  return (
    <DataGrid
      label={label}
      columns={columns}
      load={(offset, limit) => Promise.resolve({ rows: rows.slice(offset, offset + limit), total: rows.length })}
      rowId={rowId}
      queryKey={label}
      revision={revision}
      onOpen={onOpen}
      empty={<EmptyState kind="nothing-yet" />}
      height={HEAD_PX + ROW_PX * Math.min(MOST_ROWS_IN_VIEW, Math.max(rows.length, 1))}
    />
  );
}

/** Grows with every change of the value, so that a grid reads its rows again. */
export function useRevision(value: unknown): number {
  const [revision, setRevision] = useState(0);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    setRevision((count) => count + 1);
  }, [value]);
  return revision;
}
