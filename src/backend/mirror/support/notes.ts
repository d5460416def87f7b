// Notes on records, as the books have them; a list of the mirror's beside the others, so that it goes out as a file like them.
import { checkPage } from '../records/invoices/pages.ts';
import type { MirrorReadContext } from '../kernel/context.ts';

/** `notes.page`. Throws FailureError `invalid-input`. */
function notesPage({ books }: MirrorReadContext, query: Parameters<MirrorReadContext['books']['notes']>[0]) {
  checkPage(query.offset, query.limit);
  return books.notes(query);
}

export const notesReads = {
  'notes.page': notesPage,
} as const;
