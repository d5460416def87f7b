/**
 * The columns of the adjusted invoices: the row's story and standing first, then the exact figures. Not here: the totals.
 */
import type { ReactNode } from 'react';
import type { AdjustedRow, AdjustedSortField } from '../../../../domain/adjusted.ts';
import {
  cellText,
  type GridColumn,
  groupedAmount,
  InstantText,
  MoneyText,
  plainText,
  StandingBadges,
} from '../../../ui/index.ts';
import { creditedDelta, findingWords, paidOfExpected, percentWords } from './adjusted-view.ts';

type Column = GridColumn<AdjustedRow, AdjustedSortField>;
type AmountField = 'expectedFiat' | 'actualFiat' | 'expectedUsdt' | 'actualUsdt' | 'settledUsdt';

function amount(key: AmountField, title: string, hint: string): Column {
  const width = key.endsWith('Usdt') ? 144 : 116;
  return {
    key,
    title,
    hint,
    sortBy: key,
    align: 'end',
    width,
    render: (row) => <MoneyText value={row[key]} unit={key.endsWith('Usdt') ? 'USDT' : row.currency} />,
    text: (row) => row[key],
  };
}

/** A difference; its order is by how far it is from nothing, whatever the sign. */
function delta(key: 'deltaFiat' | 'deltaUsdt', title: string): Column {
  return {
    key,
    title,
    hint: 'Actual − expected, exact; sorted by size, whatever the sign',
    sortBy: key === 'deltaFiat' ? 'absDeltaFiat' : 'absDeltaUsdt',
    align: 'end',
    width: key === 'deltaFiat' ? 116 : 144,
    render: (row) => <MoneyText value={row[key]} unit={key === 'deltaUsdt' ? 'USDT' : row.currency} sign />,
    text: (row) => row[key],
  };
}

function percent(key: 'deltaFiatPercent' | 'deltaUsdtPercent', title: string): Column {
  return {
    key,
    title,
    hint: '(Actual − expected) ÷ expected, four decimals, half to even; sorted with its sign',
    sortBy: key,
    align: 'end',
    width: 104,
    render: (row) => <span className="mc-num">{percentCell(row[key])}</span>,
    text: (row) => row[key],
  };
}

function percentCell(value: string | null): string {
  return value === null ? '—' : percentWords(value);
}

/** From what happened to when it was finished. */
export const ADJUSTED_COLUMNS: readonly Column[] = [
  {
    key: 'externalId',
    title: 'External id',
    sortBy: 'externalId',
    width: 128,
    pinned: 'left',
    render: (row) => <span className="mc-cell-key">{cellText(row.externalId)}</span>,
    text: (row) => row.externalId,
  },
  {
    key: 'story',
    title: 'What happened',
    hint: 'In the row’s own figures; what else is wrong stands after it',
    width: 340,
    flex: 3,
    render: (row) => <Story row={row} />,
    text: storyText,
  },
  {
    key: 'standing',
    title: 'State',
    hint: 'What people did about it',
    width: 128,
    render: (row) => <Standing row={row} />,
    text: ({ exception }) => exception?.note ?? null,
  },
  delta('deltaFiat', 'Δ fiat'),
  percent('deltaFiatPercent', 'Δ fiat %'),
  delta('deltaUsdt', 'Δ USDT'),
  percent('deltaUsdtPercent', 'Δ USDT %'),
  amount('settledUsdt', 'Credited USDT', 'settled_amount_usdt of the record'),
  amount('expectedFiat', 'Expected fiat', 'Fiat originally ordered'),
  amount('actualFiat', 'Actual fiat', 'Fiat actually paid'),
  amount('expectedUsdt', 'Expected USDT', 'USDT expected at the ordered amount'),
  amount('actualUsdt', 'Actual USDT', 'USDT actually credited, by the adjustment'),
  {
    key: 'currency',
    title: 'Currency',
    sortBy: 'currency',
    width: 92,
    render: (row) => plainText(row.currency.slice(0, 16)),
  },
  {
    key: 'assignee',
    title: 'Assigned to',
    width: 112,
    render: ({ exception }) => cellText(exception?.assignee ?? null),
  },
  {
    key: 'finishedAt',
    title: 'Finished',
    sortBy: 'finishedAt',
    width: 180,
    render: (row) => <InstantText value={row.finishedAt} />,
  },
];

function storyText(row: AdjustedRow): string {
  const parts = [
    paidOfExpected(row, groupedAmount),
    ...row.findings.map(findingWords),
    creditedDelta(row, groupedAmount),
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** What is wrong stands before the figure that its own column has as well: the end may be cut. */
function Story({ row }: { readonly row: AdjustedRow }): ReactNode {
  const findings = row.findings.map(findingWords).join('; ');
  const credited = creditedDelta(row, groupedAmount);
  return (
    <span className="mc-num">
      {plainText(paidOfExpected(row, groupedAmount))}
      {findings === '' ? null : <span className="mc-adjusted-finding"> · {findings}</span>}
      {credited === '' ? null : <span className="mc-adjusted-count"> · {credited}</span>}
    </span>
  );
}

/** A row that no run has looked at is open: nobody has resolved it. */
function Standing({ row: { exception } }: { readonly row: AdjustedRow }): ReactNode {
  return <StandingBadges state={exception?.state ?? 'open'} reason={exception?.reason ?? null} assignee={null} />;
}
