// A record that could not be read without guessing, as it came.
import { z } from 'zod';
import { instant, textOrNull, type ToldOf } from '../kernel/shape.ts';

export const QUARANTINED = z.object({
  list: z.string(),
  uuid: textOrNull,
  reason: z.string(),
  raw: z.string(),
  asOf: instant,
  firstSeenAt: instant,
});
export type QuarantineEntry = ToldOf<typeof QUARANTINED>;
