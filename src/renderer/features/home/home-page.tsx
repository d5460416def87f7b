// The first screen, for finance or for support; which of the two is remembered.
import { Group, List, Paper, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { type HomeFor, HOMES } from '../../../domain/console/console-settings.ts';
import { useCall, useProfile, useSettings, useTimeZone } from '../../bridge/index.ts';
import {
  ButtonLink,
  DAY_STEP_MS,
  FailureNotice,
  grouped,
  NewInvoiceLink,
  Notice,
  PageFrame,
  Panel,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import { FinanceHome } from './finance.tsx';
import { choiceOf, daysBefore, daysOf, PeriodChoice, rangeNames } from './period.tsx';
import { SupportHome } from './support.tsx';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { screenPath } from '../../../domain/console/screens.ts';
import { describeDuration } from '../../../domain/kernel/time/time.ts';

/** What the figures below are about; nothing when they are about everything. */
function SyncStrip({ status }: { readonly status: SyncStatus | undefined }) {
  if (status === undefined || status.invoices.certificate === 'certified') return null;
  const { certificate, reason, seen, total } = status.invoices;
  if (certificate === 'as-far-as-seen') {
    return (
      <Notice tone="quiet" title="All that was seen; completeness not provable">
        {reason ?? 'The list moved while it was read.'}
      </Notice>
    );
  }
  const { progress, failure, state } = status;
  const [done, all] = progress === undefined ? [seen, total] : [progress.done, progress.total];
  return (
    <Paper
      withBorder
      component="section"
      bg="var(--mc-notice-soft)"
      c="var(--mc-notice-text)"
      px={16}
      py={10}
      aria-label="First sync"
    >
      <Group gap={16}>
        <strong>{state === 'stopped' ? 'The first sync has stopped' : 'First sync running; figures will rise'}</strong>
        <span className="mc-num">
          {grouped(done)} of {all === null ? 'an unknown number of' : grouped(all)} invoices
          {progress?.etaSeconds === undefined ? '' : `, about ${describeDuration(progress.etaSeconds * 1000)} left`}
          {state === 'paused' ? '. Paused: resume it at the bottom left.' : ''}
        </span>
        <Progress
          size={6}
          w={240}
          ml="auto"
          value={all === null || all === 0 ? 0 : Math.min(100, (done / all) * 100)}
          aria-label="Reading invoices"
        />
      </Group>
      <FailureNotice failure={failure} />
    </Paper>
  );
}

const STEPS = [
  {
    title: 'Create the first invoice',
    words: 'Type an amount and a currency, and send the customer the link.',
    action: 'New invoice',
    path: screenPath('new-invoice'),
    isFirst: true,
  },
  {
    title: 'Check that your shop hears of it',
    words: 'Each invoice sends webhooks to its callback address. Check a signature with your secret.',
    action: 'Check a signature',
    path: screenPath('signature'),
    isFirst: false,
  },
  {
    title: 'See what customers can pay with',
    words: 'Methods, limits and fees of each currency, from the service.',
    action: 'Payment methods',
    path: screenPath('methods'),
    isFirst: false,
  },
] as const;

/** No figure is invented: what can be done first, and what can be used already. */
function FirstSteps() {
  return (
    <Panel
      title="No invoices yet"
      note="The business is connected and complete: it has none."
      actions={<ButtonLink to={screenPath('connect')}>Connect another</ButtonLink>}
    >
      <List type="ordered" spacing={16}>
        {STEPS.map(({ title, words, action, path, isFirst }) => (
          <List.Item key={title}>
            <Stack gap={4} align="flex-start">
              <Text fw={500}>{title}</Text>
              <Text fz={12} c="dimmed">
                {words}
              </Text>
              <ButtonLink to={path} variant={isFirst ? 'filled' : 'default'}>
                {action}
              </ButtonLink>
            </Stack>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

const FOR_WORDS: Readonly<Record<HomeFor, string>> = { finance: 'Finance', support: 'Support' };

export function HomePage() {
  const route = useRouteFilters();
  const timeZone = useTimeZone();
  const now = useNow(DAY_STEP_MS);
  const days = useMemo(() => daysOf(route, now, timeZone), [route, now, timeZone]);
  const before = useMemo(() => daysBefore(days), [days]);
  const { settings, change } = useSettings();
  const status = useCall('sync.status', {}).data;
  const { hasSeveral } = useProfile();
  const isFor = settings?.homeFor ?? 'finance';
  const isEmpty = status?.invoices.certificate === 'certified' && status.invoices.total === 0;
  return (
    <PageFrame
      title="Home"
      filters={
        <SegmentedControl
          aria-label="Home for"
          value={isFor}
          data={HOMES.map((value) => ({ value, label: FOR_WORDS[value] }))}
          onChange={(homeFor) => change({ homeFor })}
        />
      }
      actions={
        <>
          {hasSeveral ? (
            <ButtonLink variant="subtle" to={screenPath('businesses')}>
              All businesses
            </ButtonLink>
          ) : null}
          {isFor === 'finance' && !isEmpty ? <PeriodChoice days={days} before={before} /> : null}
          <NewInvoiceLink />
        </>
      }
    >
      {isEmpty ? (
        <FirstSteps />
      ) : (
        <>
          <SyncStrip status={status} />
          {isFor === 'finance' ? (
            <FinanceHome {...{ days, before, timeZone, status }} names={rangeNames(choiceOf(route), days, before)} />
          ) : (
            <SupportHome />
          )}
        </>
      )}
    </PageFrame>
  );
}
