/** What the customer of an order has ordered before: listed beside the form, and a warning where the same amount is paid already. */
import { Group, Paper, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InvoiceRow } from '../../../../contract/calls/invoices.ts';
import { isMoney, sameMoney } from '../../../../domain/money.ts';
import type { Order } from '../../../../domain/order.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  customerPath,
  hashHref,
  InstantText,
  invoicePath,
  MoneyText,
  Notice,
  plainText,
  StatusBadge,
  useSettled,
} from '../../../ui/index.ts';

/** So many are looked through for the same amount, the newest. */
const LOOKED_AT = 50;
const SHOWN = 3;

export interface Earlier {
  readonly rows: readonly InvoiceRow[];
  readonly total: number;
}

/** The newest invoices of the customer who is typed; null while nobody is, or before the mirror has answered. */
export function useEarlier(customerId: string): Earlier | null {
  const settled = useSettled(customerId, 250) ?? '';
  const { data } = useCall(
    'invoices.page',
    {
      filter: { customerId: settled.slice(0, 128) },
      sort: [{ by: 'created_at', direction: 'desc' }],
      offset: 0,
      limit: LOOKED_AT,
    },
    { enabled: settled !== '', refreshOn: ['invoices'] },
  );
  const isTheirs = data?.rows.every(({ customer_id: id }) => id === customerId) === true;
  return settled === customerId && settled !== '' && isTheirs ? data : null;
}

/** "3 invoices, 2 paid, none open". */
export function earlierWords({ rows, total }: Earlier): string {
  if (total === 0) return 'No invoice of this customer yet';
  const invoices = `${total.toLocaleString('en-GB')} ${total === 1 ? 'invoice' : 'invoices'}`;
  if (total > rows.length) return invoices;
  const count = (status: string): string => {
    const found = rows.filter((row) => row.status === status).length;
    return found === 0 ? 'none' : `${found}`;
  };
  return `${invoices}, ${count('success')} paid, ${count('pending')} open`;
}

/** A warning, no stop: another order may cost the same. */
export function PaidAlready(props: { readonly earlier: Earlier | null; readonly order: Order }): ReactNode {
  const { earlier, order } = props;
  const { amount, currency } = order;
  const paid = earlier?.rows.find(
    (row) =>
      row.status === 'success' && row.currency.code === currency && isMoney(amount) && sameMoney(row.amount, amount),
  );
  if (paid === undefined) return null;
  return (
    <Notice
      tone="warn"
      title={`${plainText(order.customer_id.slice(0, 60))} paid ${amount} ${plainText(currency)} already`}
    >
      <a className="mc-link mc-link-inline" href={hashHref(invoicePath(paid.uuid))}>
        {plainText(paid.external_id.slice(0, 128))}
      </a>
      , <InstantText value={paid.finished_at ?? paid.created_at} />. Create this one only for another order.
    </Notice>
  );
}

/** The latest few, and the way to all of them. */
export function EarlierPanel(props: { readonly earlier: Earlier | null; readonly customerId: string }): ReactNode {
  const { earlier, customerId } = props;
  if (earlier === null || earlier.total === 0) return null;
  return (
    <Paper withBorder component="section" aria-label="Earlier invoices">
      <Group justify="space-between" px="md" pt="sm" pb={4}>
        <Title order={2} fz="md">
          Earlier invoices{' '}
          <Text span fz="xs" fw={400} c="dimmed">
            {plainText(customerId.slice(0, 60))}
          </Text>
        </Title>
        <a className="mc-link" href={hashHref(customerPath(customerId))}>
          All {earlier.total.toLocaleString('en-GB')}
        </a>
      </Group>
      <Table fz="sm" verticalSpacing={5} horizontalSpacing="md">
        <Table.Tbody>
          {earlier.rows.slice(0, SHOWN).map((row) => (
            <Table.Tr key={row.uuid}>
              <Table.Th scope="row" fw={500}>
                <a className="mc-link" href={hashHref(invoicePath(row.uuid))}>
                  {plainText(row.external_id.slice(0, 40))}
                </a>
              </Table.Th>
              <Table.Td>
                <StatusBadge kind="invoice" status={row.status} />
              </Table.Td>
              <Table.Td ta="right">
                <MoneyText value={row.amount} currency={plainText(row.currency.code)} />
              </Table.Td>
              <Table.Td ta="right" c="dimmed">
                <InstantText value={row.created_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
