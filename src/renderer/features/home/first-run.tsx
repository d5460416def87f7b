/**
 * The overview while the mirror fills for the first time, and its caveat while the mirror is not proved complete.
 */
import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { caveatTitle } from '../../../domain/overview-figures.ts';
import { describeDuration } from '../../../domain/time.ts';
import { FailureNotice, Notice, Panel } from '../../ui/index.ts';

/** Nothing has been read yet: says what is going on and how long it takes. */
export function FirstRun({ status }: { readonly status: SyncStatus }): ReactNode {
  const { progress, failure, state, invoices } = status;
  const total = progress?.total ?? invoices.total;
  const done = progress?.done ?? invoices.seen;
  return (
    <Panel title={state === 'stopped' ? 'The mirror could not be filled' : 'The mirror is filling'}>
      <p className="mc-first-words">
        The API has no search and answers 100 requests a minute, so the console first reads everything into a mirror on
        this computer. After that every screen answers at once, also offline.
      </p>
      <Progress
        size={8}
        value={total === null || total === 0 ? 0 : Math.min(100, (done / total) * 100)}
        aria-label="Reading invoices"
      />
      <p className="mc-first-note mc-num">
        {done.toLocaleString('en-GB')} of {total === null ? 'an unknown number of' : total.toLocaleString('en-GB')}{' '}
        invoices read
        {progress?.etaSeconds === undefined ? '' : `, about ${describeDuration(progress.etaSeconds * 1000)} left`}
        {state === 'paused' ? '. Paused: resume it at the bottom left.' : ''}
      </p>
      {failure === undefined ? null : <FailureNotice failure={failure} />}
    </Panel>
  );
}

/** One strip when the figures below are not about everything; null when they are. */
export function Caveat({ status }: { readonly status: SyncStatus | undefined }): ReactNode {
  if (status === undefined || status.invoices.certificate === 'certified') return null;
  const { certificate, reason } = status.invoices;
  const title = caveatTitle(status.invoices) ?? '';
  if (certificate === 'as-far-as-seen') {
    return (
      <Notice tone="quiet" title={title}>
        {reason ?? 'The list moved while it was read, so its completeness could not be proved.'}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={title}>
      {reason ?? 'The mirror is still being read; figures will change until it is complete.'}
    </Notice>
  );
}
