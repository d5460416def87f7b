// The button that exports what is filtered, with progress, an estimate and a way to stop.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../domain/failure.ts';
import { describeDuration } from '../../domain/time.ts';
import { useUi } from './environment.tsx';
import { failureWords } from './failure-words.ts';
import classes from './export-button.module.css';

/** How far an export has come. */
export interface ExportProgress {
  readonly done: number;
  readonly total?: number | undefined;
  readonly etaSeconds?: number | undefined;
}

/** Where an export stands, as this button shows it. */
export type ExportView =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly jobId: string | null; readonly job: ExportProgress | null }
  | {
      readonly kind: 'saved';
      readonly fileName: string;
      readonly notice: string | null;
      readonly hasManifest: boolean;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** How the file is to be: what the button adds to the rows that its screen names. */
export interface ExportAsked {
  readonly format: 'csv' | 'xlsx';
  /** The zone in which the screen shows times: the file has each of them in UTC and in this zone. */
  readonly timeZone: string;
}

/** "Export CSV", and the same as a workbook; `count` says how many rows that is. */
export function ExportButton(props: {
  readonly state: ExportView;
  readonly count: number | null;
  readonly onStart: (asked: ExportAsked) => void;
  readonly onStop: () => void;
  readonly onManifest?: () => void;
}): ReactNode {
  const { state, count, onStart, onStop, onManifest } = props;
  const { timeZone } = useUi();
  const isRunning = state.kind === 'running';
  const isDisabled = isRunning || count === 0 || count === null;
  const title = exportTitle(count, isRunning);
  return (
    <>
      <ExportWords state={state} />
      {isRunning && state.jobId !== null ? (
        <Button variant="subtle" onClick={onStop}>
          Stop export
        </Button>
      ) : null}
      {state.kind === 'saved' && state.hasManifest && onManifest !== undefined ? (
        <Button variant="subtle" title="What the file holds, of when, and its SHA-256" onClick={onManifest}>
          Save manifest
        </Button>
      ) : null}
      <Button.Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          disabled={isDisabled}
          title={title}
          data-console-export=""
          onClick={() => onStart({ format: 'csv', timeZone })}
        >
          Export CSV
        </Button>
        <Button
          variant="default"
          disabled={isDisabled}
          title={isDisabled ? title : `${title}, as a workbook`}
          aria-label="Export XLSX"
          onClick={() => onStart({ format: 'xlsx', timeZone })}
        >
          XLSX
        </Button>
      </Button.Group>
    </>
  );
}

/** Why there is nothing to export, or what would be. */
export function exportTitle(count: number | null, isRunning: boolean): string {
  if (isRunning) return 'An export is under way';
  if (count === null) return 'The rows are not counted yet';
  return count === 0 ? 'There are no rows to export' : 'All rows of this filter, in this order';
}

/** Progress changes several times a second: it is seen always, and said aloud by quarters. The end is both. */
export function ExportWords({ state }: { readonly state: ExportView }): ReactNode {
  const isRunning = state.kind === 'running';
  return (
    <>
      {isRunning ? <span className={classes.exportWords}>{exportWords(state)}</span> : null}
      <span className={isRunning ? 'mc-visually-hidden' : classes.exportWords} role="status">
        {isRunning ? spokenWords(state.job) : exportWords(state)}
      </span>
    </>
  );
}

const QUARTERS = 4;

function spokenWords(job: ExportProgress | null): string {
  const { done = 0, total = 0 } = job ?? {};
  const quarters = total === 0 ? 0 : Math.min(QUARTERS - 1, Math.floor((QUARTERS * done) / total));
  return quarters === 0 ? 'The export has begun' : `The export is ${(quarters * 100) / QUARTERS} % done`;
}

/** Where the export stands, in a few words; empty when there is none. */
export function exportWords(state: ExportView): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'running':
      return runningWords(state.job);
    case 'saved':
      return `Saved ${state.fileName}${state.notice === null ? '' : `. ${state.notice}`}`;
    case 'cancelled':
      return 'Export stopped; nothing was saved';
    case 'failed':
      return state.reason;
    case 'refused':
      return failureWords(state.failure).sentence;
  }
}

function runningWords(job: ExportProgress | null): string {
  if (job === null) return 'Exporting…';
  const done = job.done.toLocaleString('en-GB');
  const of = job.total === undefined ? '' : ` of ${job.total.toLocaleString('en-GB')}`;
  const left = job.etaSeconds === undefined ? '' : `, about ${describeDuration(job.etaSeconds * 1000)} left`;
  return `Exporting ${done}${of} rows${left}`;
}
