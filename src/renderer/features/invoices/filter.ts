// What the list of invoices is narrowed by, from its address: the list's own controls, and what the finder leads to.
import { INVOICE_AMOUNT_WORDS } from '../../../domain/kernel/money/amount-filter.ts';
import { INVOICE_LIST, type InvoiceFilter } from '../../../domain/records/invoice.ts';
import { invoiceStatusWord } from '../../../domain/records/invoice-state.ts';
import { LABEL_CONTROL, MARKED_CONTROL, termsOn, webhookWords } from '../../parts/index.ts';
import { type Address, filterOf } from '../../ui/index.ts';
import { readAmount } from '../../ui/text/writing.ts';

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
