/** What the customer of an order has ordered before: listed beside the form, and a warning where the same amount is paid already. */
import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InvoiceRow } from '../../../../contract/calls/invoices.ts';
import { countWords, grouped } from '../../../../domain/count-words.ts';
import { isMoney, sameMoney } from '../../../../domain/money.ts';
import type { Order } from '../../../../domain/order.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  cellText,
  customerPath,
  InstantText,
  invoicePath,
  Link,
  Notice,
  plainText,
  StatusBadge,
  Table,
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
  const invoices = countWords(total, 'invoice', 'invoices');
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
      <Link inline to={invoicePath(paid.uuid)}>
        {plainText(paid.external_id.slice(0, 128))}
      </Link>
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
        <Link to={customerPath(customerId)}>All {grouped(earlier.total)}</Link>
      </Group>
      <Table
        label="Earlier invoices"
        rows={earlier.rows.slice(0, SHOWN)}
        keyOf={({ uuid }) => uuid}
        columns={({ cell, money }) => [
          cell('Invoice', (row) => <Link to={invoicePath(row.uuid)}>{cellText(row.external_id, 40)}</Link>),
          cell('State', ({ status }) => <StatusBadge kind="invoice" status={status} />),
          money('Ordered', ({ amount }) => amount, {
            unit: ({ currency }) => currency.code,
            currency: ({ currency }) => plainText(currency.code),
          }),
          cell('Created', (row) => <InstantText value={row.created_at} short />, { isFigure: true }),
        ]}
      />
    </Paper>
  );
}
