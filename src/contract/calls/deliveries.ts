// Calls about webhook deliveries of one invoice and about sending one again.
import { z } from 'zod';
import { identCodec, intentIdCodec } from '../wire/lists.ts';
import { deliveryCodec, instant, resendReportCodec } from '../wire/records.ts';
import { declare } from './define.ts';

export const deliveryCalls = {
  'deliveries.ofInvoice': declare(
    'read',
    'business',
    z.strictObject({ uuid: identCodec, fresh: z.boolean().optional() }),
    z.object({
      deliveries: z.array(deliveryCodec),
      asOf: instant,
      source: z.enum(['mirror', 'api']),
      /** Entries of the answer that could not be read without guessing. */
      quarantined: z.number().int(),
    }),
  ),
  /** Answers within five seconds; a later state is read with resends.get. The same intentId never sends twice. */
  'deliveries.resend': declare(
    'write',
    'business',
    z.strictObject({ invoiceUuid: identCodec, intentId: intentIdCodec, confirmed: z.boolean().optional() }),
    resendReportCodec,
  ),
  'resends.get': declare('read', 'business', z.strictObject({ intentId: intentIdCodec }), resendReportCodec),
  /** All intents of an invoice, newest first. */
  'resends.ofInvoice': declare(
    'read',
    'business',
    z.strictObject({ invoiceUuid: identCodec }),
    z.object({ resends: z.array(resendReportCodec) }),
  ),
} as const;
