/** Handlers of pictures that the API names by address. */
import type { HandlersFor } from './handler.ts';

export function logoHandlers(): HandlersFor<'logos.get'> {
  return { 'logos.get': async () => ({ image: null }) };
}
