// The sums of the tie-out, one row a currency with fiat before USDT, exact. Currencies never mix, so there is no grand
// total in fiat.
import type { ReactNode } from 'react';
import { subtractMoney } from '../../../../domain/kernel/money/money.ts';
import type { TieTotals } from '../../../../domain/reconcile/tie-out.ts';
import { countWords, grouped, Panel, plainText, Table } from '../../../ui/index.ts';

/** Nothing without a currency. */
export function TotalsPanel({ totals }: { readonly totals: readonly TieTotals[] }): ReactNode {
  if (totals.length === 0) return null;
  const fiat = ({ currency }: TieTotals): string => currency;
  const usdt = (): string => 'USDT';
  const without = (count: number): string | null => (count === 0 ? null : `${grouped(count)} without an amount`);
  return (
    <Panel
      title="Totals"
      note="An adjusted order counts with what its adjustment says was paid, any other as ordered; what the customer pays on top of it is in neither. Webhook and net are compared where both are known."
      flush
    >
      <Table
        label="Totals per currency"
        rows={totals}
        keyOf={fiat}
        columns={({ cell, money }) => [
          cell('Currency', ({ currency, count }) => (
            <>
              {plainText(currency.slice(0, 16))} {countWords(count, 'paid invoice', 'paid invoices')}
            </>
          )),
          money('Ordered', ({ ordered }) => ordered, { unit: fiat }),
          money('As corrected', ({ paid }) => paid, { unit: fiat, under: ({ paidMissing }) => without(paidMissing) }),
          money('Net (USDT)', ({ settledUsdt }) => settledUsdt, {
            unit: usdt,
            sum: true,
            under: ({ settledMissing }) => without(settledMissing),
          }),
          money('Three sources: net', ({ settledOfCreditedUsdt }) => settledOfCreditedUsdt, { unit: usdt, sum: true }),
          money('Webhook', ({ creditedUsdt }) => creditedUsdt, { unit: usdt, sum: true }),
          money(
            'Webhook − net',
            ({ creditedUsdt, settledOfCreditedUsdt }) => subtractMoney(creditedUsdt, settledOfCreditedUsdt),
            { unit: usdt, sign: true, sum: true },
          ),
        ]}
      />
    </Panel>
  );
}
