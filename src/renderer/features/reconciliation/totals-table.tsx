/**
 * Exact totals of the adjusted invoices, one row a currency, over the whole filter and whatever page is in view. Currencies
 * never mix, so there is no grand total.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { MoneyText, mostDecimals, plainText } from '../../ui/index.ts';

type Total = CallOutput<'reconciliation.adjusted'>['totals'][number];

const COLUMNS = [
  ['expectedFiat', 'Expected fiat'],
  ['actualFiat', 'Actual fiat'],
  ['deltaFiat', 'Δ fiat'],
  ['expectedUsdt', 'Expected USDT'],
  ['actualUsdt', 'Actual USDT'],
  ['deltaUsdt', 'Δ USDT'],
  ['settledUsdt', 'Credited USDT'],
] as const satisfies readonly (readonly [keyof Total, string])[];

/** The footer of the list. `isOld` while the totals still belong to the filter before. */
export function TotalsTable(props: { readonly totals: readonly Total[]; readonly isOld: boolean }): ReactNode {
  const { totals, isOld } = props;
  return (
    <div
      className="mc-totals"
      aria-busy={isOld}
      data-old={isOld || undefined}
      role="region"
      aria-label="Totals per currency"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table>
        <caption>Totals of everything that matches, exact, per currency</caption>
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">Invoices</th>
            {COLUMNS.map(([key, title]) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={total.currency}>
              <th scope="row">{plainText(total.currency.slice(0, 16))}</th>
              <td className="mc-num">{total.count.toLocaleString('en-GB')}</td>
              {COLUMNS.map(([key]) => (
                <td key={key}>
                  <MoneyText
                    value={total[key]}
                    sign={key.startsWith('delta')}
                    decimals={mostDecimals(totals.map((one) => one[key]))}
                  />
                  {key === 'settledUsdt' && total.settledMissing > 0 ? (
                    <span className="mc-totals-missing">{total.settledMissing} without an amount</span>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
