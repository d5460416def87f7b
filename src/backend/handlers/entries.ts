/** Handlers of entries: lists by what became of them, one with both its sides, matches by hand. Not here: the rules of matching (reconciliation). */
import { FailureError } from '../../domain/failure.ts';
import type { HandlersFor } from './handler.ts';

type EntriesCall =
  | 'entries.page'
  | 'entries.counts'
  | 'entries.get'
  | 'entries.matchByHand'
  | 'entries.unmatch'
  | 'entries.changes';

const notYet = (): Promise<never> =>
  Promise.reject(new FailureError({ kind: 'unavailable-offline', detail: 'Not yet.' }));

export function entriesHandlers(): HandlersFor<EntriesCall> {
  return {
    'entries.page': notYet,
    'entries.counts': notYet,
    'entries.get': notYet,
    'entries.matchByHand': notYet,
    'entries.unmatch': notYet,
    'entries.changes': notYet,
  };
}
