// Reconciling items: written once, cleared once, each with its entry in the audit log.
import { shapeReader } from '../kernel/json.ts';
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { stableJson } from '../../../domain/kernel/fields.ts';
import { MAX_ITEMS, type ReconcilingItem, RECONCILING_ITEM } from '../../../domain/period/reconciling-item.ts';
import { readCount, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { rowReader, named } from '../../sqlite/rows.ts';
import { note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile } from '../kernel/context.ts';

const ITEMS = `SELECT i.*, c.day AS cleared_day, c.reason AS cleared_reason, c.at AS cleared_at, c.by AS cleared_by
  FROM reconciling_items AS i LEFT JOIN item_clearings AS c ON c.item_id = i.id`;

/** All of a profile, cleared ones too, by their days: at most MAX_ITEMS. For whoever has the books open. */
export function allItems(database: SqliteDatabase, profileId: string): readonly ReconcilingItem[] {
  return database.all(`${ITEMS} WHERE i.profile_id = ? ORDER BY i.day, i.id`, profileId).map(itemOf);
}

/** `items.list` */
export function listItems({ database }: BooksContext, { profileId }: OfProfile): readonly ReconcilingItem[] {
  return allItems(database, profileId);
}

export type NewItem = Omit<ReconcilingItem, 'addedAt' | 'addedBy' | 'cleared'>;

/** `items.add`: the same id once more answers the item that it made. Throws FailureError `invalid-input` when the id is another item's, and at MAX_ITEMS. */
export function addItem(context: BooksContext, { profileId, at, osUser, ...item }: Deed & NewItem): ReconcilingItem {
  const { database } = context;
  const known = database.get('SELECT profile_id FROM reconciling_items WHERE id = ?', item.id);
  if (known !== null) {
    const before = readText(known, 'profile_id') === profileId ? itemById(database, profileId, item.id) : null;
    if (before !== null && isOf(before, item)) return before;
    throw invalidInput('itemId', 'is the id of another item');
  }
  const count = 'SELECT count(*) AS n FROM reconciling_items WHERE profile_id = ?';
  if (readCount(database.get(count, profileId)) >= MAX_ITEMS)
    throw invalidInput('itemId', `at most ${MAX_ITEMS} reconciling items`);
  database.run(
    `INSERT INTO reconciling_items (id, profile_id, token, kind, amount, day, text, evidence, added_at, added_by)
        VALUES (@id, @profileId, @token, @kind, @amount, @day, @text, @evidence, @at, @osUser)`,
    { ...item, profileId, at, osUser },
  );
  note(
    context,
    { profileId, at, osUser },
    {
      action: 'add-item',
      summary: `Add a reconciling item of ${item.amount} ${item.token} of ${item.day} (${item.kind})`,
      outcome: 'done',
      evidence: item,
    },
  );
  return { ...item, addedAt: at, addedBy: osUser, cleared: null };
}

function isOf({ addedAt: _at, addedBy: _by, cleared: _cleared, ...before }: ReconcilingItem, item: NewItem): boolean {
  return stableJson(before) === stableJson(item);
}

interface ClearItem extends Deed {
  readonly id: string;
  /** It counts in no period that ends after this day. */
  readonly day: string;
  readonly reason: string;
}

/**
 * `items.clear`: null when the profile has no such item. One that is cleared already stays as it was cleared. Throws FailureError `invalid-input` for a
 * day before the item's own.
 */
export function clearItem(context: BooksContext, { id, day, reason, ...deed }: ClearItem): ReconcilingItem | null {
  const { database } = context;
  const { profileId, at, osUser } = deed;
  const item = itemById(database, profileId, id);
  if (item === null || item.cleared !== null) return item;
  if (day < item.day) throw invalidInput('day', 'lies before the day of the item');
  const sql = 'INSERT INTO item_clearings (item_id, day, reason, at, by) VALUES (@id, @day, @reason, @at, @osUser)';
  database.run(sql, { id, day, reason, at, osUser });
  note(context, deed, {
    action: 'clear-item',
    summary: `Clear a reconciling item of ${item.amount} ${item.token} of ${item.day}, from ${day} on: ${reason}`,
    outcome: 'done',
    evidence: { id, day, reason, item: { token: item.token, kind: item.kind, amount: item.amount, day: item.day } },
  });
  return { ...item, cleared: { day, reason, at, by: osUser } };
}

function itemById(database: SqliteDatabase, profileId: string, id: string): ReconcilingItem | null {
  return database.one(itemOf, `${ITEMS} WHERE i.profile_id = ? AND i.id = ?`, profileId, id);
}

const readCleared = rowReader({
  day: named('cleared_day', readText),
  reason: named('cleared_reason', readText),
  at: named('cleared_at', readText),
  by: named('cleared_by', readText),
});
const itemOf = shapeReader(RECONCILING_ITEM, {
  cleared: (row) => (row['cleared_at'] === null ? null : readCleared(row)),
});
