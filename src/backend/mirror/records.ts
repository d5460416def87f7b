/**
 * Records of the domain as JSON in a file, and back. The schemas are strict: what was stored is ours, so anything else means a
 * damaged file. Not here: the tolerant reading of the API's answers (backend/api).
 */
import { z } from 'zod';
import type { Delivery } from '../../domain/delivery.ts';
import type { Invoice } from '../../domain/invoice.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { Rate } from '../../domain/rate.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { parseJson } from '../sqlite/columns.ts';
import { StoreError } from '../sqlite/errors.ts';

const text = z.string();
const textOrNull = z.string().nullable();
const numberOrNull = z.number().nullable();
const extra = z.record(z.string(), z.unknown());

const currency = z.object({ id: numberOrNull, code: text, name: text, symbol: text });

const invoice: z.ZodType<Invoice> = z.object({
  uuid: text,
  external_id: text,
  customer_id: textOrNull,
  purpose: textOrNull,
  amount: text,
  amount_to_send: textOrNull,
  currency,
  status: text,
  callback_url: textOrNull,
  success_url: textOrNull,
  fail_url: textOrNull,
  payment_url: textOrNull,
  created_at: text,
  expires_at: textOrNull,
  finished_at: textOrNull,
  payment_method: z.object({ name: text, logo_url: textOrNull }).nullable(),
  rate: textOrNull,
  settled_amount_usdt: textOrNull,
  is_adjusted: z.boolean(),
  adjustment: z
    .object({
      expected_amount_fiat: text,
      actual_amount_fiat: text,
      expected_amount_usdt: text,
      actual_amount_usdt: text,
    })
    .nullable(),
  extra,
});

const withdrawal: z.ZodType<Withdrawal> = z.object({
  uuid: text,
  actor: textOrNull,
  balance_type: textOrNull,
  token: textOrNull,
  network: textOrNull,
  address: textOrNull,
  amount: text,
  network_commission: textOrNull,
  amount_to_send: textOrNull,
  status: text,
  tx_hash: textOrNull,
  reject_code: textOrNull,
  reject_reason: textOrNull,
  logo_url: textOrNull,
  created_at: textOrNull,
  processed_at: textOrNull,
  extra,
});

const attempt = z.object({
  attempt_number: numberOrNull,
  round: numberOrNull,
  triggered_by: textOrNull,
  success: z.boolean().nullable(),
  duration_ms: numberOrNull,
  created_at: textOrNull,
  triggered_uuid_user: textOrNull,
  status_code: numberOrNull,
  response_body: textOrNull,
  error: textOrNull,
});

const delivery: z.ZodType<Delivery> = z.object({
  uuid: text,
  business_uuid: textOrNull,
  invoice_uuid: textOrNull,
  event: textOrNull,
  status: textOrNull,
  attempts: numberOrNull,
  max_attempts: numberOrNull,
  resend_count: numberOrNull,
  next_attempt_at: textOrNull,
  created_at: textOrNull,
  updated_at: textOrNull,
  target_url: textOrNull,
  payload: extra.nullable(),
  attempts_history: z.array(attempt),
  last_status_code: numberOrNull,
  last_error: textOrNull,
  delivered_at: textOrNull,
  extra,
});

const rates: z.ZodType<readonly Rate[]> = z.array(
  z.object({
    asset: textOrNull,
    currency: textOrNull,
    side: z.enum(['buy', 'sell']).nullable(),
    source: textOrNull,
    price: textOrNull,
    min_amount: textOrNull,
    max_amount: textOrNull,
    updated_at: textOrNull,
    found_by_value: z.record(z.string(), z.string()),
    extra,
  }),
);

const paymentMethods: z.ZodType<readonly PaymentMethod[]> = z.array(
  z.object({
    id: numberOrNull,
    name: text,
    logo_url: textOrNull,
    currency,
    min_amount: textOrNull,
    max_amount: textOrNull,
    total_commission_percent: textOrNull,
    client_commission_percent: textOrNull,
    merchant_commission_percent: textOrNull,
    extra,
  }),
);

function reader<Value>(schema: z.ZodType<Value>, what: string): (json: string) => Value {
  return (json) => {
    const parsed = schema.safeParse(parseJson(json, what));
    if (parsed.success) return parsed.data;
    throw new StoreError('corrupt', 'mirror', `a stored ${what} cannot be read back`, { cause: parsed.error });
  };
}

/** Stored JSON as records of the domain; throws StoreError `corrupt`. */
export const parseInvoice = reader(invoice, 'invoice');
export const parseWithdrawal = reader(withdrawal, 'withdrawal');
export const parseDelivery = reader(delivery, 'delivery');
export const parseRates = reader(z.object({ rates, quarantined: z.number() }), 'list of rates');
export const parsePaymentMethods = reader(
  z.object({ methods: paymentMethods, quarantined: z.number() }),
  'list of payment methods',
);
