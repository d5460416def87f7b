// "What this cannot tell you": the limits of a report, as a part of it.
import type { ReactNode } from 'react';
import { Panel } from './page-frame.tsx';
import './cannot-tell.css';

/** What cannot be told, and why. */
export interface Untellable {
  readonly title: string;
  readonly note: ReactNode;
}

/** The panel at the end of a report. */
export function CannotTell({ things }: { readonly things: readonly Untellable[] }): ReactNode {
  return (
    <Panel title="What this cannot tell you">
      <dl className="mc-cannot">
        {things.map(({ title, note }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
