/**
 * The report of a run as a file. Not here: writing it (the engine).
 */
import type { ReactNode } from 'react';
import type { BulkRun } from '../../../contract/calls/bulk.ts';
import { useExport } from '../../bridge/index.ts';
import { ExportButton } from '../../ui/index.ts';

/** Every item with its outcome and evidence, as far as the run has come. */
export function ReportExport({ run }: { readonly run: BulkRun }): ReactNode {
  const exporting = useExport();
  return (
    <ExportButton
      state={exporting.state}
      count={run.counts.total}
      onStart={() => exporting.start({ kind: 'resend-report-csv', runId: run.runId })}
      onStop={exporting.cancel}
    />
  );
}
