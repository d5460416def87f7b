/** What the invoices of a filter come to, as rows below the list: one that holds all, which unfolds into one a currency. Every figure is the engine's. */
import type { CallOutput } from '../../../contract/calls.ts';
import type { InvoiceFilter } from '../../../domain/records/invoice.ts';
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import { useCall } from '../../bridge/index.ts';
import { countWords, moneyTotal, softTotal, type TotalCell, type TotalRow, useTotals } from '../../ui/index.ts';

type Currency = CallOutput<'overview.totals'>['currencies'][number];

/** Nothing before the list is counted, and of an empty one. */
export function useTotalRows(filter: InvoiceFilter, count: number | null): readonly TotalRow[] {
  const asked = useCall(
    'overview.totals',
    { filter },
    { refreshOn: ['invoices'], enabled: count !== null && count > 0 },
  );
  return useTotals(asked.data?.currencies ?? NONE, null, totalsOf);
}

const NONE: readonly Currency[] = [];

function totalsOf(currencies: readonly [Currency, ...Currency[]], _: null, fold: (label: string) => TotalCell) {
  const net = new MoneySum();
  for (const { settledUsdt } of currencies) net.add(settledUsdt);
  const paid = currencies.reduce((sum, { byStatus }) => sum + (byStatus['success'] ?? 0), 0);
  return {
    parts: currencies.map(currencyRow),
    whole: {
      external_id: fold('Total'),
      status: { shown: `${paid.toLocaleString('en-GB')} paid` },
      amount:
        currencies.length === 1
          ? ordered(currencies[0])
          : softTotal(countWords(currencies.length, 'currency', 'currencies')),
      settled_amount_usdt: moneyTotal(net.total(), 'USDT'),
    },
  };
}

function currencyRow(currency: Currency): TotalRow {
  const { currency: code, byStatus, settledUsdt } = currency;
  return {
    id: code,
    cells: {
      external_id: { shown: code },
      status: { shown: `${(byStatus['success'] ?? 0).toLocaleString('en-GB')} paid` },
      amount: ordered(currency),
      settled_amount_usdt: moneyTotal(settledUsdt, 'USDT'),
    },
  };
}

/** Of the paid ones: the others were never money. */
function ordered({ currency, successAmount }: Currency): TotalRow['cells'][string] {
  return moneyTotal(successAmount, currency, currency);
}
