/**
 * Exact totals of the withdrawals per token, network and status, over the whole filter. None of the three ever mix.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { MoneyText, mostDecimals, plainText, StatusBadge } from '../../ui/index.ts';

type Total = CallOutput<'withdrawals.page'>['totals'][number];

/** The footer of the list. `isOld` while the totals still belong to the filter before. */
export function TotalsTable(props: { readonly totals: readonly Total[]; readonly isOld: boolean }): ReactNode {
  const { totals, isOld } = props;
  const decimals = {
    amount: mostDecimals(totals.map((one) => one.amount)),
    commission: mostDecimals(totals.map((one) => one.networkCommission)),
    sent: mostDecimals(totals.map((one) => one.amountToSend)),
  };
  return (
    <div
      className="mc-withdrawal-totals"
      aria-busy={isOld}
      data-old={isOld || undefined}
      role="region"
      aria-label="Totals per token, network and status"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table>
        <caption>Totals of everything that matches, exact, per token, network and status</caption>
        <thead>
          <tr>
            <th scope="col">Token, network</th>
            <th scope="col" data-start>
              Status
            </th>
            <th scope="col">Withdrawals</th>
            <th scope="col">Amount</th>
            <th scope="col">− Commission</th>
            <th scope="col">= Sent</th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={JSON.stringify([total.token, total.network, total.status])}>
              <th scope="row">
                {cell(total.token)} · {cell(total.network)}
              </th>
              <td data-start>
                <StatusBadge kind="withdrawal" status={total.status} />
              </td>
              <td className="mc-num">{total.count.toLocaleString('en-GB')}</td>
              <td>
                <MoneyText value={total.amount} decimals={decimals.amount} />
              </td>
              <td>
                <MoneyText value={total.networkCommission} decimals={decimals.commission} />
              </td>
              <td>
                <MoneyText value={total.amountToSend} decimals={decimals.sent} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cell(text: string | null): string {
  return text === null || text === '' ? '—' : plainText(text.slice(0, 40));
}
