// The one thing the bridge needs of a schema: reading unknown data as a known type, or saying where it is not.
import type { z } from 'zod';

export interface Reader<Output> {
  safeParse(data: unknown): z.ZodSafeParseResult<Output>;
}
