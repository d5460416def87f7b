// What reconciliation found in one record, for the page of that record.
import { useExceptionsOf } from '../../../bridge/index.ts';
import { Panel } from '../../../ui/index.ts';
import { FindingLines, FindingsUnread } from '../../../parts/index.ts';

/**
 * Nothing without a finding: that a record has none says nothing before a run has looked at it. What could not be read may be one, so that
 * is said.
 */
export function RecordFindings({ uuid }: { readonly uuid: string }) {
  const { rows: all = [], failure, retry } = useExceptionsOf(uuid);
  // A case stands with the notes.
  const rows = all.filter(({ kind }) => kind !== 'case');
  if (rows.length === 0 && failure === undefined) return null;
  return (
    <Panel title="Reconciliation" note="What was found in this record; a line opens it among the exceptions.">
      {failure === undefined ? null : <FindingsUnread failure={failure} onRetry={retry} />}
      <FindingLines rows={rows} />
    </Panel>
  );
}
