// The columns of the list of invoices.
import type { ReactNode } from 'react';
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import type { InvoiceSortField } from '../../../domain/invoice.ts';
import { invoiceStateWords } from '../../../domain/invoice-state.ts';
import {
  cellText,
  type GridColumn,
  InstantText,
  MoneyText,
  moneyWords,
  StatusBadge,
  WebhookText,
} from '../../ui/index.ts';

/** Each is as wide as what it holds; where there is not room for all, those with the highest `spare` go first. */
export const INVOICE_COLUMNS: readonly GridColumn<InvoiceRow, InvoiceSortField>[] = [
  {
    key: 'external_id',
    title: 'Invoice',
    hint: 'The shop’s own id of the order',
    sortBy: 'external_id',
    width: 100,
    flex: 1,
    render: (row) => <span className="mc-cell-key">{cellText(row.external_id)}</span>,
    text: (row) => row.external_id,
  },
  {
    key: 'status',
    title: 'Status',
    sortBy: 'status',
    width: 152,
    render: (row) => (
      <StatusBadge
        kind="invoice"
        status={row.status}
        tone={row.is_adjusted && row.status === 'success' ? 'warn' : undefined}
        words={invoiceStateWords(row)}
        isMissing={row.missingSince !== undefined}
      />
    ),
  },
  fiat('amount', 'Ordered', 'As ordered; never changes, not even after an adjustment', (row) => row.amount, {
    sortBy: 'amount',
  }),
  fiat(
    'paid',
    'Paid',
    'In fiat, as the adjustment or the webhook says; not known otherwise',
    (row) => row.paid?.amount ?? null,
    { spare: 2 },
  ),
  {
    key: 'settled_amount_usdt',
    title: 'Net (USDT)',
    hint: 'Net of the merchant commission; only of paid invoices',
    sortBy: 'settled_amount_usdt',
    align: 'end',
    width: 104,
    measure: (row) => moneyWords(row.settled_amount_usdt, 'USDT', false),
    render: (row) => <MoneyText value={row.settled_amount_usdt} unit="USDT" />,
    text: (row) => row.settled_amount_usdt,
  },
  foreign('payment_method', 'Method', (row) => row.payment_method?.name ?? null, { width: 124, spare: 3 }),
  foreign('customer_id', 'Customer', (row) => row.customer_id, { width: 112, spare: 1 }),
  moment('created_at', 'Created', {}),
  moment('finished_at', 'Finished', { spare: 4 }),
  {
    key: 'webhook',
    title: 'Webhook',
    hint: 'How its latest delivery stands',
    width: 136,
    render: (row) => <WebhookText webhook={row.webhook} />,
  },
];

type Column = GridColumn<InvoiceRow, InvoiceSortField>;

/** In the currency of the order. */
function fiat(
  key: string,
  title: string,
  hint: string,
  pick: (row: InvoiceRow) => string | null,
  more: Partial<Column>,
): Column {
  return {
    key,
    title,
    hint,
    align: 'end',
    width: 116,
    measure: (row) => `${moneyWords(pick(row), row.currency.code, false)} ${row.currency.code} `,
    render: (row) => <InCurrency amount={pick(row)} code={row.currency.code} />,
    text: pick,
    ...more,
  };
}

/** Text that others wrote. */
function foreign(
  key: InvoiceSortField,
  title: string,
  pick: (row: InvoiceRow) => string | null,
  more: Pick<Column, 'width' | 'spare'>,
): Column {
  return { key, title, sortBy: key, flex: 1, render: (row) => cellText(pick(row)), text: pick, ...more };
}

function moment(key: 'created_at' | 'finished_at', title: string, more: Pick<Column, 'spare'>): Column {
  const render = (row: InvoiceRow): ReactNode => <InstantText value={row[key]} short />;
  return { key, title, sortBy: key, width: 112, render, text: (row) => row[key], ...more };
}

function InCurrency({ amount, code }: { readonly amount: string | null; readonly code: string }): ReactNode {
  return (
    <>
      <MoneyText value={amount} unit={code} />
      <span className="mc-cell-code">{amount === null ? '' : cellText(code, 8)}</span>
    </>
  );
}
