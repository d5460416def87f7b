/**
 * The wire form of the API's records and of the small types around them, each checked to be the domain's type. Money is an
 * exact string. Not here: reading the API's raw answers (backend/api), which is tolerant; this is strict.
 */
import { z } from 'zod';
import type { Attempt, Delivery } from '../../domain/delivery.ts';
import type { FulfilmentVerdict } from '../../domain/fulfilment.ts';
import type { Currency, Invoice } from '../../domain/invoice.ts';
import { isExactDecimal } from '../../domain/money.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { Rate } from '../../domain/rate.ts';
import { RESEND_OUTCOMES, RESEND_WARNINGS, type ResendEvidence } from '../../domain/resend.ts';
import { RESEND_ATTEMPT_STATES } from '../../domain/resend-attempt.ts';
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { failureCodec } from './failure.ts';

/** An exact amount, or a sum or difference of amounts, in the one accepted notation. */
export const money = z.string().refine(isExactDecimal, 'not an amount in the accepted notation');
const extra = z.record(z.string(), z.unknown());
const nullableText = z.string().nullable();
const nullableInt = z.number().nullable();
const nullableMoney = money.nullable();

export const instant = z.string();

export const currencyCodec: z.ZodType<Currency> = z.object({
  id: nullableInt,
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
});

export const invoiceCodec: z.ZodType<Invoice> = z.object({
  uuid: z.string(),
  external_id: z.string(),
  customer_id: nullableText,
  purpose: nullableText,
  amount: money,
  amount_to_send: nullableMoney,
  currency: currencyCodec,
  status: z.string(),
  callback_url: nullableText,
  success_url: nullableText,
  fail_url: nullableText,
  payment_url: nullableText,
  created_at: z.string(),
  expires_at: nullableText,
  finished_at: nullableText,
  payment_method: z.object({ name: z.string(), logo_url: nullableText }).nullable(),
  rate: nullableMoney,
  settled_amount_usdt: nullableMoney,
  is_adjusted: z.boolean(),
  adjustment: z
    .object({
      expected_amount_fiat: money,
      actual_amount_fiat: money,
      expected_amount_usdt: money,
      actual_amount_usdt: money,
    })
    .nullable(),
  extra,
});

const attemptCodec: z.ZodType<Attempt> = z.object({
  attempt_number: nullableInt,
  round: nullableInt,
  triggered_by: nullableText,
  success: z.boolean().nullable(),
  duration_ms: nullableInt,
  created_at: nullableText,
  triggered_uuid_user: nullableText,
  status_code: nullableInt,
  response_body: nullableText,
  error: nullableText,
});

export const deliveryCodec: z.ZodType<Delivery> = z.object({
  uuid: z.string(),
  business_uuid: nullableText,
  invoice_uuid: nullableText,
  event: nullableText,
  status: nullableText,
  attempts: nullableInt,
  max_attempts: nullableInt,
  resend_count: nullableInt,
  next_attempt_at: nullableText,
  created_at: nullableText,
  updated_at: nullableText,
  target_url: nullableText,
  payload: z.record(z.string(), z.unknown()).nullable(),
  attempts_history: z.array(attemptCodec),
  last_status_code: nullableInt,
  last_error: nullableText,
  delivered_at: nullableText,
  extra,
});

export const withdrawalCodec: z.ZodType<Withdrawal> = z.object({
  uuid: z.string(),
  actor: nullableText,
  balance_type: nullableText,
  token: nullableText,
  network: nullableText,
  address: nullableText,
  amount: money,
  network_commission: nullableMoney,
  amount_to_send: nullableMoney,
  status: z.string(),
  tx_hash: nullableText,
  reject_code: nullableText,
  reject_reason: nullableText,
  logo_url: nullableText,
  created_at: nullableText,
  processed_at: nullableText,
  extra,
});

export const rateCodec: z.ZodType<Rate> = z.object({
  asset: nullableText,
  currency: nullableText,
  side: z.enum(['buy', 'sell']).nullable(),
  source: nullableText,
  price: nullableMoney,
  min_amount: nullableMoney,
  max_amount: nullableMoney,
  updated_at: nullableText,
  found_by_value: z.record(z.string(), z.string()),
  extra,
});

export const paymentMethodCodec: z.ZodType<PaymentMethod> = z.object({
  id: nullableInt,
  name: z.string(),
  logo_url: nullableText,
  currency: currencyCodec,
  min_amount: nullableMoney,
  max_amount: nullableMoney,
  total_commission_percent: nullableMoney,
  client_commission_percent: nullableMoney,
  merchant_commission_percent: nullableMoney,
  extra,
});

const verdictCodec: z.ZodType<FulfilmentVerdict> = z.enum([
  'fulfil',
  'fulfil-for',
  'read-again-first',
  'check',
  'do-not-fulfil-yet',
  'do-not-fulfil',
  'escalate',
]);

export const fulfilmentCodec = z.object({ verdict: verdictCodec, reason: z.string(), asOf: instant });

const evidenceCodec: z.ZodType<ResendEvidence> = z.object({
  facts: z.array(z.string()),
  reads: z.number().int(),
  baseline: z
    .object({
      deliveryUuid: z.string(),
      status: nullableText,
      resendCount: nullableInt,
      attempts: nullableInt,
      attemptKeys: z.array(z.string()),
      nextAttemptAt: nullableText,
      serverTime: z.string(),
    })
    .nullable(),
});

/** How the attempt stands that a resend led to. `at`: when the API made it, ISO UTC. */
const resendAttemptCodec = z.object({
  state: z.enum(RESEND_ATTEMPT_STATES),
  at: z.string().optional(),
  statusCode: z.number().int().optional(),
  error: z.string().optional(),
});

/** What a resend has come to. `failure`, `evidence` and `warning` are absent when there is nothing to say. */
export const resendReportCodec = z.object({
  intentId: z.string(),
  invoiceUuid: z.string(),
  outcome: z.enum(RESEND_OUTCOMES),
  evidence: evidenceCodec.optional(),
  failure: failureCodec.optional(),
  /** Present once the request was carried out; absent of a resend that was never followed. */
  attempt: resendAttemptCodec.optional(),
  warning: z.enum(RESEND_WARNINGS).optional(),
  updatedAt: instant,
});
export type ResendReportWire = z.output<typeof resendReportCodec>;
