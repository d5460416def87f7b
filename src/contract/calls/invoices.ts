// Calls about invoices: pages from the mirror, one record with its verdict.
import { z } from 'zod';
import { identCodec, invoiceFilterCodec, invoiceSortCodec, paging } from '../wire/lists.ts';
import { DESK_STATES } from '../../domain/desk.ts';
import { fulfilmentCodec, instant, invoiceCodec, money } from '../wire/records.ts';
import { declare } from './define.ts';
import { observationCodec } from './history.ts';

/**
 * A record of the mirror is the API's record plus when it was read, and when the API was found not to show it any more; what was paid in fiat where
 * that is known (of the adjustment, else of the webhook that told so), and how its latest webhook stands, once it is final.
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
        state: z.enum(DESK_STATES),
        attempts: z.number().int().nullable(),
        maxAttempts: z.number().int().nullable(),
      })
      .optional(),
  }),
);
export type InvoiceRow = z.output<typeof invoiceRow>;

const facet = z.array(z.object({ value: z.string(), count: z.number().int() }));

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
      missingSince: instant.optional(),
      source: z.enum(['mirror', 'api']),
      fulfilment: fulfilmentCodec,
      /** The latest hundred changes seen, oldest first; `history.page` has them all. */
      history: z.array(observationCodec),
    }),
  ),
  /** The values that occur, with their counts: what a filter can offer. Each is counted under all other filters. */
  'invoices.facets': declare(
    'read',
    'business',
    z.strictObject({ filter: invoiceFilterCodec.optional() }),
    z.object({ currencies: facet, methods: facet, statuses: facet }),
  ),
} as const;
