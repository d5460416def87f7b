// The columns of the adjusted invoices: which, how much was lost, what was paid of what was ordered, when, and whose it
// is.
import type { ReactNode } from 'react';
import type { AdjustedRow, AdjustedSortField } from '../../../../domain/adjusted.ts';
import {
  cellText,
  type GridColumn,
  groupedAmount,
  InstantText,
  MoneyText,
  moneyWords,
  plainText,
  StandingBadges,
} from '../../../ui/index.ts';
import { findingWords, paidOfExpected, percentWords } from './adjusted-view.ts';

type Column = GridColumn<AdjustedRow, AdjustedSortField>;

/** From the id to who works on it. */
export const ADJUSTED_COLUMNS: readonly Column[] = [
  {
    key: 'externalId',
    title: 'Invoice',
    sortBy: 'externalId',
    width: 112,
    pinned: 'left',
    render: (row) => <span className="mc-cell-key">{cellText(row.externalId)}</span>,
    text: (row) => row.externalId,
  },
  {
    key: 'deltaUsdt',
    title: 'Loss (USDT)',
    hint: 'Actual − expected; sorted by size, whatever the sign',
    sortBy: 'absDeltaUsdt',
    align: 'end',
    width: 124,
    measure: (row) => `+${moneyWords(row.deltaUsdt, 'USDT', false)}`,
    render: (row) => <MoneyText value={row.deltaUsdt} unit="USDT" sign />,
    text: (row) => row.deltaUsdt,
  },
  {
    key: 'paid',
    title: 'Paid of ordered',
    hint: 'The adjustment’s own amounts, in the currency of the order; sorted by the difference, whatever the sign',
    sortBy: 'absDeltaFiat',
    align: 'end',
    width: 168,
    flex: 1,
    measure: ({ actualFiat, expectedFiat, currency }) =>
      `${moneyWords(actualFiat, currency, false)} of ${moneyWords(expectedFiat, currency, false)} ${currency.slice(0, 16)}`,
    render: (row) => <PaidOf row={row} />,
    text: (row) => paidOfExpected(row, groupedAmount),
  },
  {
    key: 'deltaFiatPercent',
    title: 'Difference',
    hint: '(Actual − expected) ÷ expected; sorted with its sign',
    sortBy: 'deltaFiatPercent',
    align: 'end',
    width: 88,
    render: ({ deltaFiatPercent: percent }) => (
      <span className="mc-num">{percent === null ? '—' : percentWords(percent)}</span>
    ),
    text: (row) => row.deltaFiatPercent,
  },
  {
    key: 'settledUsdt',
    title: 'Net (USDT)',
    hint: 'settled_amount_usdt of the record',
    sortBy: 'settledUsdt',
    align: 'end',
    width: 96,
    measure: (row) => moneyWords(row.settledUsdt, 'USDT', false),
    render: (row) => <MoneyText value={row.settledUsdt} unit="USDT" />,
    text: (row) => row.settledUsdt,
  },
  {
    key: 'finishedAt',
    title: 'Paid on',
    sortBy: 'finishedAt',
    width: 112,
    render: (row) => <InstantText value={row.finishedAt} short />,
    text: (row) => row.finishedAt,
  },
  {
    key: 'assignee',
    title: 'With',
    hint: 'Who works on it',
    width: 64,
    spare: 1,
    render: ({ exception }) => cellText(exception?.assignee ?? null),
  },
  {
    key: 'standing',
    title: 'State',
    hint: 'What people did about it, and what else is wrong with the record',
    width: 132,
    spare: 2,
    render: (row) => <Standing row={row} />,
    text: ({ exception, findings }) => exception?.note ?? (findings.map(findingWords).join('; ') || null),
  },
  {
    key: 'method',
    title: 'Method',
    width: 104,
    spare: 3,
    render: (row) => cellText(row.method),
    text: (row) => row.method,
  },
  {
    key: 'customerId',
    title: 'Customer',
    width: 104,
    spare: 4,
    render: (row) => cellText(row.customerId),
    text: (row) => row.customerId,
  },
];

function PaidOf({ row }: { readonly row: AdjustedRow }): ReactNode {
  const { expectedFiat, actualFiat, currency } = row;
  if (expectedFiat === null || actualFiat === null) return 'by how much is not known';
  return (
    <>
      <MoneyText value={actualFiat} unit={currency} /> of <MoneyText value={expectedFiat} unit={currency} />{' '}
      {plainText(currency.slice(0, 16))}
    </>
  );
}

/** A row that no run has looked at is open: nobody has resolved it. */
function Standing({ row: { exception, findings } }: { readonly row: AdjustedRow }): ReactNode {
  return (
    <>
      <StandingBadges state={exception?.state ?? 'open'} reason={exception?.reason ?? null} assignee={null} />
      {findings.length === 0 ? null : ` ${findings.map(findingWords).join('; ')}`}
    </>
  );
}
