/** Which entries are still in the books. Not here: the entries (entries.ts). */
import type { BooksContext } from './context.ts';
import { placeOfId } from './entries.ts';

/** Ids of one call. */
const MAX_IDS = 1000;

/** `entries.present`: those of the ids, at most 1,000, that are entries of the profile; the others went with their imports. */
export function presentEntries(
  { database }: BooksContext,
  { profileId, ids }: { readonly profileId: string; readonly ids: readonly string[] },
): readonly string[] {
  if (ids.length > MAX_IDS) throw new RangeError(`more than ${MAX_IDS} entries at once`);
  return database.snapshot(() => ids.filter((id) => placeOfId(database, profileId, id) !== null));
}
