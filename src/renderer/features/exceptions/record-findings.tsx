/**
 * What reconciliation found in one record, for the page of that record. Not here: working on it (the list of exceptions, behind each line).
 */
import type { ReactNode } from 'react';
import { useExceptionsOf } from '../../bridge/index.ts';
import { FindingLines, Panel } from '../../ui/index.ts';

/** Nothing without a finding: that a record has none says nothing before a run has looked at it. */
export function RecordFindings({ uuid }: { readonly uuid: string }): ReactNode {
  const rows = useExceptionsOf(uuid) ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title="Reconciliation" note="What was found in this record; a line opens it among the exceptions.">
      <FindingLines rows={rows} />
    </Panel>
  );
}
