// The columns of the export of invoices.
import type { Column } from '../table.ts';

/** By the API's names; `not_shown_since` is when the API was found not to show the invoice any more; the last three are what people have written. */
export const INVOICE_COLUMNS = [
  { title: 'uuid', type: 'text' },
  { title: 'external_id', type: 'text' },
  { title: 'customer_id', type: 'text' },
  { title: 'status', type: 'text' },
  { title: 'currency', type: 'text' },
  { title: 'amount', type: 'amount' },
  { title: 'amount_to_send', type: 'amount' },
  { title: 'payment_method', type: 'text' },
  { title: 'rate', type: 'amount' },
  { title: 'settled_amount_usdt', type: 'amount' },
  { title: 'is_adjusted', type: 'text' },
  { title: 'expected_amount_fiat', type: 'amount' },
  { title: 'actual_amount_fiat', type: 'amount' },
  { title: 'expected_amount_usdt', type: 'amount' },
  { title: 'actual_amount_usdt', type: 'amount' },
  { title: 'created_at', type: 'instant' },
  { title: 'expires_at', type: 'instant' },
  { title: 'finished_at', type: 'instant' },
  { title: 'purpose', type: 'text' },
  { title: 'payment_url', type: 'text' },
  { title: 'not_shown_since', type: 'instant' },
  { title: 'read_at', type: 'instant' },
  { title: 'labels', type: 'text' },
  { title: 'notes', type: 'number' },
  { title: 'open_case', type: 'text' },
] as const satisfies readonly Column[];
