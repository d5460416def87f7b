/** The list of withdrawals: what it is narrowed by, and its columns, amount − network fee = what arrives, and the hash of what was sent or why it was not. */
import type { WithdrawalRow } from '../../../contract/calls/catalogue.ts';
import { describeDuration, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { rejectionInWords, WITHDRAWAL_LIST, type WithdrawalSortField } from '../../../domain/records/withdrawal.ts';
import { cellText, filterOf, gridColumns, MoneyText, useNow } from '../../ui/index.ts';
import {
  AddressName,
  LABEL_CONTROL,
  MARKED_CONTROL,
  MARKS_COLUMN,
  marksOf,
  StatusBadge,
  statusWord,
  termsOn,
  ToneBadge,
} from '../../parts/index.ts';
import { shortAddress, tieOf } from './withdrawal-view.ts';

export const WITHDRAWAL_FILTER = filterOf(WITHDRAWAL_LIST.filter, {
  text: { label: 'Search withdrawals', placeholder: 'Id or hash', take: termsOn('withdrawals') },
  status: { label: 'Status', options: 'statuses', wordOf: (word) => statusWord('withdrawal', word) },
  created: { label: 'Requested' },
  network: { label: 'Network', options: 'networks' },
  address: { label: 'Address', options: 'addresses', wordOf: shortAddress },
  amount: { label: 'Amount', of: { requested: 'Requested', arrives: 'Arrives' } },
  token: { label: 'Token', options: 'tokens' },
  processed: { label: 'Processed' },
  newAddress: { label: 'New address', isRare: true },
  rejectCode: { label: 'Reject code', isRare: true },
  actor: { label: 'Made by', isRare: true },
  missing: { label: 'Not seen any more', isRare: true },
  label: LABEL_CONTROL,
  marked: MARKED_CONTROL,
});

/** The text of a search when it is a whole uuid, which the API can be asked for. */
export function uuidLike(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text) ? text : null;
}

const unitOf = ({ token }: WithdrawalRow): string => token ?? 'token';

export const WITHDRAWAL_COLUMNS = gridColumns<WithdrawalRow, WithdrawalSortField>(({ cell, text, moment, money }) => [
  moment('created_at', 'Requested', (row) => row.created_at, { sortBy: 'created_at', width: 124 }),
  cell('status', 'Status', (row) => <State row={row} />, {
    sortBy: 'status',
    width: 148,
    text: (row) => statusWord('withdrawal', row.status),
  }),
  money('amount', 'Amount', (row) => row.amount, {
    hint: 'As requested; the network fee is inside it',
    sortBy: 'amount',
    width: 100,
    unit: unitOf,
    code: ({ token }) => token,
  }),
  money('network_commission', 'Network fee', (row) => row.network_commission, {
    hint: 'Taken out of the amount by the network',
    sortBy: 'network_commission',
    width: 100,
    unit: unitOf,
  }),
  {
    ...money('amount_to_send', 'Arrives', (row) => row.amount_to_send, {
      hint: 'What goes on chain: amount minus network fee',
      sortBy: 'amount_to_send',
      width: 100,
      unit: unitOf,
    }),
    render: (row) => <Arrives row={row} />,
  },
  text('network', 'Network', (row) => row.network, { sortBy: 'network', width: 96 }),
  cell(
    'address',
    'Address',
    ({ network, address }) => <AddressName network={network} address={address} instead={<Mono text={address} />} />,
    {
      sortBy: 'address',
      width: 126,
      text: (row) => row.address,
    },
  ),
  cell('outcome', 'Transaction, or why not', (row) => <Outcome row={row} />, {
    width: 136,
    flex: 1,
    spare: 1,
    text: (row) => rejectionInWords(row) ?? row.tx_hash,
  }),
  moment('processed_at', 'Processed', (row) => row.processed_at, { sortBy: 'processed_at', spare: 2 }),
  cell('marks', 'Labels', marksOf, { ...MARKS_COLUMN, spare: 3 }),
]);

/** Shortened; whole in the tooltip of its cell. */
function Mono({ text }: { readonly text: string | null }) {
  return <span className="mc-mono">{cellText(text === null ? null : shortAddress(text))}</span>;
}

const LONG_MS = 72 * 3_600_000;

function State({ row }: { readonly row: WithdrawalRow }) {
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

function Arrives({ row }: { readonly row: WithdrawalRow }) {
  if (row.status === 'rejected') return <span className="mc-total-soft">returned</span>;
  const amount = <MoneyText value={row.amount_to_send} unit={row.token ?? 'token'} />;
  if (tieOf(row) !== 'differs') return amount;
  return (
    <ToneBadge tone="warn" title="Does not equal amount − network fee">
      ≠ {amount}
    </ToneBadge>
  );
}

function Outcome({ row }: { readonly row: WithdrawalRow }) {
  const reason = rejectionInWords(row);
  if (reason !== null) return cellText(reason);
  if (row.tx_hash === null || row.tx_hash === '')
    return <span className="mc-total-soft">{row.status === 'pending' ? 'none until sent' : 'no hash'}</span>;
  return <Mono text={row.tx_hash} />;
}
