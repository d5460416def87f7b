// The orders of a file as they are created: how far it is, what became of each row, and the links as a file.
import { Box, Progress, Stack } from '@mantine/core';
import { useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { ORDER_STANDINGS, type OrderStanding } from '../../../../domain/create/order-run.ts';
import type { OrderRow, OrderRun } from '../../../../domain/ledger/order-file.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  ExportMenu,
  askedOf,
  RunAlone,
  RunControls,
  RunRows,
  RunStanding,
  ToneBadge,
  useFollowed,
  useRunActions,
} from '../../../parts/index.ts';
import {
  CopyText,
  FailureNotice,
  gridColumns,
  grouped,
  InstantText,
  invoicePath,
  Link,
  navigateTo,
  PageFrame,
  plainText,
  ReadState,
} from '../../../ui/index.ts';
import { cancellingWords, overOf, STANDING_LOOKS, stateWords, whyWords } from './words.ts';

const LOOKS = ORDER_STANDINGS.map((name) => ({ name, label: STANDING_LOOKS[name].label }));

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

export function OrderRunPage({ runId }: { readonly runId: string }) {
  const run = useCall('orders.run', { runId });
  const { data } = run;
  // What is not known may still be found out.
  const waitLeftMs = useFollowed(runId, run, (data?.counts.unknown ?? 0) > 0);
  const actions = useRunActions(runId, run.refresh);
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
              rows={(asked) => ({ ...asked, kind: 'order-report', ...askedOf(runId, standing) })}
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
              <Standing run={known} waitLeftMs={waitLeftMs} />
            </Box>
            <RunRows
              label="Rows"
              runId={runId}
              looks={LOOKS}
              counts={{ ...known.counts, total: known.total }}
              moved={JSON.stringify(known.counts)}
              standing={standing}
              onStanding={setStanding}
              columns={COLUMNS}
              read={(bridge, input, profile) => bridge.call('orders.rows', input, { profile })}
              onOpen={({ invoiceUuid }) => {
                if (invoiceUuid !== null) navigateTo(invoicePath(invoiceUuid));
              }}
            />
          </>
        )}
      </ReadState>
    </PageFrame>
  );
}

function Standing(props: { readonly run: OrderRun; readonly waitLeftMs: number | null }) {
  const { run, waitLeftMs } = props;
  const { state, total, seconds } = run;
  return (
    <Stack gap="xs">
      <RunStanding
        run={run}
        words={stateWords(run)}
        waitLeftMs={waitLeftMs}
        left={seconds === undefined ? undefined : { seconds, isLeast: true }}
      />
      <Progress value={total === 0 ? 0 : (overOf(run) * 100) / total} size={8} aria-label="Rows that have ended" />
      <RunAlone state={state} done="created" />
    </Stack>
  );
}
