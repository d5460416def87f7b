// How far the rolling re-read of final invoices has come, and how old the oldest reading is.
import { readInteger, readText, type Row } from '../../sqlite/columns.ts';
import { named, rowReader } from '../../sqlite/rows.ts';
import type { MirrorReadContext, MirrorWriteContext } from '../kernel/context.ts';
import type { RereadState, UnconfirmedRow } from '../kernel/answers.ts';
import { FINAL_PRESENT } from '../webhooks/final-invoices.ts';
import { requireInstant } from '../kernel/freshness.ts';

export function rereadState({ database }: MirrorReadContext): RereadState {
  const row = database.get(`SELECT page, lap_started_at, read_at FROM reread WHERE list = 'invoices'`);
  const oldest = database.get(
    `SELECT as_of FROM invoices INDEXED BY invoices_by_reading WHERE ${FINAL_PRESENT} ORDER BY as_of LIMIT 1`,
  );
  return {
    lap: row === null ? null : readLap(row),
    oldestReading: oldest === null ? null : readText(oldest, 'as_of'),
  };
}

const readLap = rowReader({ page: readInteger, startedAt: named('lap_started_at', readText), readAt: readText });
const readUnconfirmed: (row: Row) => UnconfirmedRow = rowReader({ uuid: readText, asOf: readText });

/** `reread.leftovers`: final invoices not read since `before`, the oldest reading first, then the newest invoice. */
function rereadLeftovers(
  { database }: MirrorReadContext,
  input: { readonly before: string; readonly limit: number },
): readonly UnconfirmedRow[] {
  requireInstant(input.before);
  const sql = `SELECT uuid, as_of FROM invoices INDEXED BY invoices_by_reading WHERE ${FINAL_PRESENT} AND as_of < ?
    ORDER BY as_of, created_at_key DESC LIMIT ?`;
  return database.all(sql, input.before, input.limit).map(readUnconfirmed);
}

/** While the record changed at most a day before its reading it is read again after `before`, later after `longBefore`; both server time. */
interface HashesInput {
  readonly before: string;
  readonly longBefore: string;
  readonly limit: number;
}

const IS_YOUNG = `unixepoch(as_of) - unixepoch(last_changed_at) <= ${24 * 60 * 60}`;

/** `reread.withoutHash`: approved withdrawals without `tx_hash` that the API shows and that are due to be read again: those of the last day first, of each what was read longest ago. */
function rereadWithoutHash(
  { database }: MirrorReadContext,
  { before, longBefore, limit }: HashesInput,
): readonly UnconfirmedRow[] {
  const sql = `SELECT uuid, as_of FROM withdrawals INDEXED BY withdrawals_by_status
    WHERE status = 'approved' AND missing_since IS NULL AND trim(ifnull(tx_hash, '')) = '' AND as_of < ?
      AND (as_of < ? OR ${IS_YOUNG})
    ORDER BY ${IS_YOUNG} DESC, as_of, uuid LIMIT ?`;
  return database.all(sql, requireInstant(before), requireInstant(longBefore), limit).map(readUnconfirmed);
}

/** `reread.save`: the page that was read last in this lap; 0 before the first. */
function saveReread(
  { database }: MirrorWriteContext,
  input: { readonly page: number; readonly startedAt: string; readonly readAt: string },
): void {
  requireInstant(input.startedAt);
  const sql = `INSERT INTO reread (list, page, lap_started_at, read_at) VALUES ('invoices', @page, @startedAt, @readAt)
    ON CONFLICT (list) DO UPDATE SET page = excluded.page, lap_started_at = excluded.lap_started_at, read_at = excluded.read_at`;
  database.run(sql, input);
}

export const rereadReads = {
  'reread.state': rereadState,
  'reread.leftovers': rereadLeftovers,
  'reread.withoutHash': rereadWithoutHash,
} as const;

export const rereadWrites = {
  'reread.save': saveReread,
} as const;
