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
  {
    key: 'amount',
    title: 'Ordered',
    hint: 'As ordered; never changes, not even after an adjustment',
    sortBy: 'amount',
    align: 'end',
    width: 116,
    measure: (row) => `${moneyWords(row.amount, row.currency.code, false)} ${row.currency.code} `,
    render: (row) => <InCurrency amount={row.amount} code={row.currency.code} />,
    text: (row) => row.amount,
  },
  {
    key: 'paid',
    title: 'Paid',
    hint: 'In fiat, as the adjustment or the webhook says; not known otherwise',
    align: 'end',
    width: 116,
    spare: 2,
    measure: (row) => `${moneyWords(row.paid?.amount ?? null, row.currency.code, false)} ${row.currency.code} `,
    render: (row) => <InCurrency amount={row.paid?.amount ?? null} code={row.currency.code} />,
    text: (row) => row.paid?.amount ?? null,
  },
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
  {
    key: 'payment_method',
    title: 'Method',
    sortBy: 'payment_method',
    width: 124,
    flex: 1,
    spare: 3,
    render: (row) => cellText(row.payment_method?.name ?? null),
    text: (row) => row.payment_method?.name ?? null,
  },
  {
    key: 'customer_id',
    title: 'Customer',
    sortBy: 'customer_id',
    width: 112,
    flex: 1,
    render: (row) => cellText(row.customer_id),
    text: (row) => row.customer_id,
  },
  {
    key: 'created_at',
    title: 'Created',
    sortBy: 'created_at',
    width: 112,
    render: (row) => <InstantText value={row.created_at} short />,
    text: (row) => row.created_at,
  },
  {
    key: 'finished_at',
    title: 'Finished',
    sortBy: 'finished_at',
    width: 112,
    spare: 4,
    render: (row) => <InstantText value={row.finished_at} short />,
    text: (row) => row.finished_at,
  },
  {
    key: 'webhook',
    title: 'Webhook',
    hint: 'How its latest delivery stands',
    width: 136,
    render: (row) => <WebhookText webhook={row.webhook} />,
  },
];

function InCurrency({ amount, code }: { readonly amount: string | null; readonly code: string }): ReactNode {
  return (
    <>
      <MoneyText value={amount} unit={code} />
      <span className="mc-cell-code">{amount === null ? '' : cellText(code, 8)}</span>
    </>
  );
}
