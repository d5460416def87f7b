/** Records for tests: plain ones, random ones for properties, and the store they go into. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import type { StoreInput } from '../../../src/backend/mirror/kernel/answers.ts';
import { aDelivery, anInvoice, aWithdrawal } from '../../support/records.ts';

/** A folder of its own, and its removal. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'merchant-console-'));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** A uuid with the number in it. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** A successful invoice, with whatever the test cares about. */
export function invoice(number: number, change: Partial<Invoice> = {}): Invoice {
  return anInvoice({
    uuid: uuidOf(number),
    external_id: `order-${number}`,
    customer_id: `customer-${number % 7}`,
    purpose: `Order ${number}`,
    amount: '100.00',
    amount_to_send: '102.50',
    currency: { id: 1, code: 'EUR', name: 'Euro', symbol: '€' },
    status: 'success',
    callback_url: 'https://shop.example/callback',
    success_url: 'https://shop.example/thanks',
    fail_url: null,
    payment_url: `https://pay.example/${number}`,
    created_at: '2026-11-20T10:00:00Z',
    expires_at: '2026-11-20T10:30:00Z',
    finished_at: '2026-11-20T10:10:00Z',
    payment_method: { name: 'Card', logo_url: null },
    rate: '0.92',
    settled_amount_usdt: '107.123456',
    is_adjusted: false,
    adjustment: null,
    ...change,
  });
}

/** An adjusted invoice: 100 ordered, `actual` paid. */
export function adjustedInvoice(number: number, change: Partial<Invoice> = {}): Invoice {
  return invoice(number, {
    is_adjusted: true,
    adjustment: {
      expected_amount_fiat: '100.00',
      actual_amount_fiat: '80.00',
      expected_amount_usdt: '107.123456',
      actual_amount_usdt: '85.698765',
    },
    settled_amount_usdt: '85.698765',
    ...change,
  });
}

export function withdrawal(number: number, change: Partial<Withdrawal> = {}): Withdrawal {
  return aWithdrawal({
    uuid: uuidOf(number),
    actor: 'owner',
    balance_type: 'merchant',
    token: 'USDT',
    network: 'TRC20',
    address: `T${number}abc`,
    amount: '50.5',
    network_commission: '1.5',
    amount_to_send: '49',
    status: 'approved',
    tx_hash: `0xHASH${number}`,
    reject_code: null,
    reject_reason: null,
    logo_url: null,
    created_at: '2026-11-19T10:00:00Z',
    processed_at: '2026-11-19T11:00:00Z',
    ...change,
  });
}

export function delivery(number: number, change: Partial<Delivery> = {}): Delivery {
  return aDelivery({
    uuid: uuidOf(900_000 + number),
    business_uuid: uuidOf(1),
    invoice_uuid: uuidOf(number),
    event: 'invoice.paid',
    status: 'delivered',
    attempts: 1,
    max_attempts: 7,
    resend_count: 0,
    next_attempt_at: null,
    created_at: '2026-11-20T10:10:00Z',
    updated_at: '2026-11-20T10:10:01Z',
    target_url: 'https://shop.example/callback',
    payload: { event: 'invoice.paid' },
    attempts_history: [],
    last_status_code: 200,
    last_error: null,
    delivered_at: '2026-11-20T10:10:01Z',
    ...change,
  });
}

/** A page as the sync job stores it. */
export function page<Item>(records: readonly Item[], change: Partial<StoreInput<Item>> = {}): StoreInput<Item> {
  return { records, quarantined: [], asOf: '2026-11-21T10:00:00Z', source: 'list', pass: null, ...change };
}
