// Imports under way, whoever started them in whichever window: how far each is, and the way to cancel it.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { useActions, useCall } from '../../../bridge/index.ts';
import { FailureNotice, failureWords, Notice, Panel, plainText } from '../../../ui/index.ts';
import { FileProgress } from './check-progress.tsx';

export type ImportJob = CallOutput<'jobs.list'>['jobs'][number];

/** Nothing while there is none. */
export function RunningImports(): ReactNode {
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
            <Button variant="default" size="xs" disabled={busy} onClick={() => void run('jobs.cancel', { id: job.id })}>
              Cancel the import
            </Button>
          </FileProgress>
        </Panel>
      ))}
      {failure === undefined ? null : <FailureNotice failure={failure} />}
    </>
  );
}

/** Why it failed. */
export function whyWords({ failure, reason = 'It stopped.' }: ImportJob): string {
  if (failure === undefined) return plainText(reason.slice(0, 400));
  const { sentence, nextStep } = failureWords(failure);
  return `${sentence} ${nextStep}`;
}

/** Has it not ended? */
export function isOpen({ state }: ImportJob): boolean {
  return state === 'running' || state === 'waiting' || state === 'paused';
}
