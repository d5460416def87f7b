/**
 * What the screens show before the engine has opened its files: the last figures of the console's former run, as old as they are. Answered
 * by the shell itself, at once. Not here: the figures as they are now (sync.ts).
 */
import { z } from 'zod';
import { money } from '../wire/records.ts';
import { declare } from './define.ts';

export const lastKnownCodec = z.object({
  /** When they were read from the mirror, ISO UTC. */
  readAt: z.string().max(40),
  profile: z.object({
    id: z.string().max(64),
    name: z.string().max(200),
    kind: z.enum(['sandbox', 'business']),
  }),
  timeZone: z.string().max(64),
  colourScheme: z.enum(['light', 'dark', 'auto']),
  /** Of the period in words, as the overview named it. */
  period: z.object({ from: z.string().max(40), to: z.string().max(40) }),
  currencies: z
    .array(
      z.object({
        currency: z.string().max(16),
        count: z.number().int(),
        successAmount: money,
        settledUsdt: money,
      }),
    )
    .max(200),
});
export type LastKnown = z.output<typeof lastKnownCodec>;

export const startupCalls = {
  'startup.lastKnown': declare('read', 'app', z.strictObject({}), z.object({ lastKnown: lastKnownCodec.nullable() })),
} as const;
