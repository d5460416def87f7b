/** Handlers of closed periods. */
import type { HandlersFor } from './handler.ts';

export function periodsHandlers(): HandlersFor<
  'periods.list' | 'periods.get' | 'periods.readiness' | 'periods.read' | 'periods.close' | 'periods.adjustments'
> {
  return {
    'periods.list': () => notYet(),
    'periods.get': () => notYet(),
    'periods.readiness': () => notYet(),
    'periods.read': () => notYet(),
    'periods.close': () => notYet(),
    'periods.adjustments': () => notYet(),
  };
}

const notYet = (): Promise<never> => Promise.reject(new Error('not built yet'));
