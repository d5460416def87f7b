/**
 * A run of resends that is under way, in view from every screen: it sends without anybody looking at it. Not here: the run itself
 * (features/bulk).
 */
import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Job } from '../../contract/calls/reconciliation.ts';
import { useCall } from '../bridge/index.ts';

/** The run with the way to it; nothing while there is none. A business has one at most. */
export function RunStatus(): ReactNode {
  const job = useCall('jobs.list', {}).data?.jobs.find(isOpenRun);
  if (job === undefined) return null;
  const { id, state, done, total } = job;
  return (
    <section className="mc-stand" aria-label="Resend run">
      <Link className="mc-stand-title" href={`/resend/runs/${encodeURIComponent(id)}`}>
        {STATES[state]} {done.toLocaleString('en-GB')}
        {total === undefined ? '' : ` of ${total.toLocaleString('en-GB')}`}
      </Link>
      {total === undefined || total === 0 ? null : (
        <Progress size={4} value={(done / total) * 100} aria-label="Resend run" />
      )}
    </section>
  );
}

const STATES: Readonly<Record<Job['state'], string>> = {
  running: 'Resending',
  waiting: 'Resending, waiting:',
  paused: 'Resends on hold:',
  done: 'Resent',
  cancelled: 'Cancelled:',
  failed: 'Stopped:',
};

function isOpenRun({ kind, state }: Job): boolean {
  return kind === 'bulk-resend' && state !== 'done' && state !== 'cancelled';
}
