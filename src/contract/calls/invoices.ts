// Calls about invoices: pages from the mirror, one record with its verdict.
import { z } from 'zod';
import { DELIVERY_ROW_STATES } from '../../domain/webhooks/delivery-list.ts';
import { INVOICE_LIST } from '../../domain/records/invoice.ts';
import { count, countOrNull, instant, money, type ToldOf } from '../../domain/kernel/shape.ts';
import { MARKS_OF_RECORD } from '../../domain/support/notes.ts';
import { facet, identCodec, narrowedBy, pageOf } from '../wire/lists.ts';
import { fulfilmentCodec, invoiceCodec } from '../wire/records.ts';
import { readCall } from '../define.ts';
import { observationCodec } from './history.ts';

/**
 * A record of the mirror is the API's record plus when it was read, and when the API was found not to show it any more; what was paid in fiat where
 * that is known (of the adjustment, else of the webhook that told so), how its latest webhook stands, once it is final, and what people have written about it.
 */
const invoiceRow = z.intersection(
  invoiceCodec,
  z.object({
    asOf: instant,
    firstSeenAt: instant,
    missingSince: instant.optional(),
    paid: z.object({ amount: money, source: z.enum(['adjustment', 'webhook']) }).optional(),
    webhook: z
      .object({
        state: z.enum(DELIVERY_ROW_STATES),
        attempts: countOrNull,
        maxAttempts: countOrNull,
      })
      .optional(),
    marks: MARKS_OF_RECORD.optional(),
  }),
);
export type InvoiceRow = ToldOf<typeof invoiceRow>;

export const invoiceCalls = {
  'invoices.page': readCall({
    role: 'viewer',
    doc: 'Invoices of the mirror; `paid` in fiat where it is known, `webhook` of the latest delivery.',
    input: z.strictObject(pageOf(INVOICE_LIST)),
    output: z.object({ rows: z.array(invoiceRow), total: count }),
  }),
  'invoices.get': readCall({
    role: 'viewer',
    doc: 'Mirror first; an id that is not in the mirror is looked up at the API, and `source` says so.',
    input: z.strictObject({ ident: identCodec, fresh: z.boolean().optional() }),
    output: z.object({
      invoice: invoiceCodec,
      asOf: instant,
      missingSince: instant.optional(),
      source: z.enum(['mirror', 'api']),
      fulfilment: fulfilmentCodec,
      /** The latest hundred changes seen, oldest first; `history.page` has them all. */
      history: z.array(observationCodec),
    }),
  }),
  'invoices.facets': readCall({
    role: 'viewer',
    doc: 'The values that occur, with their counts: what a filter can offer. Each is counted under all other filters.',
    input: z.strictObject(narrowedBy(INVOICE_LIST)),
    output: z.object({ currencies: facet, methods: facet, statuses: facet }),
  }),
} as const;
