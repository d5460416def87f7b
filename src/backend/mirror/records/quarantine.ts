// Records that could not be read: kept as they came, shown as such, never part of a sum. With a uuid they count as seen.
import type { QuarantineEntry } from '../../../domain/records/quarantine.ts';
import { readCount, readText, readTextOrNull, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { digestText } from '../../sqlite/files.ts';
import { rowReader, type Window } from '../../sqlite/rows.ts';
import type { MirrorList, Page, QuarantinedRecord } from '../kernel/answers.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { checkPage } from './invoices/pages.ts';

/** Longer raw records are cut: they are evidence for a person, not data. */
const MAX_RAW = 65_536;

/** Keeps one unreadable record. Answers true when its uuid (or, without one, its text) was not there yet. */
export function keepQuarantined(
  database: SqliteDatabase,
  list: MirrorList,
  record: QuarantinedRecord,
  facts: { readonly asOf: string; readonly pass: number | null },
): boolean {
  const raw = typeof record.raw === 'string' ? record.raw : (JSON.stringify(record.raw) ?? 'null');
  const key = record.uuid ?? `raw:${digestText(raw)}`;
  const known = database.get('SELECT 1 AS n FROM quarantine WHERE list = ? AND key = ?', list, key) !== null;
  const sql = `INSERT INTO quarantine (list, key, uuid, reason, raw, as_of, first_seen_at, last_seen_pass)
    VALUES (@list, @key, @uuid, @reason, @raw, @asOf, @asOf, @pass)
    ON CONFLICT (list, key) DO UPDATE SET reason = excluded.reason, raw = excluded.raw, as_of = excluded.as_of,
      last_seen_pass = coalesce(excluded.last_seen_pass, last_seen_pass), missing_since = NULL`;
  const { uuid, reason } = record;
  database.run(sql, { list, key, uuid, reason, raw: raw.slice(0, MAX_RAW), ...facts });
  return !known;
}

/** True when anything of the list is set aside. */
export function hasQuarantined(database: SqliteDatabase, list: MirrorList): boolean {
  return database.get('SELECT 1 AS n FROM quarantine WHERE list = ? LIMIT 1', list) !== null;
}

/** Forgets the unreadable record of a uuid that has now been read. Answers true when there was one. */
export function releaseQuarantined(database: SqliteDatabase, list: MirrorList, uuid: string): boolean {
  return database.run('DELETE FROM quarantine WHERE list = ? AND key = ?', list, uuid).changes > 0;
}

export function quarantinePage({ database }: MirrorReadContext, input: Window): Page<QuarantineEntry> {
  checkPage(input.offset, input.limit);
  const sql = 'SELECT * FROM quarantine ORDER BY id DESC LIMIT ? OFFSET ?';
  const rows = database.all(sql, input.limit, input.offset).map(readEntry);
  return { rows, total: readCount(database.get('SELECT count(*) AS n FROM quarantine')) };
}

const readEntry: (row: Row) => QuarantineEntry = rowReader({
  list: readText,
  uuid: readTextOrNull,
  reason: readText,
  raw: readText,
  asOf: readText,
  firstSeenAt: readText,
});

export const quarantineReads = {
  'quarantine.page': quarantinePage,
} as const;
