// The frames of plain tables: a surface in which they scroll, reached by keyboard.
import type { ReactNode } from 'react';
import { scrollable } from './table.tsx';
import './table-frame.css';

export interface TableFrameProps {
  /** What the table holds: "Rates". */
  readonly label: string;
  /** For what only this table looks like. */
  readonly className?: string | undefined;
  /** The table's head and body. */
  readonly children: ReactNode;
}

/** A table whose rows come in groups: `data-first` marks the row that begins one, `data-end` a cell with a figure. */
export function GroupedTable({ label, className, children }: TableFrameProps): ReactNode {
  return (
    <div className={classes('mc-groups', className)} {...scrollable(label)}>
      <table>{children}</table>
    </div>
  );
}

function classes(own: string, more = ''): string {
  return `mc-table ${own} ${more}`.trimEnd();
}
