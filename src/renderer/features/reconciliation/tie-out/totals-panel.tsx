/**
 * The sums of the tie-out, one row a currency with fiat above USDT, exact. Currencies never mix, so there is no grand total. Told and
 * settled are compared over those tied three ways only: those are the ones of which both are known.
 */
import type { ReactNode } from 'react';
import { subtractMoney } from '../../../../domain/money.ts';
import type { TieTotals } from '../../../../domain/tie-out.ts';
import { countWords, GroupedTable, MoneyText, mostDecimals, Panel, plainText } from '../../../ui/index.ts';

/** Nothing without a currency. */
export function TotalsPanel({ totals }: { readonly totals: readonly TieTotals[] }): ReactNode {
  if (totals.length === 0) return null;
  const room = (key: 'ordered' | 'paid' | 'settledUsdt' | 'creditedUsdt' | 'settledOfCreditedUsdt'): number =>
    mostDecimals(totals.map((one) => one[key]));
  return (
    <Panel
      title="Totals"
      note="Exact. As corrected: an adjusted order counts with what its adjustment says was paid, any other as ordered; what the customer pays on top of it is in neither. Told is compared with credited only where both are known: tied three ways."
      flush
    >
      <GroupedTable label="Totals per currency" className="mc-tie-totals">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col" data-end>
              Ordered
            </th>
            <th scope="col" data-end>
              As corrected
            </th>
            <th scope="col" data-end>
              Credited USDT
            </th>
            <th scope="col" data-end>
              Tied three ways: credited
            </th>
            <th scope="col" data-end>
              Told
            </th>
            <th scope="col" data-end>
              Told − credited
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={total.currency} data-first>
              <th scope="row">
                {plainText(total.currency.slice(0, 16))}
                <span className="mc-tie-count mc-num"> {countWords(total.count, 'success', 'successes')}</span>
              </th>
              <td data-end>
                <MoneyText value={total.ordered} decimals={room('ordered')} />
              </td>
              <td data-end>
                <MoneyText value={total.paid} decimals={room('paid')} />
                <Without count={total.paidMissing} />
              </td>
              <td data-end>
                <MoneyText value={total.settledUsdt} decimals={room('settledUsdt')} />
                <Without count={total.settledMissing} />
              </td>
              <td data-end>
                <MoneyText value={total.settledOfCreditedUsdt} decimals={room('settledOfCreditedUsdt')} />
              </td>
              <td data-end>
                <MoneyText value={total.creditedUsdt} decimals={room('creditedUsdt')} />
              </td>
              <td data-end>
                <MoneyText value={subtractMoney(total.creditedUsdt, total.settledOfCreditedUsdt)} sign />
              </td>
            </tr>
          ))}
        </tbody>
      </GroupedTable>
    </Panel>
  );
}

/** How many have no such amount and so are not in the sum. */
function Without({ count }: { readonly count: number }): ReactNode {
  return count === 0 ? null : (
    <span className="mc-tie-without mc-num">{count.toLocaleString('en-GB')} without an amount</span>
  );
}
