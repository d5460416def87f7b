/**
 * Exporting what is filtered: starts the job, follows it, and saves the file where the shell leaves that to the page. Not here:
 * how a CSV is written (the engine) and how an export looks (ui/export-button).
 */
import { useEffect, useRef, useState } from 'react';
import type { CallInput, CallOutput } from '../../contract/calls.ts';
import type { Failure } from '../../domain/failure.ts';
import { useBridge } from './context.ts';
import { useAction } from './use-action.ts';
import { useEvent } from './use-event.ts';
import { useCapabilities, useProfile } from './use-profile.ts';

type Job = CallOutput<'jobs.list'>['jobs'][number];

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly jobId: string | null; readonly job: Job | null }
  | { readonly kind: 'saved'; readonly fileName: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface Export {
  readonly state: ExportState;
  readonly start: (request: CallInput<'exports.start'>) => void;
  readonly cancel: () => void;
}

const IDLE: ExportState = { kind: 'idle' };
/** Should the events about jobs be lost, the job is read this often. */
const LOOK_EVERY_MS = 2_000;

/** One export at a time, from the click to the saved file. */
export function useExport(): Export {
  const [state, setState] = useState<ExportState>(IDLE);
  const { id: profileId } = useProfile();
  const start = useAction('exports.start');
  const cancel = useAction('jobs.cancel');
  const save = useSave();
  const jobId = state.kind === 'running' ? state.jobId : null;
  const finished = useRef<string | null>(null);
  const see = (jobs: readonly Job[]): void => {
    const job = jobs.find(({ id }) => id === jobId);
    if (job === undefined || finished.current === job.id) return;
    if (job.state === 'running' || job.state === 'waiting' || job.state === 'paused') {
      setState({ kind: 'running', jobId: job.id, job });
      return;
    }
    finished.current = job.id;
    void save(job).then(setState);
  };
  useEvent('jobs.changed', ({ jobs }, profile) => {
    if (profile === null || profile === profileId) see(jobs);
  });
  usePolling(jobId, see);
  const begin = async (request: CallInput<'exports.start'>): Promise<void> => {
    const result = await start.run(request);
    if (result.ok) setState({ kind: 'running', jobId: result.value.jobId, job: null });
    else setState({ kind: 'refused', failure: result.failure });
  };
  return {
    state,
    start: (request) => {
      setState({ kind: 'running', jobId: null, job: null });
      void begin(request);
    },
    cancel: () => {
      if (jobId !== null) void cancel.run({ id: jobId });
    },
  };
}

function usePolling(jobId: string | null, see: (jobs: readonly Job[]) => void): void {
  const { run } = useAction('jobs.list');
  const latest = useRef(see);
  useEffect(() => {
    latest.current = see;
  });
  useEffect(() => {
    if (jobId === null) return undefined;
    const look = async (): Promise<void> => {
      const result = await run({});
      if (result.ok) latest.current(result.value.jobs);
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [jobId, run]);
}

function useSave(): (job: Job) => Promise<ExportState> {
  const bridge = useBridge();
  const { saveAs } = useCapabilities();
  return async (job) => {
    if (job.state === 'cancelled') return { kind: 'cancelled' };
    if (job.state === 'failed') return { kind: 'failed', reason: job.reason ?? 'The export stopped.' };
    const fileName = job.fileName ?? 'export.csv';
    if (saveAs === 'dialog') return { kind: 'saved', fileName };
    if (job.ticket === undefined) return { kind: 'failed', reason: 'The finished file was not offered for download.' };
    try {
      saveBlob(await bridge.fetchExport(job.ticket), fileName);
      return { kind: 'saved', fileName };
    } catch {
      return { kind: 'failed', reason: 'The finished file could not be fetched. Export it again.' };
    }
  };
}

function saveBlob(blob: Blob, fileName: string): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  // The browser has taken the bytes over by then.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
