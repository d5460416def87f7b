// What the adjusted invoices of a filter come to, as rows below the list: all of them, unfolded currency by currency
// into the six sums of their adjustments and what was settled. Currencies never mix in fiat; USDT is one token.
import type { ReactNode } from 'react';
import type { AdjustedPage } from '../../../../domain/reconcile/adjusted.ts';
import { sumMoney } from '../../../../domain/kernel/money/money.ts';
import {
  countWords,
  grouped,
  MoneyText,
  moneyTotal,
  moneyWords,
  plainText,
  softTotal,
  type TotalCell,
  type TotalRow,
  useTotals,
} from '../../../ui/index.ts';

type Total = AdjustedPage['totals'][number];

/** `parts`: null before they are counted. */
export function useTotalRows(totals: readonly Total[], parts: AdjustedPage['triage'] | null): readonly TotalRow[] {
  return useTotals(totals, parts, totalsOf);
}

function totalsOf(totals: readonly Total[], parts: AdjustedPage['triage'] | null, fold: (label: string) => TotalCell) {
  const sum = (key: 'expectedUsdt' | 'actualUsdt' | 'deltaUsdt' | 'settledUsdt'): string =>
    sumMoney(totals.map((total) => total[key]));
  return {
    parts: totals.flatMap(currencyRows),
    whole: {
      externalId: fold(parts === null ? 'Total' : `${grouped(parts.open)} open`),
      deltaUsdt: moneyTotal(sum('deltaUsdt'), 'USDT', undefined, true),
      paid: paidOf(sum('actualUsdt'), sum('expectedUsdt'), 'USDT'),
      finishedAt: softTotal(countWords(totals.length, 'currency', 'currencies')),
      settledUsdt: moneyTotal(sum('settledUsdt'), 'USDT'),
    },
  };
}

function currencyRows(total: Total): readonly TotalRow[] {
  const { currency, count } = total;
  return [
    {
      id: currency,
      cells: {
        externalId: {
          shown: (
            <>
              {plainText(currency.slice(0, 16))} <Soft>{grouped(count)}</Soft>
            </>
          ),
        },
        deltaUsdt: moneyTotal(total.deltaUsdt, 'USDT', undefined, true),
        paid: paidOf(total.actualFiat, total.expectedFiat, currency),
        deltaFiatPercent: moneyTotal(total.deltaFiat, currency, undefined, true),
        settledUsdt: moneyTotal(total.settledUsdt, 'USDT'),
      },
    },
    {
      id: `${currency} in USDT`,
      cells: { externalId: without(total), paid: paidOf(total.actualUsdt, total.expectedUsdt, 'USDT') },
    },
  ];
}

function paidOf(actual: string, expected: string, unit: string): TotalCell {
  const code = plainText(unit.slice(0, 16));
  return {
    shown: (
      <>
        <MoneyText value={actual} unit={unit} /> <Soft>of</Soft> <MoneyText value={expected} unit={unit} />{' '}
        <Soft>{code}</Soft>
      </>
    ),
    text: `${actual} of ${expected} ${unit}`,
    measure: `${moneyWords(actual, unit, false)} of ${moneyWords(expected, unit, false)} ${code}`,
  };
}

function without({ adjustmentMissing: figures, settledMissing: net }: Total): TotalCell {
  const words = [
    ...(net === 0 ? [] : [`${grouped(net)} without net`]),
    ...(figures === 0 ? [] : [`${grouped(figures)} without figures`]),
  ].join(', ');
  return softTotal(words);
}

function Soft({ children }: { readonly children: ReactNode }) {
  return <span className="mc-total-soft">{children}</span>;
}
