// A run of resends, or of orders out of a file, in view from every screen: it sends unwatched. One that is over stays until its report was opened or it was dismissed.
import { ActionIcon, Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { screenPath } from '../../domain/console/screens.ts';
import type { Job } from '../../contract/calls/reconciliation.ts';
import { useCall } from '../bridge/index.ts';
import { hashHref, runPath, grouped } from '../ui/index.ts';

/** The run with the way to it; nothing while there is none. A business has one that is open at most. */
export function RunStatus(): ReactNode {
  const runs = (useCall('jobs.list', {}).data?.jobs ?? []).filter(({ kind }) => kind in RUNS);
  // Opened after their end, or dismissed; for as long as the window is there.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const job = runs.find((one) => !hasEnded(one)) ?? runs.findLast(({ id }) => !seen.has(id));
  const [path] = useLocation();
  const endedHere = job !== undefined && hasEnded(job) && path === pathOf(job) ? job.id : null;
  if (endedHere !== null && !seen.has(endedHere)) setSeen(new Set([...seen, endedHere]));
  if (job === undefined || endedHere !== null) return null;
  const { id, kind, done, total, state } = job;
  const of = total === undefined ? '' : ` of ${grouped(total)}`;
  const { label, states } = kind === 'bulk-create' ? RUNS['bulk-create'] : RUNS['bulk-resend'];
  const title = `${states[state]} ${grouped(done)}${of}`;
  return (
    <Stack component="section" gap={4} fz={12} px={8} aria-label={label}>
      {hasEnded(job) ? (
        <>
          <Group gap={6} wrap="nowrap" justify="space-between">
            <Text fz={13} fw={500} className="mc-num">
              {title}
            </Text>
            <ActionIcon size={24} aria-label="Dismiss the run" onClick={() => setSeen(new Set([...seen, id]))}>
              <IconX size={14} aria-hidden="true" />
            </ActionIcon>
          </Group>
          <Anchor inherit underline="always" href={hashHref(pathOf(job))}>
            Open its report
          </Anchor>
        </>
      ) : (
        <>
          <Anchor inherit fz={13} fw={500} c="inherit" href={hashHref(pathOf(job))}>
            {title}
          </Anchor>
          {total === undefined || total === 0 ? null : (
            <Progress size={4} value={(done / total) * 100} aria-label={label} />
          )}
        </>
      )}
    </Stack>
  );
}

/** What is over was not all sent: the report tells what came of each. */
const RUNS: Readonly<
  Record<
    'bulk-resend' | 'bulk-create',
    { readonly label: string; readonly states: Readonly<Record<Job['state'], string>> }
  >
> = {
  'bulk-resend': {
    label: 'Resend run',
    states: {
      running: 'Resending',
      waiting: 'Resending, waiting:',
      paused: 'Resends on hold:',
      done: 'Resend run over,',
      cancelled: 'Resend run cancelled,',
      failed: 'Stopped:',
    },
  },
  'bulk-create': {
    label: 'Invoices from a file',
    states: {
      running: 'Creating',
      waiting: 'Creating, waiting:',
      paused: 'Creating on hold:',
      done: 'File of orders over,',
      cancelled: 'File of orders cancelled,',
      failed: 'Stopped:',
    },
  },
};

function pathOf({ id, kind }: Job): string {
  return kind === 'bulk-create' ? screenPath('order-run', { id }) : runPath(id);
}

function hasEnded({ state }: Job): boolean {
  return state === 'done' || state === 'cancelled';
}
