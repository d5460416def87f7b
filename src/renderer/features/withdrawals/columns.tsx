/** The columns of the list of withdrawals: amount − network fee = what arrives, and the hash of what was sent or why it was not. */
import type { ReactNode } from 'react';
import type { WithdrawalRow } from '../../../contract/calls/catalogue.ts';
import { describeDuration, toEpochMs } from '../../../domain/time.ts';
import { rejectionInWords, type WithdrawalSortField } from '../../../domain/withdrawal.ts';
import {
  cellText,
  type GridColumn,
  InstantText,
  MoneyText,
  moneyWords,
  StatusBadge,
  statusWord,
  ToneBadge,
  useNow,
} from '../../ui/index.ts';
import { shortAddress, tieOf } from './withdrawal-view.ts';

type Column = GridColumn<WithdrawalRow, WithdrawalSortField>;

function money(key: 'amount' | 'network_commission' | 'amount_to_send', title: string, hint: string): Column {
  return {
    key,
    title,
    hint,
    sortBy: key,
    align: 'end',
    width: 100,
    measure: (row) =>
      `${moneyWords(row[key], row.token ?? 'token', false)}${key === 'amount' ? ` ${row.token ?? ''}  ` : ''}`,
    render: (row) => (
      <>
        <MoneyText value={row[key]} unit={row.token ?? 'token'} />
        {key === 'amount' ? <span className="mc-cell-code">{cellText(row.token, 8)}</span> : null}
      </>
    ),
    text: (row) => row[key],
  };
}

/** Where there is not room for all, those with the highest `spare` go first. */
export const WITHDRAWAL_COLUMNS: readonly Column[] = [
  {
    key: 'created_at',
    title: 'Requested',
    sortBy: 'created_at',
    width: 124,
    render: (row) => <InstantText value={row.created_at} short />,
    text: (row) => row.created_at,
  },
  {
    key: 'status',
    title: 'Status',
    sortBy: 'status',
    width: 148,
    render: (row) => <State row={row} />,
  },
  money('amount', 'Amount', 'As requested; the network fee is inside it'),
  money('network_commission', 'Network fee', 'Taken out of the amount by the network'),
  {
    ...money('amount_to_send', 'Arrives', 'What goes on chain: amount minus network fee'),
    render: (row) => <Arrives row={row} />,
  },
  {
    key: 'network',
    title: 'Network',
    sortBy: 'network',
    width: 96,
    render: (row) => cellText(row.network),
    text: (row) => row.network,
  },
  {
    key: 'address',
    title: 'Address',
    sortBy: 'address',
    width: 126,
    totalSpan: 3,
    render: (row) => (
      <span className="mc-mono">{cellText(row.address === null ? null : shortAddress(row.address))}</span>
    ),
    text: (row) => row.address,
  },
  {
    key: 'outcome',
    title: 'Transaction, or why not',
    width: 136,
    flex: 1,
    spare: 1,
    render: (row) => <Outcome row={row} />,
    text: (row) => rejectionInWords(row) ?? row.tx_hash,
  },
  {
    key: 'processed_at',
    title: 'Processed',
    sortBy: 'processed_at',
    width: 112,
    spare: 2,
    render: (row) => <InstantText value={row.processed_at} short />,
    text: (row) => row.processed_at,
  },
];

const LONG_MS = 72 * 3_600_000;

/** A pending one with how long it has been. */
function State({ row }: { readonly row: WithdrawalRow }): ReactNode {
  const now = useNow(60_000);
  const since = row.status === 'pending' && row.created_at !== null ? toEpochMs(row.created_at) : null;
  const word = statusWord('withdrawal', row.status);
  return (
    <StatusBadge
      kind="withdrawal"
      status={row.status}
      tone={since !== null && now - since > LONG_MS ? 'warn' : undefined}
      words={since === null ? word : `${word} ${waitingFor(now - since)}`}
      isMissing={row.missingSince !== undefined}
    />
  );
}

/** Days once there are two, else hours: "4 days", "22 h". */
export function waitingFor(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY_MS);
  return days >= 2 ? `${days} days` : describeDuration(milliseconds).split(' ').slice(0, 2).join(' ');
}

const DAY_MS = 24 * 3_600_000;

function Arrives({ row }: { readonly row: WithdrawalRow }): ReactNode {
  if (row.status === 'rejected') return <span className="mc-total-soft">returned</span>;
  const amount = <MoneyText value={row.amount_to_send} unit={row.token ?? 'token'} />;
  if (tieOf(row) !== 'differs') return amount;
  return (
    <ToneBadge tone="warn" title="Does not equal amount − network fee">
      ≠ {amount}
    </ToneBadge>
  );
}

function Outcome({ row }: { readonly row: WithdrawalRow }): ReactNode {
  const reason = rejectionInWords(row);
  if (reason !== null) return cellText(reason);
  if (row.tx_hash === null || row.tx_hash === '')
    return <span className="mc-total-soft">{row.status === 'pending' ? 'none until sent' : 'no hash'}</span>;
  return <span className="mc-mono">{cellText(shortAddress(row.tx_hash))}</span>;
}
