/**
 * What the screens show before the engine has opened its files: the last figures that a person saw on the overview, as old as they are.
 * Answered by the shell itself, at once; by the engine as soon as it is up. Not here: the figures as they are now (sync.ts).
 */
import { z } from 'zod';
import { type LastKnown, MOST_KEPT } from '../../domain/last-known.ts';
import { money } from '../wire/records.ts';
import { declare } from './define.ts';

const text = z.string().max(MOST_KEPT.text);
const moment = z.string().max(40);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const count = z.number().int().nonnegative();

/** Read from a file that anybody may have written into, so everything in it has an end. */
export const lastKnownCodec: z.ZodType<LastKnown> = z.object({
  readAt: moment,
  profile: z.object({ id: z.string().max(64), name: text, kind: z.enum(['sandbox', 'business']) }),
  timeZone: z.string().max(64),
  colourScheme: z.enum(['light', 'dark', 'auto']),
  period: z.object({ from: day, to: day }),
  totals: z.object({
    currencies: z
      .array(
        z.object({
          currency: text,
          count,
          byStatus: z
            .record(text, count)
            .refine((statuses) => Object.keys(statuses).length <= MOST_KEPT.statuses, 'too many statuses'),
          successAmount: money,
          settledUsdt: money,
          settledMissing: count,
        }),
      )
      .max(MOST_KEPT.currencies),
    quarantined: count,
    missing: count.optional(),
    asOf: moment.nullable(),
  }),
});

export const startupCalls = {
  'startup.lastKnown': declare('read', 'app', z.strictObject({}), z.object({ lastKnown: lastKnownCodec.nullable() })),
} as const;
