/**
 * The columns of the list of withdrawals. Three of them read as the equation they are: amount − network commission = sent.
 */
import type { ReactNode } from 'react';
import type { WithdrawalRow } from '../../../contract/calls/catalogue.ts';
import { toEpochMs } from '../../../domain/time.ts';
import { rejectionInWords, type WithdrawalSortField } from '../../../domain/withdrawal.ts';
import { cellText, type GridColumn, InstantText, MoneyText, StatusBadge, ToneBadge, useNow } from '../../ui/index.ts';
import { tieOf, waitingWords } from './withdrawal-view.ts';

/** From the request to the whole address. */
export const WITHDRAWAL_COLUMNS: readonly GridColumn<WithdrawalRow, WithdrawalSortField>[] = [
  {
    key: 'created_at',
    title: 'Requested',
    sortBy: 'created_at',
    width: 180,
    pinned: 'left',
    render: (row) => <InstantText value={row.created_at} />,
  },
  {
    key: 'status',
    title: 'Status',
    sortBy: 'status',
    width: 116,
    render: (row) => <StatusBadge kind="withdrawal" status={row.status} isMissing={row.missingSince !== undefined} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    hint: 'As requested; the network commission is inside it',
    sortBy: 'amount',
    align: 'end',
    width: 136,
    render: (row) => <MoneyText value={row.amount} unit={row.token ?? 'token'} />,
    text: (row) => row.amount,
  },
  {
    key: 'network_commission',
    title: '− Commission',
    hint: 'Network commission',
    sortBy: 'network_commission',
    align: 'end',
    width: 116,
    render: (row) => <MoneyText value={row.network_commission} unit={row.token ?? 'token'} />,
    text: (row) => row.network_commission,
  },
  {
    key: 'amount_to_send',
    title: '= Sent',
    hint: 'What goes on chain: amount minus network commission',
    sortBy: 'amount_to_send',
    align: 'end',
    width: 136,
    render: (row) => <Sent row={row} />,
    text: (row) => row.amount_to_send,
  },
  {
    key: 'token',
    title: 'Token, network',
    hint: 'Sorts by token; both are filters above',
    sortBy: 'token',
    width: 144,
    render: (row) => `${cellText(row.token)} · ${cellText(row.network)}`,
    text: (row) => `${row.token ?? '—'} · ${row.network ?? '—'}`,
  },
  {
    key: 'outcome',
    title: 'What came of it',
    width: 168,
    flex: 1,
    render: (row) => <Outcome row={row} />,
    text: (row) => rejectionInWords(row) ?? row.tx_hash,
  },
  {
    key: 'address',
    title: 'Address',
    sortBy: 'address',
    width: 344,
    render: (row) => <span className="mc-mono">{cellText(row.address)}</span>,
    text: (row) => row.address,
  },
];

function Sent({ row }: { readonly row: WithdrawalRow }): ReactNode {
  if (tieOf(row) !== 'differs') return <MoneyText value={row.amount_to_send} unit={row.token ?? 'token'} />;
  return (
    <ToneBadge tone="warn" title="Does not equal amount − network commission">
      ≠ <MoneyText value={row.amount_to_send} unit={row.token ?? 'token'} />
    </ToneBadge>
  );
}

function Outcome({ row }: { readonly row: WithdrawalRow }): ReactNode {
  const now = useNow(60_000);
  switch (row.status) {
    case 'pending':
      return waitingWords(row.created_at === null ? null : toEpochMs(row.created_at), now);
    case 'rejected':
      return `Balance returned. ${cellText(rejectionInWords(row))}`;
    case 'approved':
      return <InstantText value={row.processed_at} withAge />;
    default:
      return '—';
  }
}
