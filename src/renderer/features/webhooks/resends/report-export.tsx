/**
 * The report of a run as a file. Not here: writing it (the engine).
 */
import type { ReactNode } from 'react';
import type { BulkRun } from '../../../../contract/calls/bulk.ts';
import type { ItemStanding } from '../../../../domain/bulk.ts';
import { useExport } from '../../../bridge/index.ts';
import { ExportButton } from '../../../ui/index.ts';

/** The items that the list shows, each with its outcome and evidence, as far as the run has come. `standing`: null for all. */
export function ReportExport(props: { readonly run: BulkRun; readonly standing: ItemStanding | null }): ReactNode {
  const { run, standing } = props;
  const exporting = useExport();
  return (
    <ExportButton
      state={exporting.state}
      count={run.counts[standing ?? 'total']}
      onStart={(asked) =>
        exporting.start({
          ...asked,
          kind: 'resend-report',
          runId: run.runId,
          ...(standing === null ? {} : { standing: [standing] }),
        })
      }
      onStop={exporting.cancel}
      onManifest={exporting.fetchManifest}
    />
  );
}
