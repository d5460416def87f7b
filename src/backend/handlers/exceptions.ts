/** Handlers of exceptions. */
import type { HandlersFor } from './handler.ts';

export function exceptionsHandlers(): HandlersFor<
  'exceptions.page' | 'exceptions.counts' | 'exceptions.get' | 'exceptions.act' | 'reconciliation.run'
> {
  return {
    'exceptions.page': () => notYet(),
    'exceptions.counts': () => notYet(),
    'exceptions.get': () => notYet(),
    'exceptions.act': () => notYet(),
    'reconciliation.run': () => notYet(),
  };
}

const notYet = (): Promise<never> => Promise.reject(new Error('not built yet'));
