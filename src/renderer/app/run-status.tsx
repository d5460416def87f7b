// A run of resends in view from every screen: it sends unwatched. One that is over stays until its report was opened or it was dismissed.
import { ActionIcon, Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Job } from '../../contract/calls/reconciliation.ts';
import { useCall } from '../bridge/index.ts';
import { hashHref, runPath, grouped } from '../ui/index.ts';

/** The run with the way to it; nothing while there is none. A business has one that is open at most. */
export function RunStatus(): ReactNode {
  const runs = (useCall('jobs.list', {}).data?.jobs ?? []).filter(({ kind }) => kind === 'bulk-resend');
  // Opened after their end, or dismissed; for as long as the window is there.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const job = runs.find((one) => !hasEnded(one)) ?? runs.findLast(({ id }) => !seen.has(id));
  const [path] = useLocation();
  const endedHere = job !== undefined && hasEnded(job) && path === runPath(job.id) ? job.id : null;
  if (endedHere !== null && !seen.has(endedHere)) setSeen(new Set([...seen, endedHere]));
  if (job === undefined || endedHere !== null) return null;
  const { id, done, total, state } = job;
  const of = total === undefined ? '' : ` of ${grouped(total)}`;
  const title = `${STATES[state]} ${grouped(done)}${of}`;
  return (
    <Stack component="section" gap={4} fz={12} px={8} aria-label="Resend run">
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
          <Anchor inherit underline="always" href={hashHref(runPath(id))}>
            Open its report
          </Anchor>
        </>
      ) : (
        <>
          <Anchor inherit fz={13} fw={500} c="inherit" href={hashHref(runPath(id))}>
            {title}
          </Anchor>
          {total === undefined || total === 0 ? null : (
            <Progress size={4} value={(done / total) * 100} aria-label="Resend run" />
          )}
        </>
      )}
    </Stack>
  );
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

function hasEnded({ state }: Job): boolean {
  return state === 'done' || state === 'cancelled';
}
