/** The columns of the rows behind a line: those of invoices, and those of withdrawals. */
import { isCreditLine, type StatementLineKind, type StatementRow } from '../../../../domain/statement.ts';
import { cellText, type GridColumn, InstantText, MoneyText, StatusBadge } from '../../../ui/index.ts';

type Column = GridColumn<StatementRow, never>;

const LABEL: Column = {
  key: 'label',
  title: 'External id',
  width: 200,
  flex: 1,
  pinned: 'left',
  render: (row) => <span className="mc-cell-key">{cellText(row.label ?? row.uuid)}</span>,
  text: (row) => row.label ?? row.uuid,
};
const AMOUNT: Column = {
  key: 'amount',
  title: 'Amount',
  align: 'end',
  width: 200,
  render: (row) => <MoneyText value={row.amount} />,
  text: (row) => row.amount,
};
const CREATED: Column = {
  key: 'createdAt',
  title: 'Created',
  width: 180,
  render: (row) => <InstantText value={row.createdAt} />,
};
const ENDED: Column = {
  key: 'endedAt',
  title: 'Finished',
  width: 180,
  render: (row) => <InstantText value={row.endedAt} />,
};
const AS_OF: Column = {
  key: 'asOf',
  title: 'Read',
  hint: 'When the API said so',
  width: 180,
  render: (row) => <InstantText value={row.asOf} />,
};

function status(kind: 'invoice' | 'withdrawal'): Column {
  return {
    key: 'status',
    title: 'Status',
    width: 124,
    render: (row) => <StatusBadge kind={kind} status={row.status} isMissing={row.missingSince !== null} />,
  };
}

function told(key: 'balanceType' | 'actor', title: string): Column {
  return {
    key,
    title,
    width: 128,
    render: (row) => (row[key] === null ? 'not told' : cellText(row[key])),
    text: (row) => row[key],
  };
}

const OF_INVOICES: readonly Column[] = [
  LABEL,
  status('invoice'),
  { ...AMOUNT, title: 'Net (USDT)', hint: 'settled_amount_usdt' },
  { key: 'currency', title: 'Currency', width: 96, render: (row) => cellText(row.currency) },
  ENDED,
  CREATED,
  AS_OF,
];

const OF_WITHDRAWALS: readonly Column[] = [
  { ...LABEL, title: 'Address', width: 280 },
  status('withdrawal'),
  { ...AMOUNT, hint: 'The network fee is inside it' },
  told('balanceType', 'Balance type'),
  told('actor', 'Actor'),
  { ...ENDED, title: 'Processed' },
  { ...CREATED, title: 'Requested' },
  AS_OF,
];

const SPLIT: ReadonlySet<string> = new Set(['balanceType', 'actor']);

/** Those of the line's records; of those that an older close has locked, without what it does not keep. */
export function columnsOf(line: StatementLineKind, keepsSplits: boolean): readonly Column[] {
  if (isCreditLine(line)) return OF_INVOICES;
  return !keepsSplits ? OF_WITHDRAWALS.filter(({ key }) => !SPLIT.has(key)) : OF_WITHDRAWALS;
}
