// Notes on records and labelled records, as the books have them; lists of the mirror's beside the others, so that they go out as files like them.
import type { Labelled } from '../../../domain/support/notes.ts';
import { readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { PageOf } from '../../sqlite/rows.ts';
import { checkPage } from '../records/invoices/pages.ts';
import type { BooksOfMirror, MirrorReadContext } from '../kernel/context.ts';

/** `notes.page`. Throws FailureError `invalid-input`. */
function notesPage({ books }: MirrorReadContext, query: Parameters<BooksOfMirror['notes']>[0]) {
  checkPage(query.offset, query.limit);
  return books.notes(query);
}

const NAMES = `SELECT uuid, external_id AS name FROM invoices WHERE uuid IN (SELECT value FROM json_each(@ids))
  UNION ALL SELECT uuid, address FROM withdrawals WHERE uuid IN (SELECT value FROM json_each(@ids))`;

/** `labels.page`. Throws FailureError `invalid-input`. */
function labelledPage(
  { books, database }: MirrorReadContext,
  query: Parameters<BooksOfMirror['labelled']>[0],
): PageOf<Labelled> {
  checkPage(query.offset, query.limit);
  const { rows, total } = books.labelled(query);
  const ids = JSON.stringify(rows.map(({ recordId }) => recordId));
  const found = database
    .all(NAMES, { ids })
    .map((row) => [readText(row, 'uuid'), readTextOrNull(row, 'name')] as const);
  const names = new Map(found);
  const nameOf = ({ list, recordId }: Pick<Labelled, 'list' | 'recordId'>): string | null =>
    list === 'customers' || list === 'endpoints' ? recordId : (names.get(recordId) ?? null);
  return { rows: rows.map((row) => ({ ...row, name: nameOf(row) })), total };
}

export const notesReads = {
  'labels.page': labelledPage,
  'notes.page': notesPage,
} as const;
