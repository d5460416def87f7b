/**
 * The columns of the list of invoices. Amount and currency are two columns, so that figures align. Not here: loading.
 */
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import type { InvoiceSortField } from '../../../domain/invoice.ts';
import { AgeText, cellText, type GridColumn, InstantText, MoneyText, StatusBadge, ToneBadge } from '../../ui/index.ts';

/** From the shop's own id to how old the copy is. */
export const INVOICE_COLUMNS: readonly GridColumn<InvoiceRow, InvoiceSortField>[] = [
  {
    key: 'external_id',
    title: 'External id',
    hint: 'The shop’s own id of the order',
    sortBy: 'external_id',
    width: 136,
    pinned: 'left',
    render: (row) => <span className="mc-cell-key">{cellText(row.external_id)}</span>,
    text: (row) => row.external_id,
  },
  {
    key: 'status',
    title: 'Status',
    sortBy: 'status',
    width: 116,
    render: (row) => <StatusBadge kind="invoice" status={row.status} isMissing={row.missingSince !== undefined} />,
  },
  {
    key: 'amount',
    title: 'Ordered',
    hint: 'As ordered; never changes, not even after an adjustment',
    sortBy: 'amount',
    align: 'end',
    width: 112,
    render: (row) => <MoneyText value={row.amount} unit={row.currency.code} />,
    text: (row) => row.amount,
  },
  {
    key: 'currency',
    title: 'Currency',
    sortBy: 'currency',
    width: 84,
    render: (row) => cellText(row.currency.code),
    text: (row) => `${row.currency.code} ${row.currency.name}`,
  },
  {
    key: 'settled_amount_usdt',
    title: 'Net (USDT)',
    hint: 'Net of the merchant commission; only on success',
    sortBy: 'settled_amount_usdt',
    align: 'end',
    width: 120,
    flex: 1,
    render: (row) => <MoneyText value={row.settled_amount_usdt} unit="USDT" />,
    text: (row) => row.settled_amount_usdt,
  },
  {
    key: 'customer_id',
    title: 'Customer',
    sortBy: 'customer_id',
    width: 116,
    flex: 1,
    render: (row) => cellText(row.customer_id),
    text: (row) => row.customer_id,
  },
  {
    key: 'created_at',
    title: 'Created',
    sortBy: 'created_at',
    width: 180,
    render: (row) => <InstantText value={row.created_at} />,
  },
  {
    key: 'payment_method',
    title: 'Method',
    sortBy: 'payment_method',
    width: 120,
    flex: 1,
    render: (row) => cellText(row.payment_method?.name ?? null),
    text: (row) => row.payment_method?.name ?? null,
  },
  {
    key: 'finished_at',
    title: 'Finished',
    sortBy: 'finished_at',
    width: 180,
    render: (row) => <InstantText value={row.finished_at} />,
  },
  {
    key: 'is_adjusted',
    title: 'Adjusted',
    sortBy: 'is_adjusted',
    width: 104,
    render: (row) => (row.is_adjusted ? <ToneBadge tone="warn">adjusted</ToneBadge> : '—'),
  },
  {
    key: 'asOf',
    title: 'Read',
    hint: 'How old this copy of the record is',
    width: 112,
    render: (row) => <AgeText since={row.asOf} />,
  },
];
