// A run of resends that is under way, in view from every screen: it sends without anybody looking at it.
import { ActionIcon, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Job } from '../../contract/calls/reconciliation.ts';
import { useCall } from '../bridge/index.ts';
import { runPath } from '../ui/index.ts';
import classes from './frame.module.css';

/** The run with the way to it; nothing while there is none. A business has one that is open at most. */
export function RunStatus(): ReactNode {
  const jobs = useCall('jobs.list', {}).data?.jobs ?? [];
  const { isSeen, see } = useSeen();
  const unseen = jobs.filter((one) => isEndedRun(one) && !isSeen(one.id));
  const job = jobs.find(isOpenRun) ?? unseen.at(-1);
  const [path] = useLocation();
  const isHere = job !== undefined && path === runPath(job.id);
  const endedHere = isHere && isEndedRun(job) ? job.id : null;
  useEffect(() => {
    if (endedHere !== null) see(endedHere);
  }, [endedHere, see]);
  if (job === undefined || endedHere !== null) return null;
  return isEndedRun(job) ? <Ended job={job} onDismiss={() => see(job.id)} /> : <Open job={job} />;
}

function Open({ job }: { readonly job: Job }): ReactNode {
  const { done, total } = job;
  return (
    <section className={classes.stand} aria-label="Resend run">
      <Link className={classes.standTitle} href={runPath(job.id)}>
        {titleOf(job)}
      </Link>
      {total === undefined || total === 0 ? null : (
        <Progress size={4} value={(done / total) * 100} aria-label="Resend run" />
      )}
    </section>
  );
}

function Ended({ job, onDismiss }: { readonly job: Job; readonly onDismiss: () => void }): ReactNode {
  return (
    <section className={classes.stand} aria-label="Resend run">
      <div className={classes.standHead}>
        <span className={`${classes.standTitle} mc-num`}>{titleOf(job)}</span>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label="Dismiss the run" onClick={onDismiss}>
          <IconX size={14} aria-hidden="true" />
        </ActionIcon>
      </div>
      <p className={classes.standNote}>
        <Link className="mc-link" href={runPath(job.id)}>
          Open its report
        </Link>
      </p>
    </section>
  );
}

/** The runs that were opened after their end, or dismissed; for as long as the window is there. */
function useSeen() {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  // A state's setter never changes, so neither does this.
  const [see] = useState(() => (id: string) => setSeen((before) => new Set([...before, id])));
  return { isSeen: (id: string): boolean => seen.has(id), see };
}

function titleOf({ state, done, total }: Job): string {
  const of = total === undefined ? '' : ` of ${total.toLocaleString('en-GB')}`;
  return `${STATES[state]} ${done.toLocaleString('en-GB')}${of}`;
}

/** What is over was not all sent: the report tells what came of each. */
const STATES: Readonly<Record<Job['state'], string>> = {
  running: 'Resending',
  waiting: 'Resending, waiting:',
  paused: 'Resends on hold:',
  done: 'Resend run over,',
  cancelled: 'Resend run cancelled,',
  failed: 'Stopped:',
};

function isOpenRun(job: Job): boolean {
  return job.kind === 'bulk-resend' && !isEndedRun(job);
}

function isEndedRun({ kind, state }: Job): boolean {
  return kind === 'bulk-resend' && (state === 'done' || state === 'cancelled');
}
