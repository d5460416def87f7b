/**
 * The button that exports what is filtered, with progress, an estimate and a way to stop. Not here: the job (use-export.ts).
 */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallInput } from '../../../contract/calls.ts';
import { describeDuration } from '../../../domain/time.ts';
import { failureWords } from '../../ui/index.ts';
import { type ExportState, useExport } from './use-export.ts';

/** "Export CSV"; `count` says how many rows that is. */
export function ExportButton(props: {
  readonly request: CallInput<'exports.start'>;
  readonly count: number | null;
}): ReactNode {
  const { request, count } = props;
  const { state, start, cancel } = useExport();
  const running = state.kind === 'running';
  return (
    <>
      <span className="mc-adjusted-export" role="status">
        {exportWords(state)}
      </span>
      {running && state.jobId !== null ? (
        <Button variant="subtle" onClick={cancel}>
          Stop export
        </Button>
      ) : null}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        disabled={running || count === 0 || count === null}
        title={count === 0 ? 'There are no rows to export' : 'All rows of this filter, in this order'}
        onClick={() => start(request)}
      >
        Export CSV
      </Button>
    </>
  );
}

/** Where the export stands, in a few words; empty when there is none. */
export function exportWords(state: ExportState): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'running':
      return runningWords(state.job);
    case 'saved':
      return `Saved ${state.fileName}`;
    case 'cancelled':
      return 'Export stopped; nothing was saved';
    case 'failed':
      return state.reason;
    case 'refused':
      return failureWords(state.failure).sentence;
  }
}

function runningWords(job: Extract<ExportState, { kind: 'running' }>['job']): string {
  if (job === null) return 'Exporting…';
  const done = job.done.toLocaleString('en-GB');
  const of = job.total === undefined ? '' : ` of ${job.total.toLocaleString('en-GB')}`;
  const left = job.etaSeconds === undefined ? '' : `, about ${describeDuration(job.etaSeconds * 1000)} left`;
  return `Exporting ${done}${of} rows${left}`;
}
