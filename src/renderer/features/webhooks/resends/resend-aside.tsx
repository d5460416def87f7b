// A resend beside what is failing: what it would do, and then how each of its items ends, live.
import { RunControls, useRunActions } from '../../../parts/index.ts';
import { ActionIcon, Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconX } from '@tabler/icons-react';
import type { BulkItem, BulkRun } from '../../../../contract/calls/bulk.ts';
import { useCall } from '../../../bridge/index.ts';
import { grouped, hashHref, invoicePath, plainText, runPath, TimeOfDayText } from '../../../ui/index.ts';
import { type ResendAsked, askedWords } from './plan-words.ts';
import { itemWords } from './badges.tsx';
import { AskedBody } from './plan-page.tsx';
import { RunBody } from './run/body.tsx';
import { RunExport, Unread } from './run/page.tsx';
import { cancelWords } from './run/words.ts';
import { type RunOnScreen } from './hooks.ts';

export function ResendAside(props: {
  readonly asked: ResendAsked;
  /** The run of the address with how it stands; null before it was begun. */
  readonly run: { readonly id: string; readonly state: RunOnScreen } | null;
  readonly planPath: string;
  readonly onBegun: (runId: string) => void;
  readonly onClose: () => void;
}) {
  const { asked, run, planPath, onBegun, onClose } = props;
  const name = run?.state.data?.label ?? (asked.kind === 'selection' ? askedWords(asked.selection) : 'Resend');
  return (
    <Stack component="aside" aria-label="Resend" gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} fz={14} lh="20px" style={{ overflowWrap: 'anywhere' }}>
          {run === null ? 'Resend' : plainText(name)}
        </Title>
        <ActionIcon aria-label="Close the resend" onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      {run === null ? (
        <AskedBody asked={asked} onBegun={onBegun} />
      ) : (
        <Run key={run.id} id={run.id} state={run.state} planPath={planPath} onBegun={onBegun} />
      )}
    </Stack>
  );
}

function Run(props: { id: string; state: RunOnScreen; planPath: string; onBegun: (runId: string) => void }) {
  const { id, state, planPath, onBegun } = props;
  const { data: run, failure, refresh } = state;
  const actions = useRunActions(id, refresh);
  if (run === undefined) return <Unread failure={failure} onRetry={refresh} />;
  return (
    <>
      <RunBody run={run} state={state} actions={actions} planPath={planPath} onBegun={onBegun} />
      <Items run={run} />
      <Group gap="xs" mt="auto">
        <RunExport run={run} standing={null} />
        <RunControls state={run.state} actions={actions} cancelling={cancelWords(run.counts)} />
      </Group>
    </>
  );
}

/** As many as the panel lists; the screen of the resend has them all. */
const MOST = 100;

function Items({ run }: { readonly run: BulkRun }) {
  const report = useCall('resends.report', { runId: run.runId, offset: 0, limit: MOST }, { refreshOn: ['deliveries'] });
  const { rows = [], total = 0 } = report.data ?? {};
  return (
    <>
      <Stack gap={0} component="ul" m={0} p={0} aria-label="Items of the resend" style={{ listStyle: 'none' }}>
        {rows.map((item) => (
          <Item key={item.position} item={item} />
        ))}
      </Stack>
      <Anchor href={hashHref(runPath(run.runId))} size="xs">
        {total > MOST ? `All ${grouped(total)} with their evidence` : 'Each with its evidence'}
      </Anchor>
    </>
  );
}

function Item({ item }: { readonly item: BulkItem }) {
  const { tone, title } = itemWords(item);
  const { attempt, updatedAt } = item.report ?? {};
  const answer = attempt?.statusCode === undefined ? (attempt?.error ?? '') : `HTTP ${attempt.statusCode}`;
  const isBad = tone === 'bad';
  const Icon = tone === 'good' ? IconCircleCheck : isBad ? IconCircleX : IconCircleDashed;
  const color = tone === 'good' || isBad ? `var(--mc-${tone}-text)` : 'currentColor';
  return (
    <Group component="li" gap="xs" wrap="nowrap" mih={32} fz={13}>
      <Icon size={16} color={color} aria-hidden="true" />
      <Anchor href={hashHref(invoicePath(item.invoiceUuid, 'deliveries'))} fz={13} fw={500} c="inherit" truncate>
        {plainText((item.externalId ?? item.invoiceUuid).slice(0, 64))}
      </Anchor>
      <Text span fz={13} c={isBad ? 'var(--mc-bad-text)' : 'dimmed'} truncate flex={1} title={plainText(answer)}>
        {title}
        {answer === '' ? '' : `, ${plainText(answer.slice(0, 80))}`}
      </Text>
      {updatedAt === undefined ? null : (
        <Text span fz={12} c="dimmed">
          <TimeOfDayText value={updatedAt} short />
        </Text>
      )}
    </Group>
  );
}
