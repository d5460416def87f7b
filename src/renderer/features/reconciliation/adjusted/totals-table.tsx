/**
 * Exact totals of the adjusted invoices, one row a currency with fiat above USDT, over the whole filter and whatever page is in
 * view. Currencies never mix, so there is no grand total.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { countWords, MoneyText, mostDecimals, plainText, TotalsFrame } from '../../../ui/index.ts';

type Total = CallOutput<'reconciliation.adjusted'>['totals'][number];
type Sum = 'expectedFiat' | 'actualFiat' | 'deltaFiat' | 'expectedUsdt' | 'actualUsdt' | 'deltaUsdt' | 'settledUsdt';

const PAIRS = [
  ['Expected', 'expectedFiat', 'expectedUsdt'],
  ['Actual', 'actualFiat', 'actualUsdt'],
  ['Actual − expected', 'deltaFiat', 'deltaUsdt'],
] as const satisfies readonly (readonly [string, Sum, Sum])[];

/** The footer of the list. `isOld` while the totals still belong to the filter before. */
export function TotalsTable(props: {
  readonly totals: readonly Total[];
  readonly asOf: string | null;
  readonly isOld: boolean;
}): ReactNode {
  const { totals, asOf, isOld } = props;
  return (
    <TotalsFrame
      className="mc-adjusted-totals"
      label="Totals per currency"
      caption="Totals of everything that matches, exact, per currency"
      asOf={asOf}
      isOld={isOld}
    >
      <thead>
        <tr>
          <th scope="col">Currency</th>
          {PAIRS.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">Credited</th>
        </tr>
      </thead>
      <tbody>
        {totals.map((total) => (
          <TotalRow key={total.currency} total={total} totals={totals} />
        ))}
      </tbody>
    </TotalsFrame>
  );
}

function TotalRow({ total, totals }: { readonly total: Total; readonly totals: readonly Total[] }): ReactNode {
  const currency = plainText(total.currency.slice(0, 16));
  const sum = (key: Sum): ReactNode => (
    <span className="mc-adjusted-sum">
      <MoneyText
        value={total[key]}
        sign={key.startsWith('delta')}
        decimals={mostDecimals(totals.map((one) => one[key]))}
      />
    </span>
  );
  return (
    <tr>
      <th scope="row">
        <span className="mc-adjusted-sum">
          {currency} <span className="mc-adjusted-count mc-num">{countWords(total.count, 'invoice', 'invoices')}</span>
        </span>
        <span className="mc-adjusted-sum mc-adjusted-count">
          {total.token}
          {total.adjustmentMissing === 0 ? '' : `, ${total.adjustmentMissing} without figures`}
        </span>
      </th>
      {PAIRS.map(([title, fiat, usdt]) => (
        <td key={title}>
          {sum(fiat)}
          {sum(usdt)}
        </td>
      ))}
      <td>
        <span className="mc-adjusted-missing">
          {total.settledMissing === 0 ? '' : `${total.settledMissing} without an amount`}
        </span>
        {sum('settledUsdt')}
      </td>
    </tr>
  );
}
