/** Handlers of tie-out, take rates and statement. */
import type { HandlersFor } from './handler.ts';

export function statementHandlers(): HandlersFor<
  | 'reconciliation.tieOut'
  | 'reconciliation.tieRows'
  | 'reconciliation.statement'
  | 'reconciliation.statementRows'
  | 'reconciliation.takeRates'
> {
  return {
    'reconciliation.tieOut': () => notYet(),
    'reconciliation.tieRows': () => notYet(),
    'reconciliation.statement': () => notYet(),
    'reconciliation.statementRows': () => notYet(),
    'reconciliation.takeRates': () => notYet(),
  };
}

const notYet = (): Promise<never> => Promise.reject(new Error('not built yet'));
