// The orders of a file as they are created: how far it is, what became of each row, and the links as a file.
import { Box, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { ORDER_STANDINGS, type OrderStanding } from '../../../../domain/create/order-run.ts';
import { describeDuration } from '../../../../domain/kernel/time/time.ts';
import type { OrderRow, OrderRun } from '../../../../domain/ledger/order-file.ts';
import { isOpenRun } from '../../../../domain/resend/bulk.ts';
import { useBridge, useCall, useProfile } from '../../../bridge/index.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { RunControls, STOP_WORDS, ToneBadge, useRunActions, useWaitLeft } from '../../../parts/index.ts';
import {
  CopyText,
  DataGrid,
  EmptyState,
  FailureNotice,
  gridColumns,
  grouped,
  InstantText,
  invoicePath,
  Link,
  navigateTo,
  Notice,
  PageFrame,
  plainText,
  ReadState,
  useEvery,
} from '../../../ui/index.ts';
import { cancellingWords, overOf, STANDING_LOOKS, stateWords, whyWords } from './words.ts';

const LOOK_EVERY_MS = 3_000;
const ALL = 'all';
const SHOWN: readonly OrderStanding[] = [
  'created',
  'existing',
  'conflict',
  'refused',
  'unknown',
  'left',
  'running',
  'waiting',
  'cancelled',
];

const COLUMNS = gridColumns<OrderRow>(({ cell, name, money }) => [
  cell('line', 'Row', ({ line }) => grouped(line), {
    hint: 'Its line in the file',
    width: 64,
    align: 'end',
    text: ({ line }) => String(line),
  }),
  name('order', 'Order id', ({ externalId }) => externalId, { width: 180, flex: 1 }),
  money('amount', 'Amount', ({ amount }) => amount, {
    unit: ({ currency }) => currency,
    hasUnit: true,
    width: 130,
  }),
  cell(
    'outcome',
    'Outcome',
    ({ standing }) => {
      const { label, hint, tone } = STANDING_LOOKS[standing];
      return (
        <ToneBadge tone={tone} title={hint}>
          {label}
        </ToneBadge>
      );
    },
    { width: 120, text: ({ standing }) => STANDING_LOOKS[standing].label },
  ),
  cell(
    'link',
    'Payment link',
    ({ paymentUrl, externalId }) =>
      paymentUrl === null ? null : (
        <CopyText value={paymentUrl} label={`payment link of ${plainText((externalId ?? '').slice(0, 60))}`} />
      ),
    { width: 240, flex: 2, text: ({ paymentUrl }) => paymentUrl },
  ),
  cell('why', 'Reason', (row) => plainText(whyWords(row) ?? ''), { width: 240, flex: 2, text: whyWords }),
]);

export function OrderRunPage({ runId }: { readonly runId: string }): ReactNode {
  const run = useCall('orders.run', { runId });
  const { refresh, data } = run;
  const job = useCall('jobs.list', {}).data?.jobs.find(({ id }) => id === runId);
  const look = useEffectEvent(refresh);
  useEffect(() => {
    if (job !== undefined) look();
  }, [job]);
  const moves = data !== undefined && (data.state === 'running' || data.state === 'waiting');
  // What is not known may still be found out.
  useEvery(moves || (data?.counts.unknown ?? 0) > 0 ? LOOK_EVERY_MS : null, refresh);
  const actions = useRunActions(runId, refresh);
  const [standing, setStanding] = useState<OrderStanding | null>(null);
  return (
    <PageFrame
      title={data === undefined ? 'Invoices from a file' : plainText(data.label.slice(0, 120))}
      fill={data !== undefined}
      back={<Link to={screenPath('new-invoices')}>New invoices from a file</Link>}
      subtitle={
        data === undefined ? undefined : (
          <>
            Begun <InstantText value={data.startedAt} withAge /> by {plainText(data.startedBy.slice(0, 64))}
          </>
        )
      }
      actions={
        data === undefined ? undefined : (
          <>
            <ExportMenu
              label="Export links"
              count={standing === null ? data.total : data.counts[standing]}
              rows={(asked) => ({
                ...asked,
                kind: 'order-report',
                runId,
                ...(standing === null ? {} : { standing: [standing] }),
              })}
            />
            <RunControls state={data.state} actions={actions} cancelling={cancellingWords(data.counts)} />
          </>
        )
      }
    >
      <ReadState read={run} unreadTitle="The orders of this file could not be read">
        {(known) => (
          <>
            <Box p="md" pb={0}>
              <FailureNotice failure={actions.failure} />
              <Standing run={known} />
            </Box>
            <Rows run={known} standing={standing} onStanding={setStanding} />
          </>
        )}
      </ReadState>
    </PageFrame>
  );
}

function Standing({ run }: { readonly run: OrderRun }): ReactNode {
  const { state, stop, total, seconds } = run;
  const waitLeftMs = useWaitLeft(run);
  const over = overOf(run);
  return (
    <Stack gap="xs">
      {state !== 'stopped' || stop === undefined ? null : (
        <Notice tone="warn" title={STOP_WORDS[stop].title}>
          {STOP_WORDS[stop].text} {STOP_WORDS[stop].nextStep}
        </Notice>
      )}
      <Group justify="space-between">
        <Text fw={600} role="status">
          {stateWords(run)}
          {waitLeftMs === null || waitLeftMs === 0 ? null : (
            <span className="mc-num" aria-live="off">
              , {describeDuration(waitLeftMs)}
            </span>
          )}
        </Text>
        <Text size="xs" c="dimmed" className="mc-num">
          {isOpenRun(state) && seconds !== undefined ? `at least ${describeDuration(seconds * 1000)} left` : ''}
        </Text>
      </Group>
      <Progress value={total === 0 ? 0 : (over * 100) / total} size={8} aria-label="Rows that have ended" />
      {isOpenRun(state) ? (
        <Text size="xs" c="dimmed">
          {state === 'running' || state === 'waiting'
            ? 'You may close the console; it goes on at the next start. No order is created twice.'
            : 'Nothing is created until it is resumed, also after the next start.'}
        </Text>
      ) : null}
    </Stack>
  );
}

function Rows(props: {
  readonly run: OrderRun;
  readonly standing: OrderStanding | null;
  readonly onStanding: (standing: OrderStanding | null) => void;
}): ReactNode {
  const { run, standing, onStanding } = props;
  const { runId, counts, total } = run;
  const bridge = useBridge();
  const { id: profile } = useProfile();
  // Rows have moved when one of these has.
  const revision = overOf(run) * 1_000_000 + counts.running * 10_000 + counts.unknown;
  if (profile === null) return null;
  const load = async (offset: number, limit: number) => {
    const narrowed = standing === null ? {} : { standing: [standing] };
    const result = await bridge.call('orders.rows', { runId, ...narrowed, offset, limit }, { profile });
    return result.ok ? result.value : result.failure;
  };
  return (
    <>
      <SegmentedControl
        aria-label="Rows to show"
        mx="md"
        style={{ flex: 'none', alignSelf: 'flex-start' }}
        value={standing ?? ALL}
        data={[
          { value: ALL, label: `All ${grouped(total)}` },
          ...SHOWN.filter((one) => counts[one] > 0).map((one) => ({
            value: one,
            label: `${STANDING_LOOKS[one].label} ${grouped(counts[one])}`,
          })),
        ]}
        onChange={(value) => onStanding(ORDER_STANDINGS.find((one) => one === value) ?? null)}
      />
      <DataGrid
        label="Rows of the file"
        columns={COLUMNS}
        load={load}
        rowId={(row) => String(row.position)}
        queryKey={`${runId} ${standing ?? ALL}`}
        revision={revision}
        onOpen={({ invoiceUuid }) => {
          if (invoiceUuid !== null) navigateTo(invoicePath(invoiceUuid));
        }}
        empty={<EmptyState kind="nothing-matches" title="No row stands so" />}
      />
    </>
  );
}
