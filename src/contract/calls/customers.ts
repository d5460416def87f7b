// Calls about one customer of the shop: what all of his invoices come to. The list itself is invoices.page with a filter.
import { z } from 'zod';
import { FAILURE } from '../../domain/kernel/failure/failure-shape.ts';
import { instant, money, natural } from '../../domain/kernel/shape.ts';
import { word } from '../wire/lists.ts';
import { readCall } from '../define.ts';

export const customerCalls = {
  'customers.get': readCall({
    role: 'viewer',
    doc: 'One customer of the shop: exact sums by currency, open invoices, and when the API refused another.',
    input: z.strictObject({ customerId: word }),
    output: z.object({
      customerId: z.string(),
      invoices: natural,
      /** One row a currency, exact; `successAmount` adds what was ordered. */
      currencies: z.array(
        z.object({
          currency: z.string(),
          count: natural,
          byStatus: z.record(z.string(), natural),
          successAmount: money,
          settledUsdt: money,
          settledMissing: natural,
        }),
      ),
      /** Pending invoices that the API still shows, and when the first of them was created and expires. */
      open: z.object({ count: natural, oldest: instant.nullable(), nextExpiry: instant.nullable() }),
      /**
       * Orders of this console that the API refused with TOO_MANY_UNPAID_INVOICES, newest first: how many invoices were open then, as
       * far as the mirror knows, and in `failure` what the API said. The specification names neither the cap nor its window.
       */
      refusals: z.array(z.object({ at: instant, externalId: z.string(), open: natural, failure: FAILURE.optional() })),
      /** When the list of invoices was last complete; null before. */
      asOf: instant.nullable(),
    }),
  }),
} as const;
