/** The report of a resend as a file. */
import type { ReactNode } from 'react';
import type { BulkRun } from '../../../../../contract/calls/bulk.ts';
import type { ItemStanding } from '../../../../../domain/resend/bulk.ts';
import { ExportMenu, askedOf } from '../../../../parts/index.ts';

/** The items that the list shows, each with its outcome and evidence, as far as the run has come. `standing`: null for all. */
export function RunExport(props: { readonly run: BulkRun; readonly standing: ItemStanding | null }): ReactNode {
  const { run, standing } = props;
  return (
    <ExportMenu
      count={run.counts[standing ?? 'total']}
      rows={(asked) => ({ ...asked, kind: 'resend-report', ...askedOf(run.runId, standing) })}
    />
  );
}
