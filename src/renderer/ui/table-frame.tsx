/**
 * The frames of plain tables: a surface in which they scroll, reached by keyboard. Not here: the big lists (grid) and what stands
 * in a table.
 */
import type { ReactNode } from 'react';
import { TimeOfDayText } from './instant-text.tsx';
import { scrollable } from './table.tsx';
import './table-frame.css';

export interface TableFrameProps {
  /** What the table holds: "Rates". */
  readonly label: string;
  /** For what only this table looks like. */
  readonly className?: string;
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

/** The totals below a list. `isOld` while they belong to the filter before; `data-start` marks a cell that holds no figure. */
export function TotalsFrame(
  props: TableFrameProps & {
    readonly caption: string;
    /** When the rows behind them were so; null while nobody can tell. */
    readonly asOf: string | null;
    readonly isOld: boolean;
  },
): ReactNode {
  const { label, className, caption, asOf, isOld, children } = props;
  return (
    <div
      className={classes('mc-totals', className)}
      aria-busy={isOld}
      data-old={isOld || undefined}
      {...scrollable(label)}
    >
      <table>
        <caption>
          {caption}
          {asOf === null ? null : (
            <>
              , as of <TimeOfDayText value={asOf} />
            </>
          )}
        </caption>
        {children}
      </table>
    </div>
  );
}

function classes(own: string, more = ''): string {
  return `mc-table ${own} ${more}`.trimEnd();
}
