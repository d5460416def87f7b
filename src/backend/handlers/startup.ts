/** Handlers of what is shown before the engine is up; once it is, there is something newer. */
import type { HandlersFor } from './handler.ts';

export function startupHandlers(): HandlersFor<'startup.lastKnown'> {
  return { 'startup.lastKnown': async () => ({ lastKnown: null }) };
}
