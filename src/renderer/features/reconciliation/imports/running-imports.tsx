// Imports under way, whoever started them in whichever window: how far each is, and the way to cancel it; and
// the news of one that ends while the person looks at another screen, once.
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useActions, useCall, useProfile } from '../../../bridge/index.ts';
import {
  FailureNotice,
  failureWords,
  importPath,
  Notice,
  Panel,
  plainText,
  type ShownNews,
  tellNews,
} from '../../../ui/index.ts';
import { FileProgress } from './check-progress.tsx';
import { screenPath } from '../../../../domain/console/screens.ts';

const IMPORTS = screenPath('imports');

/** For the frame of all screens. What was over before this window saw it run is no news; neither is what a person has cancelled. */
export function useImportNews(): void {
  const { id: profile } = useProfile();
  const jobs = useCall('jobs.list', {}).data?.jobs;
  const [path] = useLocation();
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const job of jobs?.filter(({ kind }) => kind === 'import') ?? []) {
      if (isOpen(job)) running.current.add(job.id);
      // The screens of imports show the end themselves.
      else if (running.current.delete(job.id) && !path.startsWith(IMPORTS) && job.state !== 'cancelled') {
        tellNews(newsOf(job, profile));
      }
    }
  }, [jobs, path, profile]);
}

function newsOf(job: ImportJob, profile: string | null): ShownNews {
  const name = plainText((job.fileName ?? job.label).slice(0, 80));
  const isDone = job.state === 'done';
  return {
    id: `import-${job.id}-${job.state}`,
    tone: isDone ? 'good' : 'warn',
    title: isDone ? `${name} is imported` : `${name} was not imported`,
    words: isDone
      ? 'Its entries are held against the records by themselves.'
      : `${whyWords(job)} Nothing of it was kept.`,
    link: isDone ? { label: 'Open the import', path: importPath(job.id) } : { label: 'Imports', path: IMPORTS },
    profile,
  };
}

type ImportJob = CallOutput<'jobs.list'>['jobs'][number];

/** Nothing while there is none. */
export function RunningImports() {
  const jobs = useCall('jobs.list', {}).data?.jobs ?? [];
  const { run, busy, failure } = useActions();
  const mine = jobs.filter(({ kind }) => kind === 'import');
  const open = mine.filter(isOpen);
  const failed = mine.filter(({ state }) => state === 'failed').slice(-1);
  if (open.length === 0 && failed.length === 0) return null;
  return (
    <>
      {failed.map((job) => (
        <Notice key={job.id} tone="bad" title={`Not imported: ${plainText(job.label.slice(0, 120))}`}>
          {whyWords(job)} Nothing of it was kept.
        </Notice>
      ))}
      {open.map((job) => (
        <Panel key={job.id} title="Importing">
          <FileProgress words={plainText(job.label.slice(0, 160))} part={job}>
            <Button size="xs" disabled={busy} onClick={() => void run('jobs.cancel', { id: job.id })}>
              Cancel the import
            </Button>
          </FileProgress>
        </Panel>
      ))}
      <FailureNotice failure={failure} />
    </>
  );
}

function whyWords({ failure, reason = 'It stopped.' }: ImportJob): string {
  if (failure === undefined) return plainText(reason.slice(0, 400));
  const { sentence, nextStep } = failureWords(failure);
  return `${sentence} ${nextStep}`;
}

function isOpen({ state }: ImportJob): boolean {
  return state === 'running' || state === 'waiting' || state === 'paused';
}
