// Quiet words on a screen: a line below something, and the row of filters, counts and ages above a table.
import type { ReactNode } from 'react';
import classes from './note.module.css';

/** A paragraph that explains what stands above it. */
export function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="mc-note">{children}</p>;
}

/** Filters, then what they leave; the age of it all stands at the end of the line. */
export function TableTools(props: {
  readonly filters: ReactNode;
  readonly words: string;
  readonly age: ReactNode;
  /** What can be done with the rows; at the end. */
  readonly actions?: ReactNode;
}): ReactNode {
  return (
    <div className={classes.tools}>
      {props.filters}
      <span className="mc-note">{props.words}</span>
      <span className="mc-note">{props.age}</span>
      {props.actions === undefined ? null : <span className={classes.toolsActions}>{props.actions}</span>}
    </div>
  );
}
