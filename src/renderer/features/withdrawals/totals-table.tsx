/**
 * Exact totals of the withdrawals per token, network and status, over the whole filter. None of the three ever mix.
 */
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { cellText, MoneyText, mostDecimals, StatusBadge, TotalsFrame } from '../../ui/index.ts';

type Total = CallOutput<'withdrawals.page'>['totals'][number];

/** The footer of the list. `isOld` while the totals still belong to the filter before. */
export function TotalsTable(props: {
  readonly totals: readonly Total[];
  readonly asOf: string | null;
  readonly isOld: boolean;
}): ReactNode {
  const { totals, asOf, isOld } = props;
  const decimals = {
    amount: mostDecimals(totals.map((one) => one.amount)),
    commission: mostDecimals(totals.map((one) => one.networkCommission)),
    sent: mostDecimals(totals.map((one) => one.amountToSend)),
  };
  return (
    <TotalsFrame
      label="Totals per token, network and status"
      caption="Totals of everything that matches, exact, per token, network and status"
      asOf={asOf}
      isOld={isOld}
    >
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
              {cellText(total.token, 40)} · {cellText(total.network, 40)}
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
    </TotalsFrame>
  );
}
