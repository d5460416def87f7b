// The payment methods as a table: range in fiat, the two commissions against their ceiling.
import type { ReactNode } from 'react';
import type { PaymentMethod } from '../../../../domain/payment-method.ts';
import { GroupedTable, MoneyText, Monogram, mostDecimals, plainText, ToneBadge } from '../../../ui/index.ts';
import { sharesOf } from './method-view.ts';
import classes from './methods.module.css';

/** The table. */
export function MethodsTable({ methods }: { readonly methods: readonly PaymentMethod[] }): ReactNode {
  const decimals = mostDecimals(methods.flatMap(percentsOf));
  return (
    <GroupedTable label="Payment methods" className={classes.methods}>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Method</th>
          <th scope="col" data-end>
            Smallest order
          </th>
          <th scope="col" data-end>
            Largest order
          </th>
          <th scope="col" data-end title="Added on top of the order, paid by the customer">
            Customer fee %
          </th>
          <th scope="col" data-end title="Withheld from the proceeds">
            Your fee %
          </th>
          <th scope="col" data-end>
            Total %
          </th>
          <th scope="col" data-end title="The ceiling of the business’s category">
            Ceiling %
          </th>
        </tr>
      </thead>
      <tbody>
        {[...methods.entries()].map(([position, method]) => (
          <MethodRow
            key={position}
            method={method}
            decimals={decimals}
            isFirst={methods[position - 1]?.currency.code !== method.currency.code}
          />
        ))}
      </tbody>
    </GroupedTable>
  );
}

function percentsOf(method: PaymentMethod): (string | null)[] {
  return [method.client_commission_percent, method.merchant_commission_percent, method.total_commission_percent];
}

function MethodRow(props: {
  readonly method: PaymentMethod;
  readonly isFirst: boolean;
  readonly decimals: number;
}): ReactNode {
  const { method, isFirst, decimals } = props;
  const shares = sharesOf(method);
  return (
    <tr data-first={isFirst || undefined}>
      <th scope="row" title={plainText(method.currency.name.slice(0, 120))}>
        {plainText(method.currency.code.slice(0, 16))}
      </th>
      <td className={classes.methodsName} title={plainText(method.name.slice(0, 600))}>
        <Monogram name={method.name} />
        {plainText(method.name.length > 120 ? `${method.name.slice(0, 120)}…` : method.name)}
      </td>
      <td data-end>
        <MoneyText value={method.min_amount} missing="not named" />
      </td>
      <td data-end>
        <MoneyText value={method.max_amount} missing="not named" />
      </td>
      <td data-end>
        <MoneyText value={method.client_commission_percent} decimals={decimals} missing="not named" />
      </td>
      <td data-end>
        <MoneyText value={method.merchant_commission_percent} decimals={decimals} missing="not named" />
      </td>
      <td data-end title={shares.words}>
        {shares.verdict === 'above' ? (
          <ToneBadge tone="warn" title={shares.words}>
            above the ceiling
          </ToneBadge>
        ) : null}{' '}
        <MoneyText value={shares.sum} decimals={decimals} />
      </td>
      <td data-end>
        <MoneyText value={method.total_commission_percent} decimals={decimals} missing="not named" />
      </td>
    </tr>
  );
}
