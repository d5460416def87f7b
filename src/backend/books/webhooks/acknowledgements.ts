// Failures of webhooks that somebody has acknowledged, by host and cause.
import { DELIVERY_CAUSES, type FailureGroupKey } from '../../../domain/webhooks/delivery-list.ts';
import { type Row, readText, readTextOrNull } from '../../sqlite/columns.ts';
import { rowReader, word } from '../../sqlite/rows.ts';
import { type ActivityInput, appendActivity } from '../kernel/activity.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';

/** What the activity log says of it, in the same commit: neither is ever there without the other. */
interface Recorded extends OfProfile {
  readonly entry: ActivityInput;
}

export interface Acknowledgement extends FailureGroupKey {
  readonly at: string;
  /** The newest failure it covers, as the mirror's key of an instant. */
  readonly newestFailureAt: string;
  readonly osUser: string;
  readonly note: string | null;
}

/** A target without a host is kept as an empty one: NULL would not be equal to itself. */
const NO_HOST = '';

/** More groups than the list ever shows; the newest acknowledgements. */
const MAX_ACKNOWLEDGEMENTS = 500;

export function listAcknowledgements({ database }: BooksContext, input: OfProfile): readonly Acknowledgement[] {
  const sql = 'SELECT * FROM acknowledgements WHERE profile_id = ? ORDER BY at DESC, host, cause LIMIT ?';
  return database.all(sql, input.profileId, MAX_ACKNOWLEDGEMENTS).map(readAcknowledgement);
}

const readAcknowledgement: (row: Row) => Acknowledgement = rowReader({
  host: (row) => (readText(row, 'host') === NO_HOST ? null : readText(row, 'host')),
  cause: word(DELIVERY_CAUSES),
  at: readText,
  newestFailureAt: readText,
  osUser: readText,
  note: readTextOrNull,
});

/** `acknowledgements.save`: in place of an earlier one of the same group. */
export function saveAcknowledgement(context: BooksContext, input: Acknowledgement & Recorded): void {
  const sql = `INSERT INTO acknowledgements (profile_id, host, cause, at, newest_failure_at, os_user, note)
    VALUES (@profileId, @host, @cause, @at, @newestFailureAt, @osUser, @note)
    ON CONFLICT (profile_id, host, cause) DO UPDATE SET at = excluded.at, newest_failure_at = excluded.newest_failure_at,
      os_user = excluded.os_user, note = excluded.note`;
  context.database.run(sql, { ...input, host: input.host ?? NO_HOST });
  appendActivity(context, input.entry);
}

/** `acknowledgements.remove`: answers false when there was none; then nothing is said of it either. */
export function removeAcknowledgement(context: BooksContext, input: FailureGroupKey & Recorded): boolean {
  const sql = 'DELETE FROM acknowledgements WHERE profile_id = ? AND host = ? AND cause = ?';
  const { changes } = context.database.run(sql, input.profileId, input.host ?? NO_HOST, input.cause);
  if (changes > 0) appendActivity(context, input.entry);
  return changes > 0;
}
