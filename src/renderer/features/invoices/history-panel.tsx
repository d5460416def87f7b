/**
 * The changes this console has seen in a record, newest first. The API keeps no history, so this is the only evidence there
 * is, and it begins with the first time the record was seen.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { ForeignText, InstantText, Panel } from '../../ui/index.ts';

type Observation = CallOutput<'invoices.get'>['history'][number];

/** What changed, from what to what, and when it was first seen. */
export function HistoryPanel({ history }: { readonly history: readonly Observation[] }): ReactNode {
  const newestFirst = [...history].sort((left, right) =>
    left.seenAt < right.seenAt ? 1 : left.seenAt > right.seenAt ? -1 : 0,
  );
  return (
    <Panel title="Changes seen" note="Dated by their first sight here: the API dates no change">
      {newestFirst.length === 0 ? (
        <p className="mc-detail-note">No change has been seen since this console first read the record.</p>
      ) : (
        <ol className="mc-history">
          {[...newestFirst.entries()].map(([position, change]) => (
            <li key={position}>
              <span className="mc-mono">
                <ForeignText text={change.field} />
              </span>{' '}
              <Value text={change.before} /> → <Value text={change.after} />
              <div className="mc-panel-note">
                <InstantText value={change.seenAt} withAge /> · seen by {change.source}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Value({ text }: { readonly text: string | null }): ReactNode {
  return text === null ? <span className="mc-null">null</span> : <ForeignText text={text} />;
}
