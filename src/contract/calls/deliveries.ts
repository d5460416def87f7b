// Calls about webhook deliveries of one invoice and about sending one again.
import { z } from 'zod';
import { count, instant } from '../../domain/kernel/shape.ts';
import { identCodec, intentIdCodec } from '../wire/lists.ts';
import { deliveryCodec, resendReportCodec } from '../wire/records.ts';
import { readCall, writeCall, whereItEnds } from '../define.ts';

export const deliveryCalls = {
  'deliveries.ofInvoice': readCall({
    role: 'viewer',
    doc: 'The webhooks of one invoice; `fresh` reads them from the API.',
    input: z.strictObject({ uuid: identCodec, fresh: z.boolean().optional() }),
    output: z.object({
      deliveries: z.array(deliveryCodec),
      asOf: instant,
      source: z.enum(['mirror', 'api']),
      /** Entries of the answer that could not be read without guessing. */
      quarantined: count,
    }),
  }),
  'deliveries.resend': writeCall({
    role: 'support',
    doc: 'Answers within five seconds; a later state is read with `resends.get`. The same `intentId` never sends twice.',
    input: z.strictObject({ invoiceUuid: identCodec, intentId: intentIdCodec, confirmed: z.boolean().optional() }),
    output: resendReportCodec,
    recording: whereItEnds('resend-webhook'),
  }),
  'resends.get': readCall({
    role: 'viewer',
    doc: 'What became of an intent so far.',
    input: z.strictObject({ intentId: intentIdCodec }),
    output: resendReportCodec,
  }),
  'resends.ofInvoice': readCall({
    role: 'viewer',
    doc: 'All intents of an invoice, of every profile at its origin, newest first.',
    input: z.strictObject({ invoiceUuid: identCodec }),
    output: z.object({ resends: z.array(resendReportCodec) }),
  }),
} as const;
