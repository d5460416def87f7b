// The facts of a close as they were locked, out of its text.
import type { CloseFact } from '../../../domain/period/close.ts';
import { readFactLine, type UnknownFact } from '../../../reconciliation/period/close-form.ts';
import { closeText } from '../../books/period/closes.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { StoreError } from '../../sqlite/errors.ts';

/**
 * One after the other. A fact in a line that only a later console knows is handed to `onUnknown` instead, before any fact that follows it.
 * Throws StoreError `corrupt` when the text cannot be read back.
 */
export function* lockedFacts(
  database: SqliteDatabase,
  closeId: string,
  onUnknown?: (fact: UnknownFact) => void,
): IterableIterator<CloseFact> {
  try {
    for (const chunk of closeText(database, closeId)) {
      for (const line of chunk.split('\n')) {
        const fact = readFactLine(line);
        if (fact === null) continue;
        if (fact.line === null) onUnknown?.(fact);
        else yield fact;
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StoreError('corrupt', 'books', `the close ${closeId} cannot be read back`, { cause: error });
  }
}
