// Runs of resends, and of orders out of a file, in view from every screen: they send unwatched. One that is over stays until its report was opened or it was dismissed.
import { ActionIcon, Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { screenPath } from '../../domain/console/screens.ts';
import type { JobView } from '../../domain/exports/report-job.ts';
import { useCall } from '../bridge/index.ts';
import { hashHref, runPath, grouped } from '../ui/index.ts';

/** Those that go on, one of each kind at most, or else the last that is over; nothing while there is none. */
export function RunStatus() {
  const runs = (useCall('jobs.list', {}).data?.jobs ?? []).filter(({ kind }) => kind in RUNS);
  // Opened after their end, or dismissed; for as long as the window is there.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const see = (id: string): void => setSeen(new Set([...seen, id]));
  const [path] = useLocation();
  const open = runs.filter((job) => !hasEnded(job));
  const over = open.length > 0 ? undefined : runs.findLast(({ id }) => !seen.has(id));
  if (over !== undefined && path === pathOf(over)) see(over.id);
  else if (over !== undefined) return <Over job={over} onDismiss={() => see(over.id)} />;
  return open.map((job) => <Going key={job.id} job={job} />);
}

function Going({ job }: { readonly job: JobView }) {
  const { done, total } = job;
  const { name, title } = wordsOf(job);
  return (
    <Stack component="section" gap={4} fz={12} px={8} aria-label={name}>
      <Anchor inherit fz={13} fw={500} c="inherit" href={hashHref(pathOf(job))}>
        {title}
      </Anchor>
      {total === undefined || total === 0 ? null : <Progress size={4} value={(done / total) * 100} aria-label={name} />}
    </Stack>
  );
}

function Over({ job, onDismiss }: { readonly job: JobView; readonly onDismiss: () => void }) {
  const { name, title } = wordsOf(job);
  return (
    <Stack component="section" gap={4} fz={12} px={8} aria-label={name}>
      <Group gap={6} wrap="nowrap" justify="space-between">
        <Text fz={13} fw={500} className="mc-num">
          {title}
        </Text>
        <ActionIcon size={24} aria-label="Dismiss the run" onClick={onDismiss}>
          <IconX size={14} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <Anchor inherit underline="always" href={hashHref(pathOf(job))}>
        Open its report
      </Anchor>
    </Stack>
  );
}

const RUNS = {
  'bulk-resend': { name: 'Resend run', doing: 'Resending' },
  'bulk-create': { name: 'File of orders', doing: 'Creating' },
} as const;

/** What is over was not all sent: the report tells what came of each. */
function wordsOf({ kind, state, done, total }: JobView): { readonly name: string; readonly title: string } {
  const { name, doing } = RUNS[kind === 'bulk-create' ? kind : 'bulk-resend'];
  const states: Readonly<Record<JobView['state'], string>> = {
    running: doing,
    waiting: `${doing}, waiting:`,
    paused: `${doing} on hold:`,
    done: `${name} over,`,
    cancelled: `${name} cancelled,`,
    failed: 'Stopped:',
  };
  return { name, title: `${states[state]} ${grouped(done)}${total === undefined ? '' : ` of ${grouped(total)}`}` };
}

function pathOf({ id, kind }: JobView): string {
  return kind === 'bulk-create' ? screenPath('order-run', { id }) : runPath(id);
}

function hasEnded({ state }: JobView): boolean {
  return state === 'done' || state === 'cancelled';
}
