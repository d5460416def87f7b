// One line about the sync, always in view: how complete the lists are, or what keeps them from it.
import { Anchor, Popover, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { useCall, useTimeZone } from '../bridge/index.ts';
import { screenPath } from '../../domain/screens.ts';
import { hashHref, TimeOfDayText } from '../ui/index.ts';
import { MirrorStatus } from './mirror-status.tsx';
import { type LineTone, lineOf } from './sync-words.ts';
import classes from './frame.module.css';

/** The line, with the proof behind it. */
export function SyncLine(): ReactNode {
  const { data } = useCall('sync.status', {});
  const [opened, setOpened] = useState(false);
  return (
    <Popover position="right-end" shadow="md" width={320} trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <UnstyledButton
          className={classes.syncLine}
          data-console-sync=""
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {data === undefined ? <Line tone="quiet" words="Opening…" time={null} /> : <Present status={data} />}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown data-console-proof="">
        <MirrorStatus />
        <Anchor fz="xs" href={hashHref(`${screenPath('settings')}?section=sync`)} onClick={() => setOpened(false)}>
          Data and sync
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  );
}

function Present({ status }: { readonly status: SyncStatus }): ReactNode {
  return <Line {...lineOf(status)} />;
}

function Line(props: { readonly tone: LineTone; readonly words: string; readonly time: string | null }): ReactNode {
  const { tone, words, time } = props;
  const timeZone = useTimeZone();
  return (
    <>
      <span className={classes.syncDot} data-tone={tone} aria-hidden="true" />
      <span className={`${classes.syncWords} mc-num`}>
        {words}
        {time === null ? null : (
          <>
            {' '}
            <TimeOfDayText value={time} short />
          </>
        )}
      </span>
      <Text className={classes.navWord} ml="auto" fz={12} c="dimmed">
        {timeZone}
      </Text>
    </>
  );
}
