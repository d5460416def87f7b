// What the invoices of a customer come to, per currency and exact, with their counts by status.
import type { ReactNode } from 'react';
import type { CallOutput } from '../../../../contract/calls.ts';
import { GroupedTable, MoneyText, mostDecimals, Panel, plainText, StatusBadge } from '../../../ui/index.ts';
import classes from './customers.module.css';

/** Currencies never mix, so there is no grand total. */
export function TotalsPanel({ customer }: { readonly customer: CallOutput<'customers.get'> }): ReactNode {
  const { currencies } = customer;
  const fiat = mostDecimals(currencies.map(({ successAmount }) => successAmount));
  const usdt = mostDecimals(currencies.map(({ settledUsdt }) => settledUsdt));
  return (
    <Panel
      flush
      title="Totals"
      note="Exact, per currency. Ordered amounts of successful invoices do not follow an adjustment; credited USDT do."
    >
      <GroupedTable label="Totals per currency">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">By status</th>
            <th scope="col" data-end>
              Invoices
            </th>
            <th scope="col" data-end>
              Ordered, successful
            </th>
            <th scope="col" data-end>
              Credited USDT
            </th>
          </tr>
        </thead>
        <tbody>
          {currencies.map((row) => (
            <tr key={row.currency} data-first>
              <th scope="row">{plainText(row.currency.slice(0, 16))}</th>
              <td>
                <span className={classes.customerStatuses}>
                  {Object.entries(row.byStatus).map(([status, count]) => (
                    <span key={status}>
                      <StatusBadge kind="invoice" status={status} />{' '}
                      <span className="mc-num">{count.toLocaleString('en-GB')}</span>
                    </span>
                  ))}
                </span>
              </td>
              <td data-end className="mc-num">
                {row.count.toLocaleString('en-GB')}
              </td>
              <td data-end>
                <MoneyText value={row.successAmount} decimals={fiat} />
              </td>
              <td data-end>
                <MoneyText value={row.settledUsdt} decimals={usdt} />
                {row.settledMissing === 0 ? null : (
                  <span className={`mc-note ${classes.customerWords}`}> {row.settledMissing} without an amount</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </GroupedTable>
    </Panel>
  );
}
