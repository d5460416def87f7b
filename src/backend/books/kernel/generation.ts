// Whether these are the books that were written last. Every write that something may be sent after raises a number in the books and beside them
// (sqlite/outside-counter); books that are behind it, or have none of their own beside them, are a copy that was put back. Then everything that was
// open in them stands still until a person decides, since what was sent after the copy was made is not in them.
import { RESTORED_KINDS } from '../../../domain/kernel/copies.ts';
import { OPEN_RUN_STATES } from '../../../domain/resend/bulk.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { readCount, readInteger, readIntegerOrNull, readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { type Counted, type FoundCounter, OutsideCounter } from '../../sqlite/outside-counter.ts';
import { appendActivity, lastActivity } from './activity.ts';
import { named, type RowOf, rowReader, word } from '../../sqlite/rows.ts';
import type { BooksContext, OfProfile } from './context.ts';

/** A copy that was put back, as its opening found it. */
const RESTORE = {
  /** Counts the restores of these books. */
  position: readInteger,
  /** ISO UTC: when it was noticed. */
  noticedAt: named('began_at', readText),
  /** ISO UTC: nothing that was sent later is in the books. */
  asOf: readText,
  /** ISO UTC: until when the console had been writing, as far as the counter beside the books told; null without one. */
  usedUntil: readTextOrNull,
};
export type Restore = RowOf<typeof RESTORE>;
const readRestore = rowReader(RESTORE);

/** `restores.latest`: null when no copy was ever put back. */
export function latestRestore({ database }: BooksContext): Restore | null {
  return database.one(readRestore, 'SELECT * FROM generations WHERE as_of IS NOT NULL ORDER BY position DESC LIMIT 1');
}

/** What the books say of the line that they follow; null of books that were never opened by a version that counts. */
export function presentLine({ database }: BooksContext): Counted | null {
  const row = database.get('SELECT line, count, raised_at FROM generations ORDER BY position DESC LIMIT 1');
  if (row === null) return null;
  const atMs = toEpochMs(readText(row, 'raised_at')) ?? 0;
  return { line: readText(row, 'line'), count: readInteger(row, 'count'), atMs };
}

/** The next number, within the transaction that it speaks of; beside the books it is raised once that is committed. */
export function countWrite({ database }: BooksContext, atMs: number): Counted {
  const before = presentLine({ database });
  if (before === null) throw new Error('the books follow no line');
  const next = { line: before.line, count: before.count + 1, atMs };
  const sql = 'UPDATE generations SET count = ?, raised_at = ? WHERE line = ?';
  database.run(sql, next.count, fromEpochMs(atMs), next.line);
  return next;
}

/**
 * Holds the books against the counters beside them and goes on counting. Books that do not follow the one counter that belongs here begin another
 * line, and what is open in them stands still. `isNew`: they were made just now. `line` names a line that may begin.
 */
export function openGeneration(
  context: BooksContext,
  found: readonly FoundCounter[],
  opening: {
    readonly path: string;
    readonly isNew: boolean;
    readonly nowMs: number;
    readonly line: string;
    readonly osUser: string;
  },
): OutsideCounter {
  const { path, isNew, nowMs, line } = opening;
  const { database } = context;
  const own = presentLine(context);
  const [only, ...others] = found;
  const isSame = own !== null && only !== undefined && others.length === 0 && only.isInPlace && only.line === own.line;
  // A write that was not counted beside the books any more was never answered, and nothing was sent after it.
  if (isSame && only.count <= own.count) {
    const counter = OutsideCounter.of(path, only);
    counter.raise(
      database.transaction(() => countWrite(context, nowMs)),
      true,
    );
    return counter;
  }
  const first = { line, count: 1, atMs: nowMs };
  // A counter at its first number, and books without a line: their first start was cut short between the two.
  const isUnused = others.length === 0 && (only === undefined || (only.isInPlace && only.count === first.count));
  if (own === null && isUnused && (isNew || countOpen(database) === 0)) {
    // In this order, so that books with a line and no counter are always ones that were put back.
    const counter = OutsideCounter.begin(path, first);
    database.transaction(() => beginLine(database, line, nowMs, null, null));
    return counter;
  }
  database.transaction(() => standStill(context, own, found, opening));
  return OutsideCounter.begin(path, first);
}

function beginLine(
  database: SqliteDatabase,
  line: string,
  nowMs: number,
  asOf: string | null,
  usedUntil: string | null,
): void {
  const sql = `INSERT INTO generations (line, count, raised_at, began_at, activity, as_of, used_until)
    VALUES (@line, 1, @now, @now, @activity, @asOf, @usedUntil)`;
  database.run(sql, { line, now: fromEpochMs(nowMs), activity: lastActivity(database), asOf, usedUntil });
}

const OPEN_RUNS = `state IN (${OPEN_RUN_STATES.map((state) => `'${state}'`).join(', ')})`;

