/**
 * An invoice in the API's own words (specification, "Invoice"), after tolerant reading. Vocabularies stay open: an unknown
 * status is kept as text and shown as unknown. Not here: what to do about it (fulfilment.ts).
 */
import type { AmountFilter, InvoiceAmount } from './amount-filter.ts';
import type { DeskState } from './desk.ts';

/** The token that every invoice is settled in, whatever it was ordered in (specification, "settled_amount_usdt"). */
export const SETTLEMENT_TOKEN = 'USDT';

export const INVOICE_STATUSES = ['pending', 'success', 'fail', 'expired', 'canceled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** The four final states; closed invoices are never revived (specification, "Invoice states"). */
export const TERMINAL_STATUSES = ['success', 'fail', 'expired', 'canceled'] as const satisfies readonly InvoiceStatus[];

export interface Currency {
  readonly id: number | null;
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
}

export interface InvoiceAdjustment {
  readonly expected_amount_fiat: string;
  readonly actual_amount_fiat: string;
  readonly expected_amount_usdt: string;
  readonly actual_amount_usdt: string;
}

export interface PaymentMethodBrief {
  readonly name: string;
  readonly logo_url: string | null;
}

export interface Invoice {
  readonly uuid: string;
  readonly external_id: string;
  readonly customer_id: string | null;
  readonly purpose: string | null;
  /** Ordered fiat; never changes, not even after an adjustment. */
  readonly amount: string;
  /** What the customer pays: amount plus the client commission. Null until a method is chosen. */
  readonly amount_to_send: string | null;
  readonly currency: Currency;
  /** One of INVOICE_STATUSES, or a word this console does not know. */
  readonly status: string;
  readonly callback_url: string | null;
  readonly success_url: string | null;
  readonly fail_url: string | null;
  readonly payment_url: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly finished_at: string | null;
  readonly payment_method: PaymentMethodBrief | null;
  /** Fiat per USDT, snapshot of the deal. */
  readonly rate: string | null;
  /** USDT credited, net of the merchant commission; only on success. */
  readonly settled_amount_usdt: string | null;
  readonly is_adjusted: boolean;
  readonly adjustment: InvoiceAdjustment | null;
  /** Fields the specification does not name, kept as received. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** True for the five words of the specification. */
export function isInvoiceStatus(status: string): status is InvoiceStatus {
  return INVOICE_STATUSES.some((known) => known === status);
}

/** True when the status is one of the four final ones. An unknown word counts as not final. */
export function isTerminal(status: string): boolean {
  return TERMINAL_STATUSES.some((known) => known === status);
}

/** Which invoices a list, total or export is about. Dates are half-open [from, to) in UTC. Absent means "any". */
export interface InvoiceFilter {
  readonly status?: readonly string[] | undefined;
  readonly currency?: readonly string[] | undefined;
  readonly adjusted?: boolean | undefined;
  /** Only those that the API does not show any more. */
  readonly missing?: boolean | undefined;
  /** Case-insensitive substring of any id, purpose, customer or method. */
  readonly text?: string | undefined;
  readonly customerId?: string | undefined;
  /** The display name of the payment method; the API gives no id with an invoice. */
  readonly method?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly finishedFrom?: string | undefined;
  readonly finishedTo?: string | undefined;
  /** Created or finished then: what somebody means who says that something was paid yesterday. */
  readonly dayFrom?: string | undefined;
  readonly dayTo?: string | undefined;
  readonly amount?: AmountFilter<InvoiceAmount> | undefined;
  /** How its latest delivery stands (domain/desk). */
  readonly webhook?: readonly DeskState[] | undefined;
}

/** Scalar fields a list of invoices may be sorted by; money sorts numerically, nulls last in both directions. */
export const INVOICE_SORT_FIELDS = [
  'uuid',
  'external_id',
  'customer_id',
  'purpose',
  'amount',
  'amount_to_send',
  'currency',
  'status',
  'callback_url',
  'success_url',
  'fail_url',
  'payment_url',
  'created_at',
  'expires_at',
  'finished_at',
  'payment_method',
  'rate',
  'settled_amount_usdt',
  'is_adjusted',
] as const;
export type InvoiceSortField = (typeof INVOICE_SORT_FIELDS)[number];

export interface Sort<Field extends string> {
  readonly by: Field;
  readonly direction: 'asc' | 'desc';
}
