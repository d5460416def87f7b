// "What this cannot tell you": the limits of a report, as a part of it.
import type { ReactNode } from 'react';
import { Fact, FactGrid, Panel } from './page-frame.tsx';

/** What cannot be told, and why. */
export interface Untellable {
  readonly title: string;
  readonly note: ReactNode;
}

export function CannotTell({ things }: { readonly things: readonly Untellable[] }): ReactNode {
  return (
    <Panel title="What this cannot tell you">
      <FactGrid>
        {things.map(({ title, note }) => (
          <Fact key={title} label={title}>
            {note}
          </Fact>
        ))}
      </FactGrid>
    </Panel>
  );
}
