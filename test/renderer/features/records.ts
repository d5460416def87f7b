/** Records for the tests of the screens: plain ones to start from, and hostile ones. Not here: the scripted engine. */
import type { Attempt, Delivery } from '../../../src/domain/delivery.ts';
import type { Invoice } from '../../../src/domain/invoice.ts';
import type { PaymentMethod } from '../../../src/domain/payment-method.ts';
import type { Rate } from '../../../src/domain/rate.ts';
import type { Withdrawal } from '../../../src/domain/withdrawal.ts';

export const EUR = { id: 1, code: 'EUR', name: 'Euro', symbol: '€' } as const;

/** A paid invoice of 100 EUR; the fields given replace its own. */
export function invoice(fields: Partial<Invoice> = {}): Invoice {
  return {
    uuid: '3f1c2b1e-0000-4000-8000-000000000001',
    external_id: 'order-1001',
    customer_id: 'customer-7',
    purpose: 'Two tickets',
    amount: '100.00',
    amount_to_send: '102.50',
    currency: EUR,
    status: 'success',
    callback_url: 'https://shop.example/hook',
    success_url: 'https://shop.example/ok',
    fail_url: 'https://shop.example/no',
    payment_url: 'https://pay.example/i/abc',
    created_at: '2026-11-20T09:00:00Z',
    expires_at: '2026-11-20T10:00:00Z',
    finished_at: '2026-11-20T09:12:00Z',
    payment_method: { name: 'SEPA instant', logo_url: 'https://cdn.example/sepa.png' },
    rate: '0.92',
    settled_amount_usdt: '106.521739',
    is_adjusted: false,
    adjustment: null,
    extra: {},
    ...fields,
  };
}

/** A pending delivery after nothing; the fields given replace its own. */
export function delivery(fields: Partial<Delivery> = {}): Delivery {
  return {
    uuid: 'd0000000-0000-4000-8000-000000000001',
    business_uuid: 'b0000000-0000-4000-8000-000000000001',
    invoice_uuid: '3f1c2b1e-0000-4000-8000-000000000001',
    event: 'invoice.paid',
    status: 'pending',
    attempts: 0,
    max_attempts: 7,
    resend_count: 0,
    next_attempt_at: null,
    created_at: '2026-11-20T09:12:00Z',
    updated_at: '2026-11-20T09:12:00Z',
    target_url: 'https://shop.example/hook',
    payload: { event: 'invoice.paid', data: { status: 'success', amount: '102.50' } },
    attempts_history: [],
    last_status_code: null,
    last_error: null,
    delivered_at: null,
    extra: {},
    ...fields,
  };
}

/** A failed attempt by the system; the fields given replace its own. */
export function attempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    attempt_number: 1,
    round: 1,
    triggered_by: 'system',
    success: false,
    duration_ms: 812,
    created_at: '2026-11-20T09:12:01Z',
    triggered_uuid_user: null,
    status_code: 503,
    response_body: 'Service Unavailable',
    error: null,
    ...fields,
  };
}

/** An approved withdrawal on TRC20; the fields given replace its own. */
export function withdrawal(fields: Partial<Withdrawal> = {}): Withdrawal {
  return {
    uuid: 'w0000000-0000-4000-8000-000000000001',
    actor: 'merchant',
    balance_type: 'main',
    token: 'USDT',
    network: 'TRC20',
    address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    amount: '500.00',
    network_commission: '1.50',
    amount_to_send: '498.50',
    status: 'approved',
    tx_hash: 'a3'.repeat(32),
    reject_code: null,
    reject_reason: null,
    logo_url: null,
    created_at: '2026-11-18T08:00:00Z',
    processed_at: '2026-11-18T09:30:00Z',
    extra: {},
    ...fields,
  };
}

/** A buy rate for EUR; the fields given replace its own. */
export function rate(fields: Partial<Rate> = {}): Rate {
  return {
    asset: 'USDT',
    currency: 'EUR',
    side: 'buy',
    source: 'market-a',
    price: '0.92',
    min_amount: '10',
    max_amount: '5000',
    updated_at: '2026-11-20T09:59:30Z',
    found_by_value: { side: 'direction' },
    extra: {},
    ...fields,
  };
}

/** A payment method in EUR; the fields given replace its own. */
export function method(fields: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    id: 3,
    name: 'SEPA instant',
    logo_url: 'https://cdn.example/sepa.png',
    currency: EUR,
    min_amount: '5.00',
    max_amount: '10000.00',
    total_commission_percent: '3.5',
    client_commission_percent: '2.5',
    merchant_commission_percent: '1.0',
    extra: {},
    ...fields,
  };
}

/** Texts that a foreign system may send and that must stay text. */
export const HOSTILE = {
  script: '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>',
  rtl: 'invoice\u202Egnp.exe\u202C \u05D0\u05D1\u05D2',
  long: 'A'.repeat(4096),
  status: '"><b>settling</b>',
  manyDecimals: '0.123456789012345678',
  manyDigits: '123456789012345678901234567890123456789012345678901234567890',
} as const;
