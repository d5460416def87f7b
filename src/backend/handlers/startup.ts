/** Handlers of what is shown before the figures of now are there. */
import type { Engine, HandlersFor } from './handler.ts';

export function startupHandlers({ lastKnown }: Engine): HandlersFor<'startup.lastKnown'> {
  return { 'startup.lastKnown': async () => ({ lastKnown: lastKnown.present }) };
}
