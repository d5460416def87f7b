// The wire form of the API's records and of the small types around them, each checked to be the domain's type. Money is an exact string.
import { z } from 'zod';
import { DELIVERY } from '../../domain/webhooks/delivery.ts';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import type { FulfilmentVerdict } from '../../domain/records/fulfilment.ts';
import { INVOICE } from '../../domain/records/invoice.ts';
import { PAYMENT_METHOD } from '../../domain/records/payment-method.ts';
import { RATE } from '../../domain/records/rate.ts';
import { type FieldMap, isRecord, type RecordDeclaration, type RecordOf } from '../../domain/records/declare.ts';
import { RESEND_ATTEMPT_STATES } from '../../domain/resend/attempt.ts';
import { RESEND_EVIDENCE, RESEND_OUTCOMES, RESEND_WARNINGS } from '../../domain/resend/resend.ts';
import { instant, type ToldOf } from '../../domain/kernel/shape.ts';
import { WITHDRAWAL } from '../../domain/records/withdrawal.ts';

function recordCodec<F extends FieldMap>(declared: RecordDeclaration<F>): z.ZodType<RecordOf<RecordDeclaration<F>>> {
  return z.custom<RecordOf<RecordDeclaration<F>>>((value) => isRecord(declared, value), `not a ${declared.noun}`);
}

export const invoiceCodec = recordCodec(INVOICE);
export const deliveryCodec = recordCodec(DELIVERY);
export const withdrawalCodec = recordCodec(WITHDRAWAL);
export const rateCodec = recordCodec(RATE);
export const paymentMethodCodec = recordCodec(PAYMENT_METHOD);

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
  evidence: RESEND_EVIDENCE.optional(),
  failure: FAILURE.optional(),
  /** Present once the request was carried out; absent of a resend that was never followed. */
  attempt: resendAttemptCodec.optional(),
  warning: z.enum(RESEND_WARNINGS).optional(),
  updatedAt: instant,
});
export type ResendReportWire = ToldOf<typeof resendReportCodec>;
