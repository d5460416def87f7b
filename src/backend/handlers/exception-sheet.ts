/** Handlers of a sheet of exceptions that comes back filled in. Not here: reading it (backend/files), what an action does (books). */
import { FailureError } from '../../domain/failure.ts';
import type { HandlersFor } from './handler.ts';

const notYet = (): Promise<never> =>
  Promise.reject(new FailureError({ kind: 'unavailable-offline', detail: 'Not yet.' }));

export function exceptionSheetHandlers(): HandlersFor<'exceptions.checkSheet' | 'exceptions.applySheet'> {
  return { 'exceptions.checkSheet': notYet, 'exceptions.applySheet': notYet };
}
