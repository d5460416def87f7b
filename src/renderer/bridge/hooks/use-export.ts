// Exporting what is filtered: starts the job, follows it, and saves the file where the shell leaves that to the page.
import { useRef, useState } from 'react';
import type { CallInput } from '../../../contract/calls.ts';
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { useBridge } from '../context.ts';
import { useAction } from './use-action.ts';
import { type FollowedJob, useFollowedJob } from './use-followed-job.ts';
import { useCapabilities } from './use-profile.ts';

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly jobId: string | null; readonly job: FollowedJob | null }
  /** `hasManifest`: it can still be fetched; otherwise it was saved beside the file. */
  | {
      readonly kind: 'saved';
      readonly fileName: string;
      readonly notice: string | null;
      readonly hasManifest: boolean;
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

export interface Export {
  readonly state: ExportState;
  readonly start: (request: CallInput<'exports.start'>) => void;
  /** The books of all businesses, under a passphrase. */
  readonly startBooks: (passphrase: string) => void;
  readonly cancel: () => void;
  /** Saves the manifest of the last file, once, where the shell leaves saving to the page. */
  readonly fetchManifest: () => void;
}

const IDLE: ExportState = { kind: 'idle' };
const LOST: ExportState = {
  kind: 'failed',
  reason: 'The console’s engine began anew and the export was lost with it. Export again.',
};

const NOT_FETCHED: ExportState = {
  kind: 'failed',
  reason: 'The finished file could not be fetched. Export it again.',
};

/** One export at a time, from the click to the saved file. */
export function useExport(): Export {
  const [state, setState] = useState<ExportState>(IDLE);
  const start = useAction('exports.start');
  const books = useAction('books.writeOut');
  const cancel = useAction('jobs.cancel');
  const save = useSave();
  const jobId = state.kind === 'running' ? state.jobId : null;
  const finished = useRef<string | null>(null);
  const manifest = useRef<FollowedJob | null>(null);
  const see = (job: FollowedJob): void => {
    if (finished.current === job.id) return;
    if (job.state === 'running' || job.state === 'waiting' || job.state === 'paused') {
      setState({ kind: 'running', jobId: job.id, job });
      return;
    }
    finished.current = job.id;
    manifest.current = job;
    void save.file(job).then(setState);
  };
  useFollowedJob(jobId, see, () => setState(LOST));
  const begin = async (asked: ReturnType<typeof start.run>): Promise<void> => {
    setState({ kind: 'running', jobId: null, job: null });
    const result = await asked;
    if (result === null) return;
    if (result.ok) setState({ kind: 'running', jobId: result.value.jobId, job: null });
    else setState({ kind: 'refused', failure: result.failure });
  };
  return {
    state,
    start: (request) => void begin(start.run(request)),
    startBooks: (passphrase) => void begin(books.run({ passphrase })),
    cancel: () => {
      if (jobId !== null) void cancel.run({ id: jobId });
    },
    fetchManifest: () => {
      const job = manifest.current;
      manifest.current = null;
      if (job !== null) void save.manifest(job).then(setState);
    },
  };
}

interface Save {
  /** Saves what the job wrote, and says what came of it. */
  readonly file: (job: FollowedJob) => Promise<ExportState>;
  readonly manifest: (job: FollowedJob) => Promise<ExportState>;
}

function useSave(): Save {
  const bridge = useBridge();
  const { saveAs } = useCapabilities();
  const download = async (ticket: string | undefined, fileName: string, saved: ExportState): Promise<ExportState> => {
    if (ticket === undefined) return { kind: 'failed', reason: 'The finished file was not offered for download.' };
    if (bridge.fetchExport === null) {
      // Of a team's host: the shell fetches it and asks where it is to lie.
      const result = await bridge.call('teams.save', { ticket, name: fileName });
      const kind = result.ok ? result.value.kind : 'failed';
      return kind === 'saved' ? saved : kind === 'declined' ? { kind: 'cancelled' } : NOT_FETCHED;
    }
    try {
      saveBlob(await bridge.fetchExport(ticket), fileName);
      return saved;
    } catch {
      return NOT_FETCHED;
    }
  };
  return {
    file: async (job) => {
      if (job.state === 'cancelled') return { kind: 'cancelled' };
      if (job.state === 'failed') return { kind: 'failed', reason: job.reason ?? 'The export stopped.' };
      const fileName = fileNameOf(job);
      const hasManifest = saveAs === 'download' && job.manifestTicket !== undefined;
      const saved = { kind: 'saved', fileName, notice: job.notice ?? null, hasManifest } as const;
      return saveAs === 'dialog' ? saved : download(job.ticket, fileName, saved);
    },
    manifest: (job) => {
      const fileName = `${fileNameOf(job)}.manifest.json`;
      return download(job.manifestTicket, fileName, { kind: 'saved', fileName, notice: null, hasManifest: false });
    },
  };
}

function fileNameOf({ fileName }: FollowedJob): string {
  return fileName ?? 'export.csv';
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