function standStill(
  context: BooksContext,
  own: Counted | null,
  found: readonly FoundCounter[],
  { nowMs, line, osUser }: { readonly nowMs: number; readonly line: string; readonly osUser: string },
): void {
  const { database } = context;
  const at = fromEpochMs(nowMs);
  const { asOf, usedUntil } = sinceWhen(context, own, found, at);
  beginLine(database, line, nowMs, asOf, usedUntil);
  // What an earlier copy did not know a later one of it does not know either.
  const ofRuns = `UPDATE bulk_runs SET state = 'stopped', stop = 'restored', restored_as_of = min(coalesce(restored_as_of, @asOf), @asOf),
    updated_at = @at WHERE ${OPEN_RUNS}`;
  const runs = database.run(ofRuns, { asOf, at }).changes;
  const stop = (table: 'resend_intents' | 'create_intents'): number =>
    database.run(`UPDATE ${table} SET outcome = 'restored', updated_at = ? WHERE state <> 'ended'`, at).changes;
  const [resends, creates] = [stop('resend_intents'), stop('create_intents')];
  const asked = database.run(
    `UPDATE four_eyes_requests SET state = 'restored' WHERE state IN ('open', 'granted', 'carrying')`,
  ).changes;
  appendActivity(context, {
    at,
    osUser,
    profileId: null,
    action: 'restore-books',
    summary: `Open books that were put back, as of ${asOf}: what was sent after that is not in them`,
    outcome: runs + resends + creates + asked === 0 ? 'nothing open' : 'stands still',
    evidence: { asOf, usedUntil, runs, resends, creates, ...(asked === 0 ? {} : { asked }) },
  });
}

/** Until when the books know, and until when they were used, as far as it is told. */
function sinceWhen(
  { database }: BooksContext,
  own: Counted | null,
  found: readonly FoundCounter[],
  at: string,
): { readonly asOf: string; readonly usedUntil: string | null } {
  // Nothing was ever written in a line that is still at its first number: its start was cut short, and holds what was found then.
  const sql = 'SELECT as_of, used_until FROM generations WHERE line = ? AND count = 1 AND as_of IS NOT NULL';
  const begun = database.get(sql, own?.line ?? '');
  if (begun !== null) return { asOf: readText(begun, 'as_of'), usedUntil: readTextOrNull(begun, 'used_until') };
  const asOf = own === null ? lastTouch(database, at) : fromEpochMs(own.atMs);
  const used = Math.max(0, ...found.map(({ atMs }) => atMs));
  return { asOf, usedUntil: used <= (toEpochMs(asOf) ?? 0) ? null : fromEpochMs(used) };
}

function countOpen(database: SqliteDatabase): number {
  const open = (from: string): number => readCount(database.get(`SELECT count(*) AS n FROM ${from}`));
  return (
    open(`bulk_runs WHERE ${OPEN_RUNS}`) +
    open(`resend_intents WHERE state <> 'ended'`) +
    open(`create_intents WHERE state <> 'ended'`)
  );
}

/** The latest that books without a line know of their own writes. */
function lastTouch(database: SqliteDatabase, otherwise: string): string {
  const row = database.get(`SELECT max(at) AS at FROM (SELECT max(updated_at) AS at FROM bulk_runs
    UNION ALL SELECT max(updated_at) FROM resend_intents UNION ALL SELECT max(updated_at) FROM create_intents
    UNION ALL SELECT max(at) FROM activity)`);
  return (row === null ? null : readTextOrNull(row, 'at')) ?? otherwise;
}

/** What stands still since a copy was put back. */
const STANDING_STILL = {
  kind: word(RESTORED_KINDS),
  id: readText,
  /** The run's label, the invoice's uuid, the order's external_id. */
  name: readText,
  /** ISO UTC: when it was begun. */
  since: readText,
  /** Of a run: items whose turn had not come in the copy. */
  waiting: readIntegerOrNull,
};
export type KeptStandingStill = RowOf<typeof STANDING_STILL>;

/** `restores.open`: what stands still in a profile, runs first, then the oldest; at most 1,000. */
export function standingStill({ database }: BooksContext, input: OfProfile): readonly KeptStandingStill[] {
  const sql = `SELECT * FROM (SELECT iif(kind = 'create', 'order-run', 'run') AS kind, run_id AS id, label AS name, started_at AS since,
      (SELECT count(*) FROM bulk_items AS i WHERE i.run_id = bulk_runs.run_id AND i.state = 'waiting') AS waiting
      FROM bulk_runs WHERE profile_id = @profileId AND ${OPEN_RUNS} AND stop = 'restored'
    UNION ALL SELECT 'resend', intent_id, invoice_uuid, armed_at, NULL FROM resend_intents
      WHERE profile_id = @profileId AND state <> 'ended' AND outcome = 'restored'
    UNION ALL SELECT 'create', intent_id, external_id, armed_at, NULL FROM create_intents
      WHERE profile_id = @profileId AND state <> 'ended' AND outcome = 'restored')
    ORDER BY kind IN ('run', 'order-run') DESC, since, id LIMIT 1000`;
  return database.all(sql, input).map(rowReader(STANDING_STILL));
}
