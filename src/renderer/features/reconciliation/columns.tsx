/**
 * The columns of the adjusted invoices: the row's story first, then the exact figures. Not here: the totals.
 */
import type { AdjustedRow } from '../../../contract/calls/reconciliation.ts';
import type { CallInput } from '../../../contract/calls.ts';
import { cellText, type GridColumn, InstantText, MoneyText, plainText } from '../../ui/index.ts';
import { findingWords, groupedAmount, paidOfExpected } from './adjusted-view.ts';

export type AdjustedSort = NonNullable<CallInput<'reconciliation.adjusted'>['sort']>;
export type AdjustedSortField = AdjustedSort[number]['by'];

type AmountField = Extract<
  AdjustedSortField,
  'expectedFiat' | 'actualFiat' | 'deltaFiat' | 'expectedUsdt' | 'actualUsdt' | 'deltaUsdt' | 'settledUsdt'
>;

function amount(key: AmountField, title: string, hint: string): GridColumn<AdjustedRow, AdjustedSortField> {
  const isUsdt = key.endsWith('Usdt');
  return {
    key,
    title,
    hint,
    sortBy: key,
    align: 'end',
    width: isUsdt ? 144 : 116,
    render: (row) => <MoneyText value={row[key]} sign={key.startsWith('delta')} />,
    text: (row) => row[key],
  };
}

/** From what happened to when it was finished. */
export const ADJUSTED_COLUMNS: readonly GridColumn<AdjustedRow, AdjustedSortField>[] = [
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
    width: 396,
    flex: 3,
    render: (row) => <Story row={row} />,
    text: storyText,
  },
  amount('deltaFiat', 'Δ fiat', 'Actual − expected, exact'),
  amount('deltaUsdt', 'Δ USDT', 'Actual − expected, exact'),
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
    key: 'finishedAt',
    title: 'Finished',
    sortBy: 'finishedAt',
    width: 180,
    render: (row) => <InstantText value={row.finishedAt} />,
  },
];

function storyText(row: AdjustedRow): string {
  return [paidOfExpected(row, groupedAmount), ...row.findings.map(findingWords)].join('; ');
}

function Story({ row }: { readonly row: AdjustedRow }) {
  const findings = row.findings.map(findingWords).join('; ');
  return (
    <span className="mc-num">
      {plainText(paidOfExpected(row, groupedAmount))}
      {findings === '' ? null : <span className="mc-adjusted-finding"> · {findings}</span>}
    </span>
  );
}
