/**
 * Calls about invoices: pages from the mirror, one record with its verdict, creating one.
 */
import { z } from 'zod';
import { failureCodec } from '../wire/failure.ts';
import { identCodec, intentIdCodec, invoiceFilterCodec, invoiceSortCodec, paging } from '../wire/lists.ts';
import { fulfilmentCodec, instant, invoiceCodec } from '../wire/records.ts';
import { declare } from './define.ts';

/** A record of the mirror is the API's record plus when it was read. */
const invoiceRow = z.intersection(invoiceCodec, z.object({ asOf: instant, firstSeenAt: instant }));
export type InvoiceRow = z.output<typeof invoiceRow>;

const facet = z.array(z.object({ value: z.string(), count: z.number().int() }));

export const observationCodec = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  seenAt: instant,
  source: z.string(),
});

/** The body of the API's create call (specification, "POST /external/invoices"); bounds are the API's own. */
const createBody = z.strictObject({
  external_id: z.string().min(1).max(128),
  customer_id: z.string().min(1).max(128),
  amount: z.string().min(1).max(64),
  currency: z.string().min(2).max(16),
  purpose: z.string().max(255).optional(),
  callback_url: z.string().max(512).optional(),
  success_url: z.string().max(512).optional(),
  fail_url: z.string().max(512).optional(),
});
export type CreateBody = z.output<typeof createBody>;

export const invoiceCalls = {
  'invoices.page': declare(
    'read',
    'business',
    z.strictObject({ filter: invoiceFilterCodec.optional(), sort: invoiceSortCodec.optional(), ...paging }),
    z.object({ rows: z.array(invoiceRow), total: z.number().int() }),
  ),
  /** Mirror first; an id that is not in the mirror is looked up at the API, and `source` says so. */
  'invoices.get': declare(
    'read',
    'business',
    z.strictObject({ ident: identCodec, fresh: z.boolean().optional() }),
    z.object({
      invoice: invoiceCodec,
      asOf: instant,
      source: z.enum(['mirror', 'api']),
      fulfilment: fulfilmentCodec,
      history: z.array(observationCodec),
    }),
  ),
  /** The values that occur, with their counts: what a filter can offer. */
  'invoices.facets': declare(
    'read',
    'business',
    z.strictObject({}),
    z.object({ currencies: facet, methods: facet, statuses: facet }),
  ),
  'invoices.create': declare(
    'write',
    'business',
    createBody.extend({ intentId: intentIdCodec }),
    z.object({
      intentId: z.string(),
      outcome: z.enum(['created', 'existing', 'conflict', 'refused', 'unknown']),
      invoice: invoiceCodec.optional(),
      /** Fields that were sent and that the invoice does not have as sent. */
      differences: z
        .array(z.object({ field: z.string(), sent: z.string().nullable(), found: z.string().nullable() }))
        .optional(),
      failure: failureCodec.optional(),
    }),
  ),
} as const;
