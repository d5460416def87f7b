/** Records as the tests of the screens tell of them, and hostile ones. Not here: their fields (support/records), the scripted engine. */
import type { Attempt, Delivery } from '../../../src/domain/webhooks/delivery.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { PaymentMethod } from '../../../src/domain/records/payment-method.ts';
import type { Rate } from '../../../src/domain/records/rate.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import { aDelivery, aMethod, anAttempt, anInvoice, aWithdrawal } from '../../support/records.ts';

/** A paid invoice of 100 EUR; the fields given replace its own. */
export function invoice(fields: Partial<Invoice> = {}): Invoice {
  return anInvoice({
    uuid: '3f1c2b1e-0000-4000-8000-000000000001',
    external_id: 'order-1001',
    customer_id: 'customer-7',
    purpose: 'Two tickets',
    payment_url: 'https://pay.example/i/abc',
    created_at: '2026-11-20T09:00:00Z',
    expires_at: '2026-11-20T10:00:00Z',
    finished_at: '2026-11-20T09:12:00Z',
    payment_method: { name: 'SEPA instant', logo_url: 'https://cdn.example/sepa.png' },
    rate: '0.92',
    settled_amount_usdt: '106.521739',
    ...fields,
  });
}

/** A pending delivery after nothing; the fields given replace its own. */
export function delivery(fields: Partial<Delivery> = {}): Delivery {
  return aDelivery({
    uuid: 'd0000000-0000-4000-8000-000000000001',
    business_uuid: 'b0000000-0000-4000-8000-000000000001',
    invoice_uuid: '3f1c2b1e-0000-4000-8000-000000000001',
    status: 'pending',
    attempts: 0,
    created_at: '2026-11-20T09:12:00Z',
    updated_at: '2026-11-20T09:12:00Z',
    payload: { event: 'invoice.paid', data: { status: 'success', amount: '102.50' } },
    last_status_code: null,
    ...fields,
  });
}

/** A failed attempt by the system; the fields given replace its own. */
export function attempt(fields: Partial<Attempt> = {}): Attempt {
  return anAttempt({
    duration_ms: 812,
    created_at: '2026-11-20T09:12:01Z',
    status_code: 503,
    response_body: 'Service Unavailable',
    ...fields,
  });
}

/** An approved withdrawal on TRC20; the fields given replace its own. */
export function withdrawal(fields: Partial<Withdrawal> = {}): Withdrawal {
  return aWithdrawal({
    uuid: 'w0000000-0000-4000-8000-000000000001',
    address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    amount: '500.00',
    network_commission: '1.50',
    amount_to_send: '498.50',
    status: 'approved',
    tx_hash: 'a3'.repeat(32),
    created_at: '2026-11-18T08:00:00Z',
    processed_at: '2026-11-18T09:30:00Z',
    ...fields,
  });
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
  return aMethod({
    id: 3,
    name: 'SEPA instant',
    logo_url: 'https://cdn.example/sepa.png',
    min_amount: '5.00',
    max_amount: '10000.00',
    total_commission_percent: '3.5',
    client_commission_percent: '2.5',
    ...fields,
  });
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
