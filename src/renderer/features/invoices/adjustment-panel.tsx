/**
 * What a dispute changed: expected against actual, in fiat and USDT, with exact differences. Not here: the list of all
 * adjusted invoices (features/reconciliation/adjusted).
 */
import type { ReactNode } from 'react';
import type { Invoice } from '../../../domain/invoice.ts';
import { sameMoney, subtractMoney } from '../../../domain/money.ts';
import { MoneyText, Panel } from '../../ui/index.ts';

/** The adjustment block; nothing when the invoice was not adjusted. */
export function AdjustmentPanel({ invoice }: { readonly invoice: Invoice }): ReactNode {
  if (!invoice.is_adjusted && invoice.adjustment === null) return null;
  return (
    <Panel title="Adjustment" note="The API dates no adjustment; the changes seen tell when it was first noticed.">
      {invoice.adjustment === null ? (
        <p className="mc-detail-note">The invoice is marked as adjusted, but the API sent no figures.</p>
      ) : (
        <Figures invoice={invoice} />
      )}
      <SettledRemark invoice={invoice} />
    </Panel>
  );
}

function Figures({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { adjustment, currency } = invoice;
  if (adjustment === null) return null;
  const rows = [
    { unit: currency.code, expected: adjustment.expected_amount_fiat, actual: adjustment.actual_amount_fiat },
    { unit: 'USDT', expected: adjustment.expected_amount_usdt, actual: adjustment.actual_amount_usdt },
  ];
  return (
    <table className="mc-adjustment">
      <thead>
        <tr>
          <th scope="col">
            <span className="mc-visually-hidden">Currency</span>
          </th>
          <th scope="col">Expected</th>
          <th scope="col">Actual</th>
          <th scope="col">Actual − expected</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ unit, expected, actual }, index) => (
          <tr key={index === 0 ? 'fiat' : 'usdt'}>
            <th scope="row">{unit}</th>
            <td>
              <MoneyText value={expected} />
            </td>
            <td>
              <MoneyText value={actual} />
            </td>
            <td>
              <MoneyText value={subtractMoney(actual, expected)} sign />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SettledRemark({ invoice }: { readonly invoice: Invoice }): ReactNode {
  const { adjustment, settled_amount_usdt: settled } = invoice;
  if (adjustment === null) return null;
  if (settled === null) return <p className="mc-detail-note">The record names no credited USDT to compare with.</p>;
  if (sameMoney(settled, adjustment.actual_amount_usdt)) return null;
  return (
    <p className="mc-detail-note">
      Credited USDT differs from the adjustment’s actual USDT by{' '}
      <MoneyText value={subtractMoney(settled, adjustment.actual_amount_usdt)} sign />. The specification does not
      promise that they agree; it is worth a question.
    </p>
  );
}
