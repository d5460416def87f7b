/** Connecting a business: what is wrong with what is typed, before anything is sent, and the report of the first contact. */
import { z } from 'zod';
import { instant } from '../wire/records.ts';
import { declare } from './define.ts';

const count = z.number().int().nullable();

export const contactCalls = {
  /** Nothing is sent to anybody, and nothing is kept. */
  'profiles.check': declare(
    'read',
    'app',
    z.strictObject({ baseUrl: z.string().max(512), apiKey: z.string().max(512).optional() }),
    z.object({
      /** One sentence each; absent where nothing is wrong. */
      baseUrl: z.string().optional(),
      apiKey: z.string().optional(),
      /** Where the requests would go. */
      origin: z.string().optional(),
      /** The address that is probably meant, where what is typed is none. */
      proposal: z.string().optional(),
    }),
  ),
  /** At most ten requests, reading only. */
  'contact.report': declare(
    'read',
    'business',
    z.strictObject({}),
    z.object({
      at: instant,
      requests: z.number().int(),
      answeredMs: count,
      clockOffsetMs: count,
      limit: count,
      remaining: count,
      invoices: count,
      withdrawals: count,
      methods: count,
      methodCurrencies: count,
      rates: count,
      lines: z.array(z.object({ topic: z.string(), words: z.string(), isAsSpecified: z.boolean().nullable() })),
      text: z.string(),
    }),
  ),
} as const;
