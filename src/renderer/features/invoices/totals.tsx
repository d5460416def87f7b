/** What the invoices of a filter come to, as rows below the list: one that holds all, which unfolds into one a currency. Every figure is the engine's. */
import { useMemo, useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import type { InvoiceFilter } from '../../../domain/records/invoice.ts';
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import { useCall } from '../../bridge/index.ts';
import { countWords, moneyTotal, TotalFold, type TotalRow } from '../../ui/index.ts';

type Currency = CallOutput<'overview.totals'>['currencies'][number];

/** Nothing before the list is counted, and of an empty one. */
export function useTotalRows(filter: InvoiceFilter, count: number | null): readonly TotalRow[] {
  const [isOpen, setOpen] = useState(false);
  const asked = useCall(
    'overview.totals',
    { filter },
    { refreshOn: ['invoices'], enabled: count !== null && count > 0 },
  );
  const currencies = asked.data?.currencies;
  return useMemo(() => {
    if (currencies === undefined || currencies.length === 0) return [];
    const fold = () => setOpen((before) => !before);
    return [...(isOpen ? currencies.map(currencyRow) : []), totalRow(currencies, isOpen, fold)];
  }, [currencies, isOpen]);
}

function totalRow(currencies: readonly Currency[], isOpen: boolean, fold: () => void): TotalRow {
  const net = new MoneySum();
  for (const { settledUsdt } of currencies) net.add(settledUsdt);
  const paid = currencies.reduce((sum, { byStatus }) => sum + (byStatus['success'] ?? 0), 0);
  const [only] = currencies;
  return {
    id: 'Total',
    cells: {
      external_id: { shown: <TotalFold label="Total" isOpen={isOpen} onToggle={fold} /> },
      status: { shown: `${paid.toLocaleString('en-GB')} paid` },
      amount:
        currencies.length === 1 && only !== undefined
          ? ordered(only)
          : { shown: <span className="mc-total-soft">{countWords(currencies.length, 'currency', 'currencies')}</span> },
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
