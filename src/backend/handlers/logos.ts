/** Handlers of pictures that the API names by address. */
import type { Engine, HandlersFor } from './handler.ts';

export function logoHandlers({ logos }: Engine): HandlersFor<'logos.get'> {
  return { 'logos.get': async ({ url }, context) => ({ image: await logos.get(context.business(), url) }) };
}
