// Changes in words: what a field is called, what kind of value it holds, by which reading a change was seen, what makes a change late. Pure.
import type { LateKind, ObservedList } from '../../../../domain/records/observation.ts';

export type ValueKind = 'money' | 'instant' | 'flag' | 'text';

export interface FieldWords {
  readonly label: string;
  readonly kind: ValueKind;
  /** What an amount is in: the stable token, or the record's own currency. */
  readonly unit?: 'USDT' | 'own';
}

const INVOICE: Readonly<Record<string, FieldWords>> = {
  status: { label: 'Status', kind: 'text' },
  settled_amount_usdt: { label: 'Settled amount', kind: 'money', unit: 'USDT' },
  is_adjusted: { label: 'Adjusted', kind: 'flag' },
  'adjustment.expected_amount_fiat': { label: 'Adjustment: expected', kind: 'money', unit: 'own' },
  'adjustment.actual_amount_fiat': { label: 'Adjustment: paid', kind: 'money', unit: 'own' },
  'adjustment.expected_amount_usdt': { label: 'Adjustment: expected', kind: 'money', unit: 'USDT' },
  'adjustment.actual_amount_usdt': { label: 'Adjustment: paid', kind: 'money', unit: 'USDT' },
  amount: { label: 'Ordered amount', kind: 'money', unit: 'own' },
  amount_to_send: { label: 'Amount to send', kind: 'money', unit: 'own' },
  rate: { label: 'Rate', kind: 'money' },
  finished_at: { label: 'Finished', kind: 'instant' },
  expires_at: { label: 'Expires', kind: 'instant' },
  created_at: { label: 'Created', kind: 'instant' },
  'payment_method.name': { label: 'Method', kind: 'text' },
  'currency.code': { label: 'Currency', kind: 'text' },
  customer_id: { label: 'Customer', kind: 'text' },
  purpose: { label: 'Purpose', kind: 'text' },
  payment_url: { label: 'Payment link', kind: 'text' },
};

const WITHDRAWAL: Readonly<Record<string, FieldWords>> = {
  status: { label: 'Status', kind: 'text' },
  amount: { label: 'Amount', kind: 'money', unit: 'own' },
  network_commission: { label: 'Network fee', kind: 'money', unit: 'own' },
  amount_to_send: { label: 'Amount to send', kind: 'money', unit: 'own' },
  tx_hash: { label: 'Transaction', kind: 'text' },
  reject_code: { label: 'Reject code', kind: 'text' },
  reject_reason: { label: 'Reject reason', kind: 'text' },
  created_at: { label: 'Requested', kind: 'instant' },
  processed_at: { label: 'Processed', kind: 'instant' },
  address: { label: 'Address', kind: 'text' },
};

const DELIVERY: Readonly<Record<string, FieldWords>> = {
  uuid: { label: 'Webhook', kind: 'text' },
  status: { label: 'Webhook status', kind: 'text' },
  attempts: { label: 'Webhook attempts', kind: 'text' },
  max_attempts: { label: 'Webhook attempts allowed', kind: 'text' },
  resend_count: { label: 'Webhook resends', kind: 'text' },
  next_attempt_at: { label: 'Next webhook attempt', kind: 'instant' },
  delivered_at: { label: 'Webhook delivered', kind: 'instant' },
  last_status_code: { label: 'Last answer of the shop', kind: 'text' },
  last_error: { label: 'Last webhook error', kind: 'text' },
  target_url: { label: 'Webhook address', kind: 'text' },
};

const FIELDS: Readonly<Record<ObservedList, Readonly<Record<string, FieldWords>>>> = {
  invoices: INVOICE,
  withdrawals: WITHDRAWAL,
  deliveries: DELIVERY,
};

/** A field in words; one without a name of its own keeps the API's. */
export function fieldWords(list: ObservedList, field: string): FieldWords {
  const known = Object.hasOwn(FIELDS[list], field) ? FIELDS[list][field] : undefined;
  return known ?? { label: list === 'deliveries' ? `Webhook ${field}` : field, kind: 'text' };
}

/** Fields by their weight: state and money first, those without a name of their own last. */
export function byWeight<Change extends { readonly field: string }>(
  list: ObservedList,
  changes: readonly Change[],
): readonly Change[] {
  const order = Object.keys(FIELDS[list]);
  const rank = ({ field }: Change): number => (order.includes(field) ? order.indexOf(field) : order.length);
  return [...changes].sort((left, right) => rank(left) - rank(right) || (left.field < right.field ? -1 : 1));
}

const SOURCES: Readonly<Record<string, string>> = {
  invoices: 'a page of the invoice list',
  invoice: 'a reading of this invoice',
  withdrawals: 'a page of the withdrawal list',
  withdrawal: 'a reading of this withdrawal',
  deliveries: 'a reading of its webhooks',
};

/** Which of the API's answers showed it: "a page of the invoice list", "the list of pending invoices". */
export function sourceWords(source: string): string {
  const filtered = /^(invoices|withdrawals)\?status=([a-z_]{1,40})$/.exec(source);
  if (filtered !== null) return `the list of ${filtered[2]} ${filtered[1]}`;
  return (Object.hasOwn(SOURCES, source) ? SOURCES[source] : undefined) ?? source;
}

const LATE: Readonly<Record<LateKind, string>> = {
  'adjusted-later': 'Adjusted later',
  'settled-changed': 'Settled amount changed',
  'status-changed': 'Final status changed',
  'amount-changed': 'Amount changed',
  'dated-again': 'Dated again',
};

/** The kinds of late changes of one answer, each once, in the order of their weight. */
export function lateWords(kinds: readonly LateKind[]): string {
  const order = ['status-changed', 'settled-changed', 'adjusted-later', 'amount-changed', 'dated-again'] as const;
  return order
    .filter((kind) => kinds.includes(kind))
    .map((kind) => LATE[kind])
    .join(' · ');
}
