// One line about the sync, always in view; behind it the proof, what the reading is doing now, and pause or resume.
import { ActionIcon, Anchor, Box, Group, Popover, Progress, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconEyeCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { SyncStatus } from '../../contract/calls/sync.ts';
import { canDo, type ReadingDeed, readingCall } from '../../domain/sync/reading-switch.ts';
import { screenPath } from '../../domain/console/screens.ts';
import { useActions, useCall, useTimeZone } from '../bridge/index.ts';
import { failureWords, hashHref, TimeOfDayText } from '../ui/index.ts';
import { certificateWords, countOf, sinceWords } from '../parts/index.ts';
import classes from './frame.module.css';
import { deliveriesWords, leftWords, lineOf, missingWords, phaseWords, statusesWords } from './sync-words.ts';

const DOTS = {
  good: 'var(--mc-good-mark)',
  quiet: 'var(--mc-text-muted)',
  warn: 'var(--mc-warn-mark)',
  bad: 'var(--mc-bad-mark)',
} as const;

export function SyncLine() {
  const { data, failure } = useCall('sync.status', {});
  const [opened, setOpened] = useState(false);
  const timeZone = useTimeZone();
  const { tone, words, time } =
    data === undefined ? { tone: 'quiet' as const, words: 'Opening…', time: null } : lineOf(data);
  return (
    <Popover shadow="md" position="right-end" width={320} trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <UnstyledButton className={classes.item} data-console-sync="" onClick={() => setOpened(!opened)}>
          <Box component="span" flex="none" w={8} h={8} m={4} bg={DOTS[tone]} bdrs={4} aria-hidden="true" data-face />
          <Text span fz={12} lh="16px" className="mc-num">
            {words} {time === null ? null : <TimeOfDayText value={time} short />}
          </Text>
          <Text ml="auto" fz={12} fw={400} c="dimmed">
            {time === null ? null : timeZone}
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown data-console-proof="">
        <Stack component="section" gap={4} aria-label="Mirror">
          {data === undefined ? (
            <Line>{failure === undefined ? 'Mirror: asking…' : failureWords(failure).sentence}</Line>
          ) : (
            <Certificate status={data} />
          )}
        </Stack>
        <Anchor fz="xs" href={hashHref(`${screenPath('settings')}?section=sync`)} onClick={() => setOpened(false)}>
          Data and sync
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  );
}

const ICONS = {
  certified: <IconCircleCheck size={16} color="var(--mc-good-text)" aria-hidden="true" />,
  'as-far-as-seen': <IconEyeCheck size={16} color="var(--mc-text-muted)" aria-hidden="true" />,
  incomplete: <IconCircleDashed size={16} color="var(--mc-warn-text)" aria-hidden="true" />,
} as const;

function Certificate({ status }: { readonly status: SyncStatus }) {
  const { invoices, withdrawals, statuses, deliveries } = status;
  return (
    <>
      <Head status={status} />
      <Line>
        {invoices.certificate === 'incomplete' ? null : `${countOf(invoices)}, `}
        {invoices.asOf === null ? null : <TimeOfDayText value={invoices.asOf} />}
      </Line>
      <Line>{invoices.reason}</Line>
      <Line>{sinceWords(invoices)}</Line>
      <Missing words={missingWords(invoices, 'invoice')} path={screenPath('invoices')} />
      {statuses === undefined ? null : (
        <Line>
          {statusesWords(status)}, <TimeOfDayText value={statuses.asOf} />
        </Line>
      )}
      {/* The other list has a certificate of its own, and a time and a reason of its own with it. */}
      <Line>
        Withdrawals: {withdrawals.total === null ? 'not read yet' : certificateWords(withdrawals).toLowerCase()}
        {withdrawals.certificate === 'incomplete' ? null : `, ${countOf(withdrawals)}`}
        {withdrawals.asOf === null ? null : (
          <>
            , <TimeOfDayText value={withdrawals.asOf} />
          </>
        )}
      </Line>
      <Line>{withdrawals.reason}</Line>
      <Line>{sinceWords(withdrawals)}</Line>
      <Missing words={missingWords(withdrawals, 'withdrawal')} path={screenPath('withdrawals')} />
      <Activity status={status} />
      <Line>{withLeft(deliveriesWords(status), deliveries.etaSeconds)}</Line>
    </>
  );
}

/** Nothing where there is nothing to say. */
function Line(props: { readonly children: ReactNode; readonly c?: string; readonly role?: 'alert' }) {
  const { children, c = 'dimmed', role } = props;
  if (children === null || children === undefined) return null;
  return (
    <Text fz={12} lh="16px" c={c} role={role} className="mc-num" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

/** A warning that leads to its records. */
function Missing({ words, path }: { readonly words: string | null; readonly path: string }) {
  if (words === null) return null;
  return (
    <Line>
      <Anchor inherit c="var(--mc-warn-text)" underline="always" href={hashHref(`${path}?missing=true`)}>
        {words}
      </Anchor>
    </Line>
  );
}

function withLeft(words: string | null, etaSeconds: number | undefined): string | null {
  const left = leftWords(etaSeconds);
  return words === null || left === null ? words : `${words}, ${left}`;
}

function Activity({ status }: { readonly status: SyncStatus }) {
  const { progress, state } = status;
  const words = phaseWords(status);
  const percent = progress?.total ? Math.min(100, (progress.done / progress.total) * 100) : null;
  const isWalking = (state === 'running' || state === 'waiting' || state === 'paused') && percent !== null;
  return (
    <>
      {isWalking ? <Progress size={4} value={percent} aria-label="Reading the lists" /> : null}
      <Line c={state === 'stopped' ? 'var(--mc-bad-text)' : 'dimmed'}>
        {isWalking ? withLeft(words?.replace(/\.$/, '') ?? null, progress?.etaSeconds) : words}
      </Line>
    </>
  );
}

const SWITCHES = {
  pause: { label: 'Pause reading', Icon: IconPlayerPause },
  resume: { label: 'Resume reading', Icon: IconPlayerPlay },
  check: { label: 'Check again now', Icon: IconRefresh },
} as const satisfies Record<ReadingDeed, unknown>;

/** What is proved, and one deed: pause while it works; resume or check again while it does not. */
function Head({ status: { invoices, state } }: { readonly status: SyncStatus }) {
  const { run, busy, failure } = useActions();
  const [pressedIn, setPressedIn] = useState<SyncStatus['state'] | null>(null);
  const deed = canDo('check', state) ? 'check' : canDo('resume', state) ? 'resume' : 'pause';
  const { label, Icon } = SWITCHES[deed];
  return (
    <>
      <Group gap={6} wrap="nowrap">
        {ICONS[invoices.certificate]}
        <Text flex={1} fz={13} fw={500}>
          {certificateWords(invoices)}
        </Text>
        <Tooltip label={label}>
          <ActionIcon
            size={24}
            aria-label={label}
            loading={busy}
            onClick={() => {
              setPressedIn(state);
              void run(readingCall(deed), {});
            }}
          >
            <Icon size={14} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Group>
      {/* Once the reading stands otherwise, why it could not be changed before is history. */}
      {failure === undefined || pressedIn !== state ? null : (
        <Line role="alert" c="var(--mc-bad-text)">
          {failureWords(failure).sentence}
        </Line>
      )}
    </>
  );
}
