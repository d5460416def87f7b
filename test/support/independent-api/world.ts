/**
 * The data of the independent server: businesses with invoices, deliveries and withdrawals as plain JSON, made to be unpleasant in
 * every way the specification allows. Not here: HTTP.
 */
import { createHash } from 'node:crypto';
import type { Json } from './options.ts';

export interface StoredInvoice {
  readonly uuid: string;
  readonly json: Json;
  readonly createdAt: number;
  updatedAt: number;
  deliveries: Json[];
  lastResendAt: number | null;
  /** Resends that were really carried out through the API. */
  executed: number;
}

export interface StoredWithdrawal {
  readonly uuid: string;
  readonly json: Json;
  readonly createdAt: number;
}

export interface Business {
  readonly uuid: string;
  readonly key: string;
  keyState: 'active' | 'revoked';
  state: string;
  readonly invoices: StoredInvoice[];
  /** Invoices that were made so far, those that are gone again too. */
  made: number;
  readonly withdrawals: StoredWithdrawal[];
  /** Times of counted requests, for the limiter. */
  hits: number[];
  windowStart: number;
}

/** A uuid drawn from a text. */
export function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const CURRENCIES: readonly Json[] = [
  { id: 978, code: 'EUR', name: 'Euro', symbol: '€' },
  { id: 392, code: 'JPY', name: 'Yen', symbol: '¥' },
  { id: 985, code: 'PLN', name: 'Złoty', symbol: 'zł' },
  { id: 12, code: 'XTEST-LONG-CODE', name: '', symbol: '' },
];

const STATUSES = ['success', 'pending', 'expired', 'success', 'canceled', 'success', 'fail', 'success'] as const;

/** Ids that look like something else. */
export const NASTY_IDS: readonly string[] = [
  '.',
  '..',
  'a/b',
  '%2F',
  '../../withdrawals',
  '🛒-Ünï-ß',
  'x'.repeat(128),
  ' leading and trailing ',
  '=HYPERLINK("http://127.0.0.1")',
  'semi;colon,comma"quote',
];

/** "2026-03-01T10:00:00Z", with milliseconds or with microseconds: the fraction is not specified. */
export function stamp(at: number, variant: number): string {
  const iso = new Date(at).toISOString();
  if (variant % 3 === 0) return `${iso.slice(0, 19)}Z`;
  return variant % 3 === 1 ? iso : `${iso.slice(0, 23)}123Z`;
}

/** Amounts in every notation the specification allows. */
function fiatOf(index: number): string {
  const whole = String((index * 7_919) % 100_003);
  return [whole, `${whole}.00`, `${whole}.5`, `${whole}.07`][index % 4] ?? whole;
}

/** USDT with 6 decimals, with 18, with none, and with forty digits. */
function usdtOf(index: number): string {
  const digits = createHash('sha256').update(`usdt ${index}`).digest('hex').replaceAll(/[a-f]/g, '7');
  const whole = String(index % 977);
  switch (index % 5) {
    case 0:
      return `${whole}.${digits.slice(0, 6)}`;
    case 1:
      return `${whole}.${digits.slice(0, 18)}`;
    case 2:
      return whole;
    case 3:
      return `9${digits.slice(0, 39)}.${digits.slice(40, 46)}`;
    default:
      return `${whole}.100000`;
  }
}

export interface InvoiceWish {
  readonly externalId?: string;
  readonly customerId?: string;
  readonly status?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly purpose?: string | null;
  readonly urls?: Json;
}

/** One more invoice of the business. The index decides everything that is not wished for. */
export function makeInvoice(business: Business, at: number, wish: InvoiceWish = {}): StoredInvoice {
  const index = business.made;
  business.made += 1;
  const uuid = uuidFrom(`${business.uuid} invoice ${index}`);
  const status = wish.status ?? STATUSES[index % STATUSES.length] ?? 'success';
  const currency =
    CURRENCIES.find(({ code }) => code === wish.currency) ??
    (wish.currency === undefined
      ? CURRENCIES[index % CURRENCIES.length]
      : { id: 1, code: wish.currency, name: wish.currency, symbol: '' });
  const amount = wish.amount ?? fiatOf(index);
  const json: Json = {
    uuid,
    external_id: wish.externalId ?? NASTY_IDS[index] ?? `order ${index}`,
    customer_id: wish.customerId ?? `customer-${index % 7}`,
    amount,
    currency,
    status,
    payment_url: index % 11 === 0 ? null : `https://pay.example/${uuid}`,
    created_at: stamp(at, index),
    expires_at: stamp(at + 1_800_000, index + 1),
    is_adjusted: false,
    ...(wish.purpose === undefined ? {} : { purpose: wish.purpose }),
  };
  // Optional fields: absent in every third record, null in the next, filled in the last.
  if (index % 3 === 1)
    Object.assign(json, { purpose: json['purpose'] ?? null, amount_to_send: null, rate: null, adjustment: null });
  if (index % 3 === 2)
    Object.assign(json, { purpose: json['purpose'] ?? `Purpose ${index}`, callback_url: 'https://shop.example/cb' });
  Object.assign(json, wish.urls);
  if (index % 13 === 5) json['loyalty_points'] = { balance: index };
  const invoice: StoredInvoice = {
    uuid,
    json,
    createdAt: at,
    updatedAt: at,
    deliveries: [],
    lastResendAt: null,
    executed: 0,
  };
  business.invoices.push(invoice);
  if (status !== 'pending') finishInvoice(business, invoice, status, at + 60_000, index);
  return invoice;
}

