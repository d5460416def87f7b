// Where entries stand, as a match has found it: only what has changed is written, with its count, and with a row in
// the history when an entry that stood somewhere stands elsewhere now.
import { AMOUNT_FIELDS, MATCH_OUTCOMES, MATCH_PASSES } from '../../../../domain/ledger/entry.ts';
import { isExactDecimal, moneySortKey } from '../../../../domain/kernel/money/money.ts';
import type { MatchRow } from '../../../../domain/exports/report-job.ts';
import { readText, readTextOrNull } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { orNull, rowReader, word } from '../../../sqlite/rows.ts';
import type { BooksContext, OfProfile } from '../../kernel/context.ts';
import { moveInOrder } from './orders.ts';
import { TallyChanges } from './tallies.ts';

const MAX_BATCH = 1000;

export type Standing = Extract<MatchRow, { readonly is: 'standing' }>;

/** What a call has changed. `moved`: entries that stood somewhere before, and elsewhere now. */
export interface Settled {
  readonly changed: number;
  readonly moved: number;
}

/**
 * `entries.settle`: at most 1,000 standings, all or none. An entry that is not there any more, because its import was taken back meanwhile, is
 * passed over. Where an entry stands follows from books and mirror: what a loss of power takes, the next match writes again, and a million
 * standings do not wait for the disk a thousand times.
 */
export function settleEntries(
  { database }: BooksContext,
  input: OfProfile & { readonly at: string; readonly standings: readonly Standing[] },
): Settled {
  const { profileId, at, standings } = input;
  if (standings.length > MAX_BATCH) throw new RangeError(`more than ${MAX_BATCH} standings at once`);
  const imports = new OwnImports(database, profileId);
  const tallies = new TallyChanges();
  const settled = { changed: 0, moved: 0 };
  for (const standing of standings) {
    if (!imports.has(standing.importSeq)) continue;
    const before = standingAt(database, standing);
    if (before === null || isSame(before, standing)) continue;
    const { importSeq, outcome, pass, delta } = standing;
    const { unit, amount } = before;
    tallies.remove({ ...before, importSeq });
    tallies.add({ importSeq, unit, amount, outcome, pass, delta });
    moveInOrder(database, standing, before.delta, delta);
    write(database, standing, before.outcome === null ? null : at);
    settled.changed += 1;
    if (before.outcome === null || before.outcome === outcome) continue;
    settled.moved += 1;
    const sql = 'INSERT INTO entry_changes (import_seq, line, before, after, at) VALUES (?, ?, ?, ?, ?)';
    database.run(sql, importSeq, standing.line, before.outcome, outcome, at);
  }
  tallies.write(database);
  return settled;
}

/** Which imports are of the profile and were not taken back. */
class OwnImports {
  readonly #database: SqliteDatabase;
  readonly #profileId: string;
  readonly #known = new Map<number, boolean>();

  constructor(database: SqliteDatabase, profileId: string) {
    this.#database = database;
    this.#profileId = profileId;
  }

  has(seq: number): boolean {
    const known = this.#known.get(seq);
    if (known !== undefined) return known;
    const sql = `SELECT 1 AS n FROM imports WHERE seq = ? AND profile_id = ? AND state = 'done'`;
    const found = this.#database.get(sql, seq, this.#profileId) !== null;
    this.#known.set(seq, found);
    return found;
  }
}

function standingAt(database: SqliteDatabase, { importSeq, line, entryId }: Standing) {
  const sql = `SELECT id, unit, amount, outcome, pass, record_uuid, against, delta FROM entries WHERE import_seq = ? AND line = ?`;
  const row = database.get(sql, importSeq, line);
  if (row === null || readText(row, 'id') !== entryId) return null;
  return { unit: readText(row, 'unit'), amount: readText(row, 'amount'), ...standingOf(row) };
}

/** What a row of `entries` says of where it stands. */
export const standingOf = rowReader({
  outcome: orNull(word(MATCH_OUTCOMES)),
  pass: orNull(word(MATCH_PASSES)),
  recordUuid: readTextOrNull,
  against: orNull(word(AMOUNT_FIELDS)),
  delta: readTextOrNull,
});

function isSame(before: ReturnType<typeof standingOf>, after: Standing): boolean {
  return (
    before.outcome === after.outcome &&
    before.pass === after.pass &&
    before.recordUuid === after.recordUuid &&
    before.against === after.against &&
    before.delta === after.delta
  );
}

/** It comes from another thread: a delta that is no exact amount is a mistake of ours. */
function write(database: SqliteDatabase, standing: Standing, changedAt: string | null): void {
  const { delta } = standing;
  if (delta !== null && !isExactDecimal(delta)) throw new RangeError('a difference that is no amount');
  database.run(
    `UPDATE entries SET outcome = @outcome, pass = @pass, record_uuid = @recordUuid, against = @against, delta = @delta, delta_key = @deltaKey,
      changed_at = coalesce(@changedAt, changed_at) WHERE import_seq = @importSeq AND line = @line`,
    { ...standing, deltaKey: delta === null ? null : moneySortKey(delta), changedAt },
  );
}
