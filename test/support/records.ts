/** Plausible records for tests; each function takes what differs. Not a fixture of the API: the sandbox is that. */
import type { NewProfileRow } from '../../src/backend/books/profiles/profiles.ts';
import { type Attempt, DELIVERY, type Delivery } from '../../src/domain/webhooks/delivery.ts';
import { INVOICE, type Invoice, type InvoiceAdjustment } from '../../src/domain/records/invoice.ts';
import { PAYMENT_METHOD, type PaymentMethod } from '../../src/domain/records/payment-method.ts';
import type { FieldMap, RecordDeclaration, RecordOf } from '../../src/domain/records/declare.ts';
import type { JsonObject } from '../../src/domain/records/json.ts';
import { readDeclared } from '../../src/domain/records/read.ts';
import { WITHDRAWAL, type Withdrawal } from '../../src/domain/records/withdrawal.ts';

const EUR = { id: 1, code: 'EUR', name: 'Euro', symbol: '€' };

/** The record that such JSON is read as: what is not named in it is absent, as the declaration has it. */
function aRecord<F extends FieldMap>(
  declared: RecordDeclaration<F>,
  source: JsonObject,
): RecordOf<RecordDeclaration<F>> {
  const reading = readDeclared(declared, source);
  if (reading.kind === 'record') return reading.record;
  throw new Error(reading.problem);
}

const AN_INVOICE = aRecord(INVOICE, {
  uuid: '0f0e0d0c-0000-4000-8000-000000000001',
  external_id: 'order-1',
  customer_id: 'customer-1',
  amount: '100.00',
  amount_to_send: '102.50',
  currency: EUR,
  status: 'success',
  callback_url: 'https://shop.example/hook',
  success_url: 'https://shop.example/ok',
  fail_url: 'https://shop.example/no',
  payment_url: 'https://pay.example/1',
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2026-11-20T10:30:00Z',
  finished_at: '2026-11-20T10:05:00Z',
  payment_method: { name: 'Bank transfer', logo_url: null },
  rate: '1.07',
  settled_amount_usdt: '93.10',
  is_adjusted: false,
});

export function anInvoice(change: Partial<Invoice> = {}): Invoice {
  return { ...AN_INVOICE, ...change };
}

export function anAdjustment(change: Partial<InvoiceAdjustment> = {}): InvoiceAdjustment {
  return {
    expected_amount_fiat: '100.00',
    actual_amount_fiat: '87.40',
    expected_amount_usdt: '93.10',
    actual_amount_usdt: '81.37',
    ...change,
  };
}

export function anAttempt(change: Partial<Attempt> = {}): Attempt {
  return {
    attempt_number: 1,
    round: 1,
    triggered_by: 'system',
    success: false,
    duration_ms: 120,
    created_at: '2026-11-20T10:05:01Z',
    triggered_uuid_user: null,
    status_code: 500,
    response_body: 'oops',
    error: null,
    ...change,
  };
}

const A_DELIVERY = aRecord(DELIVERY, {
  uuid: 'dddddddd-0000-4000-8000-000000000001',
  business_uuid: 'bbbbbbbb-0000-4000-8000-000000000001',
  invoice_uuid: '0f0e0d0c-0000-4000-8000-000000000001',
  event: 'invoice.paid',
  status: 'failed',
  attempts: 7,
  max_attempts: 7,
  resend_count: 0,
  created_at: '2026-11-20T10:05:00Z',
  updated_at: '2026-11-20T10:05:00Z',
  target_url: 'https://shop.example/hook',
  attempts_history: [],
  last_status_code: 500,
});

export function aDelivery(change: Partial<Delivery> = {}): Delivery {
  return { ...A_DELIVERY, ...change };
}

const A_WITHDRAWAL = aRecord(WITHDRAWAL, {
  uuid: 'eeeeeeee-0000-4000-8000-000000000001',
  actor: 'merchant',
  balance_type: 'main',
  token: 'USDT',
  network: 'TRC20',
  address: 'TXYZabcdefghijkmnopqrstuvwxyz12345',
  amount: '100',
  network_commission: '1',
  amount_to_send: '99',
  status: 'pending',
  created_at: '2026-11-20T10:00:00Z',
});

export function aWithdrawal(change: Partial<Withdrawal> = {}): Withdrawal {
  return { ...A_WITHDRAWAL, ...change };
}

const A_METHOD = aRecord(PAYMENT_METHOD, {
  id: 1,
  name: 'Bank transfer',
  currency: EUR,
  min_amount: '1',
  max_amount: '1000',
  total_commission_percent: '2.5',
  client_commission_percent: '1.5',
  merchant_commission_percent: '1.0',
});

export function aMethod(change: Partial<PaymentMethod> = {}): PaymentMethod {
  return { ...A_METHOD, ...change };
}

/** A profile of a business, as it comes to the books; its id and where its API is say the rest. */
export function aProfile({
  id,
  baseUrl = 'https://pay.example',
  ...change
}: Partial<NewProfileRow> & { readonly id: string }): NewProfileRow {
  return {
    id,
    name: `Shop ${id}`,
    origin: baseUrl,
    baseUrl,
    apiRoot: `${baseUrl}/api/v1`,
    kind: 'business',
    keyStorage: 'keychain',
    readOnly: false,
    businessUuid: null,
    unprovedSince: null,
    createdAt: '2026-11-21T10:00:00Z',
    ...change,
  };
}
