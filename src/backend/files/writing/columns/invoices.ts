// The columns of the export of invoices.
import { ORDER, type PackedColumn, USDT } from '../pack/schema.ts';

/** By the API's names; `not_shown_since` is when the API was found not to show the invoice any more; the last three are what people have written. */
export const INVOICE_COLUMNS = [
  { title: 'uuid', type: 'text' },
  { title: 'external_id', type: 'text' },
  { title: 'customer_id', type: 'text' },
  { title: 'status', type: 'text' },
  { title: 'currency', type: 'text' },
  { title: 'amount', type: 'amount', means: ['What was ordered', ORDER] },
  { title: 'amount_to_send', type: 'amount', means: ['What the customer was asked to pay', ORDER] },
  { title: 'payment_method', type: 'text' },
  { title: 'rate', type: 'amount', means: ['Units of the currency for one USDT, as of the deal', 'currency per USDT'] },
  { title: 'settled_amount_usdt', type: 'amount', means: ['What was credited', USDT] },
  { title: 'is_adjusted', type: 'text', means: ['Paid with another amount than ordered'] },
  { title: 'expected_amount_fiat', type: 'amount', means: ['Of an adjusted one: what was expected', ORDER] },
  { title: 'actual_amount_fiat', type: 'amount', means: ['Of an adjusted one: what was paid', ORDER] },
  { title: 'expected_amount_usdt', type: 'amount', means: ['Of an adjusted one: what was expected', USDT] },
  { title: 'actual_amount_usdt', type: 'amount', means: ['Of an adjusted one: what was paid', USDT] },
  { title: 'created_at', type: 'instant' },
  { title: 'expires_at', type: 'instant', means: ['When its link closes', 'UTC'] },
  { title: 'finished_at', type: 'instant' },
  { title: 'purpose', type: 'text', means: ['What it is for, as the shop wrote it'] },
  { title: 'payment_url', type: 'text', means: ['The page where it is paid'] },
  { title: 'not_shown_since', type: 'instant' },
  { title: 'read_at', type: 'instant' },
  { title: 'labels', type: 'text' },
  { title: 'notes', type: 'number' },
  { title: 'open_case', type: 'text' },
] as const satisfies readonly PackedColumn[];
