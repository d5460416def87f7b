// The list of invoices: its columns, and what it is narrowed by.
import type { InvoiceRow } from '../../../contract/calls/invoices.ts';
import { INVOICE_LIST, type InvoiceFilter, type InvoiceSortField } from '../../../domain/records/invoice.ts';
import { invoiceStateWords, invoiceStatusWord } from '../../../domain/records/invoice-state.ts';
import { type Address, filterOf, gridColumns } from '../../ui/index.ts';
import { TimeLeftText } from './time-left.tsx';
import {
  LABEL_CONTROL,
  MARKED_CONTROL,
  MARKS_COLUMN,
  marksOf,
  StatusBadge,
  termsOn,
  WebhookText,
  webhookWords,
} from '../../parts/index.ts';
import { INVOICE_AMOUNT_WORDS } from '../../../domain/kernel/money/amount-filter.ts';
import { readAmount } from '../../ui/text/writing.ts';

/** In the currency of the order. */
const codeOf = ({ currency }: InvoiceRow): string => currency.code;
const FIAT = { width: 116, unit: codeOf, code: codeOf };

export const INVOICE_COLUMNS = gridColumns<InvoiceRow, InvoiceSortField>(({ cell, name, text, moment, money }) => [
  name('external_id', 'Invoice', (row) => row.external_id, {
    hint: 'The shop’s own id of the order',
    sortBy: 'external_id',
    width: 100,
    flex: 1,
  }),
  cell('status', 'Status', (row) => <Status row={row} />, {
    sortBy: 'status',
    width: 152,
    text: invoiceStateWords,
  }),
  cell('expires_at', 'Time left', (row) => <TimeLeftText invoice={row} />, {
    hint: 'Until the payment link closes, by the clock of the API',
    sortBy: 'expires_at',
    width: 168,
    text: (row) => row.expires_at,
  }),
  money('amount', 'Ordered', (row) => row.amount, {
    hint: 'As ordered; never changes, not even after an adjustment',
    sortBy: 'amount',
    ...FIAT,
  }),
  money('paid', 'Paid', (row) => row.paid?.amount ?? null, {
    hint: 'In fiat, as the adjustment or the webhook says; not known otherwise',
    spare: 3,
    ...FIAT,
  }),
  money('settled_amount_usdt', 'Net (USDT)', (row) => row.settled_amount_usdt, {
    hint: 'What was credited; only of paid invoices',
    sortBy: 'settled_amount_usdt',
  }),
  text('payment_method', 'Method', (row) => row.payment_method?.name ?? null, {
    sortBy: 'payment_method',
    width: 124,
    flex: 1,
    spare: 2,
  }),
  text('customer_id', 'Customer', (row) => row.customer_id, { sortBy: 'customer_id', flex: 1, spare: 1 }),
  moment('created_at', 'Created', (row) => row.created_at, { sortBy: 'created_at' }),
  moment('finished_at', 'Finished', (row) => row.finished_at, { sortBy: 'finished_at', spare: 4 }),
  cell('webhook', 'Webhook', (row) => <WebhookText webhook={row.webhook} />, {
    hint: 'How its latest delivery stands',
    width: 148,
    text: (row) => webhookWords(row.webhook),
  }),
  cell('marks', 'Labels', marksOf, { ...MARKS_COLUMN, spare: 5 }),
]);

/** What only an open invoice has, and what only a closed one. */
export const OPEN_COLUMNS: ReadonlySet<string> = new Set(['expires_at']);
export const CLOSED_COLUMNS: ReadonlySet<string> = new Set(['paid', 'settled_amount_usdt', 'finished_at', 'webhook']);

function Status({ row }: { readonly row: InvoiceRow }) {
  return (
    <StatusBadge
      kind="invoice"
      status={row.status}
      tone={row.is_adjusted && row.status === 'success' ? 'warn' : undefined}
      words={invoiceStateWords(row)}
      isMissing={row.missingSince !== undefined}
    />
  );
}

/** The controls in the order of the screen. */
export const INVOICE_FILTER = filterOf(INVOICE_LIST.filter, {
  text: { label: 'Search invoices', placeholder: 'Id or amount', take: termsOn('invoices') },
  status: { label: 'Status', options: 'statuses', wordOf: invoiceStatusWord },
  currency: { label: 'Currency', options: 'currencies' },
  created: { label: 'Created' },
  method: { label: 'Method', options: 'methods' },
  webhook: { label: 'Webhook', wordOf: (state) => webhookWords({ state, attempts: null, maxAttempts: null }) },
  amount: { label: 'Amount', of: INVOICE_AMOUNT_WORDS },
  finished: { label: 'Finished' },
  customerId: { label: 'Customer id' },
  adjusted: { label: 'Adjusted only' },
  label: LABEL_CONTROL,
  marked: MARKED_CONTROL,
  day: { label: 'Created or finished', isRare: true },
  unusual: { label: 'Unusual', isRare: true },
  missing: { label: 'Not seen any more', isRare: true },
});

/** What the address asks for, in days of the zone. A search for an amount is one. */
export function invoiceFilter(address: Address, timeZone: string): InvoiceFilter {
  const filter = INVOICE_FILTER.read(address, timeZone);
  const { text, ...others } = filter;
  const typed = text === undefined || filter.amount !== undefined ? undefined : amountTyped(text);
  return typed === undefined
    ? filter
    : { ...others, amount: { of: ['ordered', 'toPay', 'paid'], from: typed, to: typed } };
}

/** "49.90" or "1 234,50"; whole numbers are parts of ids. */
function amountTyped(text: string): string | undefined {
  if (!/[.,]\d{1,3}$/.test(text)) return undefined;
  const read = readAmount(text);
  return read.kind === 'amount' ? read.amount : undefined;
}