/** Ends an invoice: settlement fields, an adjustment for some, and its one delivery. */
export function finishInvoice(
  business: Business,
  invoice: StoredInvoice,
  status: string,
  at: number,
  index: number,
): void {
  const { json } = invoice;
  json['status'] = status;
  json['finished_at'] = stamp(at, index);
  invoice.updatedAt = at;
  if (status === 'success') {
    json['payment_method'] = { name: index % 2 === 0 ? 'Card ★' : 'SEPA "instant"', logo_url: null };
    json['rate'] = '1.0833';
    // A success without a credited amount does occur.
    if (index % 17 !== 3) json['settled_amount_usdt'] = usdtOf(index);
    if (index % 4 === 0) adjustInvoice(invoice, index);
  }
  invoice.deliveries = [makeDelivery(business, invoice, at, index)];
}

/** A dispute: with all four amounts, or (every third time) without the adjustment that should be there. */
export function adjustInvoice(invoice: StoredInvoice, index: number): void {
  invoice.json['is_adjusted'] = true;
  if (index % 3 === 2) return;
  invoice.json['adjustment'] = {
    expected_amount_fiat: String(invoice.json['amount']),
    actual_amount_fiat: fiatOf(index + 1),
    expected_amount_usdt: usdtOf(index + 2),
    actual_amount_usdt: invoice.json['settled_amount_usdt'] ?? '0',
  };
}

function makeDelivery(business: Business, invoice: StoredInvoice, at: number, index: number): Json {
  const ok = index % 2 === 0;
  return {
    uuid: uuidFrom(`${invoice.uuid} delivery 0`),
    business_uuid: business.uuid,
    invoice_uuid: invoice.uuid,
    event: invoice.json['status'] === 'success' ? 'invoice.paid' : 'invoice.canceled',
    status: ok ? 'delivered' : 'failed',
    attempts: 1,
    max_attempts: 7,
    resend_count: 0,
    created_at: stamp(at, index),
    updated_at: stamp(at, index),
    target_url: 'https://shop.example/cb',
    payload: { event: 'invoice.paid', data: { invoice_uuid: invoice.uuid } },
    attempts_history: [
      { attempt_number: 1, round: 1, triggered_by: 'system', success: ok, created_at: stamp(at, index) },
    ],
    ...(ok ? { delivered_at: stamp(at, index) } : { last_error: 'connect ECONNREFUSED', delivered_at: null }),
  };
}

const NETWORKS = ['TRC20', 'ERC20', 'a-chain-of-2031', ''] as const;
const WITHDRAWAL_STATUSES = ['pending', 'approved', 'rejected', 'on_hold'] as const;

/** Withdrawals with unknown networks, tokens and statuses, and everything else optional. */
export function makeWithdrawal(business: Business, at: number): StoredWithdrawal {
  const index = business.withdrawals.length;
  const uuid = uuidFrom(`${business.uuid} withdrawal ${index}`);
  const status = WITHDRAWAL_STATUSES[index % WITHDRAWAL_STATUSES.length];
  const json: Json = {
    uuid,
    amount: usdtOf(index * 5),
    status,
    token: index % 3 === 0 ? 'USDT' : 'USDX',
    network: NETWORKS[index % NETWORKS.length],
    created_at: stamp(at, index),
    ...(index % 2 === 0
      ? { network_commission: '1.000001', address: `T${uuid.replaceAll('-', '')}`, actor: null }
      : {}),
    ...(status === 'approved'
      ? { tx_hash: `0x${uuid.replaceAll('-', '')}`, processed_at: stamp(at + 5_000, index) }
      : {}),
    ...(status === 'rejected' ? { reject_code: 'meteor_strike', reject_reason: null } : {}),
  };
  const withdrawal = { uuid, json, createdAt: at };
  business.withdrawals.push(withdrawal);
  return withdrawal;
}

/** A business with its past. */
export function makeBusiness(options: {
  readonly name: string;
  readonly key: string;
  readonly invoices: number;
  readonly withdrawals: number;
  readonly now: number;
}): Business {
  const business: Business = {
    uuid: uuidFrom(`business ${options.name}`),
    key: options.key,
    keyState: 'active',
    state: 'active',
    invoices: [],
    made: 0,
    withdrawals: [],
    hits: [],
    windowStart: 0,
  };
  const past = options.now - 30 * 86_400_000;
  for (let index = 0; index < options.invoices; index += 1) makeInvoice(business, past + index * 61_000);
  for (let index = 0; index < options.withdrawals; index += 1) makeWithdrawal(business, past + index * 3_600_000);
  return business;
}

/** Rates under names that the specification does not show. */
export function makeRates(at: number): readonly Json[] {
  const row = (currency: string, direction: string, venue: string, price: string | null, number: number): Json => ({
    coin: 'USDT',
    currency,
    direction,
    venue,
    price,
    floor: '10.00',
    ceiling: '20000.00',
    updated_at: stamp(at, number),
  });
  return [
    row('EUR', 'buy', 'north', '0.9231', 0),
    row('EUR', 'sell', 'north', '0.9302', 1),
    row('EUR', 'buy', 'south', null, 2),
    row('PLN', 'SELL', 'south', '4.0301', 3),
  ];
}

export function makeMethods(): readonly Json[] {
  return [
    {
      id: 7,
      name: 'Card ★',
      logo_url: null,
      currency: CURRENCIES[0],
      min_amount: '1',
      max_amount: '99999999999999999999.00',
      total_commission_percent: '5',
      client_commission_percent: '2.5',
      merchant_commission_percent: '2.50',
    },
    { id: 8, name: 'Bare', currency: { id: null, code: 'JPY', name: null, symbol: null } },
  ];
}
