// The columns of the index of deliveries, the ones that decide what to do first.
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DeskRow } from '../../../../contract/calls/desk.ts';
import type { DeskSortField } from '../../../../domain/desk.ts';
import {
  AgeText,
  cellText,
  DeliveryStateBadge,
  type GridColumn,
  InstantText,
  lastAnswerWords,
  MoneyText,
  moneyWords,
  useNow,
} from '../../../ui/index.ts';
import { AttemptSquares } from '../attempt-squares.tsx';
import { attemptsWords, invoiceName, nextAttempt } from './words.ts';

const AT_RISK_MEANING = 'two attempts are left or fewer, hours apart';

/** What decides what to do first; where there is not room for all, those with the highest `spare` go first. */
export const DESK_COLUMNS: readonly GridColumn<DeskRow, DeskSortField>[] = [
  {
    key: 'invoice',
    title: 'Invoice',
    hint: 'The shop’s own id of the order; opens the invoice at its deliveries',
    sortBy: 'externalId',
    width: 112,
    pinned: 'left',
    render: (row) => <span className="mc-cell-key">{invoiceName(row)}</span>,
    text: (row) => row.externalId ?? row.invoiceUuid,
  },
  { key: 'state', title: 'State', sortBy: 'state', width: 116, render: (row) => <StateCell row={row} /> },
  {
    key: 'answer',
    title: 'Last answer',
    hint: 'The HTTP code of the last attempt, or why there was none',
    sortBy: 'httpCode',
    width: 140,
    render: (row) => lastAnswerWords(row) ?? '—',
    text: (row) => row.lastError ?? lastAnswerWords(row),
  },
  {
    key: 'attempts',
    title: 'Attempts',
    hint: 'Used, of those that the API makes by itself',
    sortBy: 'attempts',
    width: 150,
    render: (row) => (
      <Group
        gap={6}
        wrap="nowrap"
        display="inline-flex"
        style={{ verticalAlign: 'middle' }}
        title={row.atRisk ? AT_RISK_MEANING : undefined}
      >
        <AttemptSquares row={row} />
        {row.atRisk ? (
          <IconAlertTriangle size={14} color="var(--mc-warn-text)" aria-label="running out of attempts" />
        ) : null}
      </Group>
    ),
    text: (row) => (row.atRisk ? `${attemptsWords(row) ?? ''}: ${AT_RISK_MEANING}` : attemptsWords(row)),
  },
  {
    key: 'last',
    title: 'Last attempt',
    sortBy: 'lastAttemptAt',
    width: 124,
    spare: 1,
    render: (row) => <AgeText since={row.lastAttemptAt} />,
    text: (row) => row.lastAttemptAt,
  },
  {
    key: 'next',
    title: 'Next attempt',
    hint: 'When the API tries again by itself',
    sortBy: 'nextAttemptAt',
    width: 112,
    render: (row) => <NextCell row={row} />,
    text: (row) => row.nextAttemptAt,
  },
  {
    key: 'host',
    title: 'Endpoint',
    sortBy: 'host',
    width: 136,
    flex: 1,
    spare: 2,
    render: (row) => <HostCell row={row} />,
    text: (row) => row.targetUrl ?? row.host,
  },
  {
    key: 'finished',
    title: 'Finished',
    hint: 'When the invoice became final',
    sortBy: 'finishedAt',
    width: 120,
    spare: 3,
    render: (row) => <InstantText value={row.finishedAt} short />,
    text: (row) => row.finishedAt,
  },
  {
    key: 'event',
    title: 'Event',
    sortBy: 'event',
    width: 136,
    spare: 4,
    render: (row) => cellText(row.event),
    text: (row) => row.event,
  },
  {
    key: 'delivered',
    title: 'Delivered',
    sortBy: 'deliveredAt',
    width: 120,
    spare: 5,
    render: (row) => <InstantText value={row.deliveredAt} short />,
    text: (row) => row.deliveredAt,
  },
  {
    key: 'asOf',
    title: 'Checked',
    hint: 'When the console last asked the API for these deliveries',
    width: 112,
    spare: 6,
    render: (row) => (row.asOf === null ? 'not yet' : <AgeText since={row.asOf} />),
    text: (row) => row.asOf,
  },
  {
    key: 'net',
    title: 'Net (USDT)',
    width: 108,
    align: 'end',
    measure: (row) => moneyWords(row.netUsdt, 'USDT', false),
    render: (row) => <MoneyText value={row.netUsdt} unit="USDT" />,
    text: (row) => row.netUsdt,
  },
];

function StateCell({ row }: { readonly row: DeskRow }): ReactNode {
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <DeliveryStateBadge state={row.state} status={row.status} />
      {row.isLatest || row.deliveryUuid === null ? null : (
        <Text span c="dimmed" title="The invoice has a later delivery; a resend sends that one">
          <IconHistory size={14} stroke={2} aria-hidden="true" />
          <VisuallyHidden>an earlier delivery of the invoice</VisuallyHidden>
        </Text>
      )}
    </Group>
  );
}

function NextCell({ row }: { readonly row: DeskRow }): ReactNode {
  const next = nextAttempt(row, useNow());
  switch (next.kind) {
    case 'ahead':
      return <span className="mc-num">{next.words}</span>;
    case 'overdue':
      return (
        <Text
          span
          fz={13}
          c="var(--mc-warn-text)"
          className="mc-num"
          title="Its time has passed; it is checked before long"
        >
          {next.words}
        </Text>
      );
    case 'not-said':
      return <span title="The API names no time">not said</span>;
    case 'none':
      return '—';
  }
}

function HostCell({ row }: { readonly row: DeskRow }): ReactNode {
  if (!row.elsewhere) return cellText(row.host);
  return (
    <span title="Goes elsewhere than the callback_url of its invoice">
      {cellText(row.host)}{' '}
      <Text span fz={12} c="dimmed">
        not the callback_url
      </Text>
    </span>
  );
}
