/**
 * What the screens show before the engine has opened its files: the last figures that a person saw on the overview, as old as they are.
 * Answered by the shell itself, at once; by the engine as soon as it is up. Not here: the figures as they are now (sync.ts), what they look like
 * (domain/last-known.ts).
 */
import { z } from 'zod';
import { type LastKnown, lastKnownOf } from '../../domain/last-known.ts';
import { declare } from './define.ts';

/** Read from a file that anybody may have written into, before this contract is loaded: one reader says what they are. */
const lastKnownCodec = z.custom<LastKnown>((value) => lastKnownOf(value) !== null, 'no figures of the console');

export const startupCalls = {
  'startup.lastKnown': declare('read', 'app', z.strictObject({}), z.object({ lastKnown: lastKnownCodec.nullable() })),
} as const;
