// What moved in the catalogue, as the books have it, with the invoices by each method since: a list of the mirror's beside the others.
import type { CatalogueChange } from '../../../domain/pricing/catalogue-changes.ts';
import { firstLater } from '../../../domain/kernel/sorted.ts';
import { instantKey } from '../../../domain/kernel/time/time.ts';
import { cellText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { checkPage } from '../records/invoices/pages.ts';

type Query = Parameters<MirrorReadContext['books']['catalogueMoves']>[0];
type Move = ReturnType<MirrorReadContext['books']['catalogueMoves']>['rows'][number];

/** `catalogue-changes.page`. Throws FailureError `invalid-input`. */
function catalogueChangesPage({ books, database, memo }: MirrorReadContext, query: Query) {
  checkPage(query.offset, query.limit);
  const { rows, total, since } = books.catalogueMoves(query);
  const key = JSON.stringify(rows.map(({ id }) => id));
  return { rows: memo.sinceMoves.get(key, () => counted(database, rows)), total, since };
}

/**
 * Counted as the list of invoices is narrowed by method (in either case), currency and day of creation, in one pass over the index of that order from
 * the oldest of the changes on.
 */
function counted(database: SqliteDatabase, moves: readonly Move[]): readonly CatalogueChange[] {
  const bounds = new Map<string, string[]>();
  const keyOf = (at: string): string => instantKey(at) ?? at;
  for (const move of moves) {
    const own = bounds.get(nameOf(move)) ?? [];
    bounds.set(nameOf(move), own);
    own.push(keyOf(move.unseenAt), keyOf(move.seenAt));
  }
  for (const own of bounds.values()) own.sort();
  const oldest = [...bounds.values()].map(([first = '']) => first).sort()[0];
  // Of each name how many were created from each bound up to the next.
  const found = new Map([...bounds].map(([name, own]) => [name, own.map(() => 0)]));
  const sql = `SELECT lower(i.payment_method), i.currency, i.created_at_key FROM invoices AS i INDEXED BY invoices_by_created
    WHERE i.created_at_key >= ? AND lower(i.payment_method) IN (SELECT value FROM json_each(?))`;
  const names = [...new Set(moves.map(({ method }) => folded(method)))];
  const rows = oldest === undefined ? [] : database.iterate(sql, oldest, JSON.stringify(names));
  for (const [method, currency, created] of rows) {
    const name = JSON.stringify([cellText(method), cellText(currency)]);
    const key = cellText(created);
    const at = firstLater(bounds.get(name) ?? [], (bound) => bound > key) - 1;
    const counts = found.get(name);
    if (counts !== undefined && at >= 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  const since = (move: Move, at: string): number => {
    const own = bounds.get(nameOf(move)) ?? [];
    const counts = found.get(nameOf(move)) ?? [];
    return counts.reduce((sum, count, index) => sum + ((own[index] ?? '') >= keyOf(at) ? count : 0), 0);
  };
  return moves.map((move) => {
    const invoicesSince = since(move, move.seenAt);
    return { ...move, invoicesSince, invoicesBetween: since(move, move.unseenAt) - invoicesSince };
  });
}

const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
const nameOf = ({ method, currency }: Move): string => JSON.stringify([folded(method), currency]);

export const catalogueChangesReads = {
  'catalogue-changes.page': catalogueChangesPage,
} as const;
