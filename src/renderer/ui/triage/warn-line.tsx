// Here: the line that says what another change did to the row that is open.
import type { ReactNode } from 'react';
import classes from './triage.module.css';

/** Words that a screen reader is told as they come. */
export function WarnLine({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.warnLine} role="status">
      {children}
    </p>
  );
}
