// What a run of the engine does to the exceptions: it inserts what is new, writes facts that are other ones now, finds again what was cleared, opens
// again what was resolved on other facts, and clears what no facts show any more. What people wrote is never touched. What a run has seen lies in a
// table of the writer's own connection: unchanged exceptions cost no writing, and a run that dies leaves nothing behind.
import { canonicalEvidence, canonicalFact, type Exception } from '../../../../domain/reconcile/exception.ts';
import { evidenceField, FINDING_LISTS, type Finding, FINDING_KINDS } from '../../../../domain/kernel/finding.ts';
import { moneySortKey } from '../../../../domain/kernel/money/money.ts';
import { instantKey } from '../../../../domain/kernel/time/time.ts';
import { readCount, readFlag, readText, readTextOrNull } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { named, type RowOf, rowReader, word } from '../../../sqlite/rows.ts';
import { StoreError } from '../../../sqlite/errors.ts';
import { digestText } from '../../../sqlite/files.ts';
import { changedAt } from '../../kernel/changed-at.ts';
import type { BooksContext, OfProfile, OneOfProfile } from '../../kernel/context.ts';
import { placeOfId } from '../../ledger/entries/entries.ts';
import { appendDeed, exceptionById, saveStanding } from './rows.ts';
import { findingCodec } from '../../kernel/json.ts';

/** Findings of one call, and exceptions that one call clears. */
const MAX_BATCH = 1000;

interface Run extends OfProfile {
  /** Made anew for every run. */
  readonly run: string;
}

/** What a batch changed. `seen`: findings of keys that the run had not seen before. */
export interface ObservedFindings {
  readonly seen: number;
  readonly found: number;
  readonly factsChanged: number;
  readonly foundAgain: number;
  readonly reopened: number;
}

/** `exceptions.beginRun`: forgets what an earlier run of the profile has seen. */
export function beginRun({ database }: BooksContext, { profileId }: Run): void {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS sightings (
    profile_id TEXT NOT NULL, run TEXT NOT NULL, exception_id TEXT NOT NULL, PRIMARY KEY (profile_id, exception_id)
  ) STRICT, WITHOUT ROWID`);
  database.run('DELETE FROM temp.sightings WHERE profile_id = ?', profileId);
}

/**
 * `exceptions.observe`: at most 1,000 findings, all or none. Rows come from another thread and are read strictly. Of two findings of one
 * key in one run the first counts.
 */
export function observeFindings(
  { database }: BooksContext,
  input: Run & { readonly at: string; readonly findings: readonly unknown[] },
): ObservedFindings {
  if (input.findings.length > MAX_BATCH) throw new RangeError(`more than ${MAX_BATCH} findings at once`);
  const findings = input.findings.map((row) => findingCodec.parse(row));
  const tally = { seen: 0, found: 0, factsChanged: 0, foundAgain: 0, reopened: 0 };
  for (const { seenAt, ...finding } of findings) {
    const id = exceptionId(input.profileId, finding);
    const sql = 'INSERT INTO temp.sightings (profile_id, run, exception_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    if (database.run(sql, input.profileId, input.run, id).changes === 0) continue;
    tally.seen += 1;
    const change = observe(database, { ...input, seenAt: seenAt ?? input.at }, id, finding);
    if (change.deed !== null) tally[change.deed] += 1;
    if (change.isReopened) tally.reopened += 1;
  }
  return tally;
}

interface Change {
  readonly deed: 'found' | 'factsChanged' | 'foundAgain' | null;
  readonly isReopened: boolean;
}

const UNCHANGED: Change = { deed: null, isReopened: false };

function observe(
  database: SqliteDatabase,
  { profileId, at, seenAt }: OfProfile & { readonly at: string; readonly seenAt: string },
  id: string,
  finding: Finding,
): Change {
  const known = database.get('SELECT print, facts, cleared_at FROM exceptions WHERE id = ?', id);
  if (known === null) {
    // Its import was taken back since the run has looked at it.
    const isGone = finding.list === 'entries' && placeOfId(database, profileId, finding.recordUuid) === null;
    if (isGone) return UNCHANGED;
    insert(database, { profileId, at, seenAt, id, print: printOf(finding), finding });
    takeOver(database, { profileId, id, finding });
    return { deed: 'found', isReopened: false };
  }
  const isCleared = readTextOrNull(known, 'cleared_at') !== null;
  // Mostly nothing is new, and this is all there is to do.
  if (JSON.stringify(finding) === readText(known, 'facts') && !isCleared) return UNCHANGED;
  const before = exceptionById(database, profileId, id);
  const print = printOf(finding);
  writeFacts(database, id, print, finding);
  if (before === null || (print === readText(known, 'print') && !isCleared)) return UNCHANGED;
  const isAgain = before.clearedAt !== null;
  const { evidence } = finding;
  appendDeed(database, id, { at, deed: isAgain ? 'found-again' : 'facts-changed', evidence });
  const isReopened = before.state === 'resolved';
  if (isReopened) appendDeed(database, id, { at, deed: 'reopened', evidence });
  const updatedAt = changedAt(before.updatedAt, at);
  saveStanding(database, { ...before, clearedAt: null, ...(isReopened ? opened(before) : {}), updatedAt });
  return { deed: isAgain ? 'foundAgain' : 'factsChanged', isReopened };
}

/**
 * What is found as told-other-end was a stale-receiver for versions before: what people have done about the same facts holds for it, and stands in
 * its history. The earlier one is cleared like whatever is not found any more.
 */
function takeOver(
  database: SqliteDatabase,
  { profileId, id, finding }: OneOfProfile & { readonly finding: Finding },
): void {
  if (finding.kind !== 'told-other-end') return;
  const { status: _, ...evidence } = finding.evidence;
  const same: Finding = { ...finding, kind: 'stale-receiver', evidence };
  const before = exceptionById(database, profileId, exceptionId(profileId, same));
  if (before === null || before.clearedAt !== null || printOf(before) !== printOf(same)) return;
  const sql = `INSERT INTO exception_deeds (exception_id, at, os_user, deed, reason, note, evidence)
    SELECT ?, at, os_user, deed, reason, note, evidence FROM exception_deeds
    WHERE exception_id = ? AND deed NOT IN ('found', 'found-again') ORDER BY id`;
  database.run(sql, id, before.id);
  saveStanding(database, { ...before, id });
}

/** An exception that is to be looked at once more: nobody's word about it counts any more, and all of them stay in its history. */
export function opened({ reopened }: Exception): Pick<Exception, 'state' | 'reason' | 'reopened'> {
  return { state: 'open', reason: null, reopened: reopened + 1 };
}

/** An exception that a run has not seen. */
const UNSEEN = {
  id: readText,
  kind: word(FINDING_KINDS),
  list: word(FINDING_LISTS),
  recordUuid: readText,
  /** The run has seen something else in the same entry, or in one that is matched by hand with it, and an entry is in one outcome only. */
  isFoundOtherwise: named('otherwise', readFlag),
};
export type Unseen = RowOf<typeof UNSEEN>;

/** Exceptions on the entry of another, and on those that are matched by hand with it. */
const OTHERWISE = `SELECT 1 FROM exceptions AS o INDEXED BY exceptions_by_record WHERE o.profile_id = e.profile_id AND o.id <> e.id
  AND o.list = 'entries' AND o.record_uuid IN (SELECT e.record_uuid UNION ALL SELECT other.entry_id FROM hand_match_entries AS mine
    JOIN hand_match_entries AS other ON other.match_id = mine.match_id WHERE mine.entry_id = e.record_uuid)
  AND EXISTS (SELECT 1 FROM temp.sightings AS s WHERE s.profile_id = o.profile_id AND s.exception_id = o.id)`;

/**
 * `exceptions.unseen`: what the facts showed before and the run did not (a case rests on no facts), by id after `after`, at most 1,000. Throws StoreError
 * `worker-lost` when not all of the `seen` findings of the run are known here: the thread was another one then, and the run proves nothing.
 */
export function unseenExceptions(
  { database }: BooksContext,
  input: Run & { readonly seen: number; readonly after: string },
): readonly Unseen[] {
  const { profileId, run, seen, after } = input;
  const count = 'SELECT count(*) AS n FROM temp.sightings WHERE profile_id = ? AND run = ?';
  const hasSightings = database.get(`SELECT 1 AS n FROM temp.sqlite_master WHERE name = 'sightings'`) !== null;
  if (!hasSightings || readCount(database.get(count, profileId, run)) !== seen) {
    throw new StoreError('worker-lost', 'books', 'what this run has seen is not all here');
  }
  const sql = `SELECT e.id, e.kind, e.list, e.record_uuid, e.list = 'entries' AND EXISTS (${OTHERWISE}) AS otherwise FROM exceptions AS e
    WHERE e.profile_id = ? AND e.cleared_at IS NULL AND e.kind <> 'case' AND e.id > ?
      AND NOT EXISTS (SELECT 1 FROM temp.sightings AS s WHERE s.profile_id = e.profile_id AND s.exception_id = e.id)
    ORDER BY e.id LIMIT ?`;
  return database.all(sql, profileId, after, MAX_BATCH).map(rowReader(UNSEEN));
}

/** `exceptions.clear`: the facts do not show these any more; answers how many that was new of. */
export function clearExceptions(
  { database }: BooksContext,
  input: OfProfile & { readonly ids: readonly string[]; readonly at: string },
): number {
  const { profileId, ids, at } = input;
  if (ids.length > MAX_BATCH) throw new RangeError(`more than ${MAX_BATCH} exceptions at once`);
  const sql = `UPDATE exceptions SET cleared_at = ?, updated_at = ?
    WHERE id = ? AND profile_id = ? AND cleared_at IS NULL`;
  let cleared = 0;
  for (const id of ids) {
    if (database.run(sql, at, at, id, profileId).changes === 0) continue;
    appendDeed(database, id, { at, deed: 'cleared' });
    cleared += 1;
  }
  return cleared;
}

/** Follows from the key, so that an exception has the same address in every copy of the books. */
export function exceptionId(profileId: string, { kind, list, recordUuid }: Finding): string {
  return digestText(JSON.stringify([profileId, kind, list, recordUuid])).slice(0, 32);
}

/**
 * Differs when the facts differ: not when the API writes the same amount or instant in another way ("81.370"), nor when a receiver was told
 * the same once more.
 */
export function printOf({ kind, unit, delta, evidence }: Finding): string {
  const facts = Object.entries(evidence).filter(([name]) => evidenceField(kind, name)?.isIncidental !== true);
  return digestText(JSON.stringify([unit, canonicalFact(delta), canonicalEvidence(Object.fromEntries(facts))]));
}

/** A row that is new, but for its facts. */
interface Fresh extends OneOfProfile {
  readonly at: string;
  /** Of the answer that showed it; the API's clock may be ahead of this one, and nothing is seen before it is found. */
  readonly seenAt: string;
  readonly print: string;
  readonly finding: Finding;
  /** Who has opened the case; absent of what a run has found. */
  readonly osUser?: string;
}

export function insert(database: SqliteDatabase, fresh: Fresh): void {
  const { at, seenAt, id, finding } = fresh;
  const [seen, found] = [instantKey(seenAt), instantKey(at)];
  const cells = factCells(finding);
  const columns = Object.keys(cells);
  database.run(
    `INSERT INTO exceptions (id, profile_id, kind, list, record_uuid, ${columns.join(', ')}, print, state, first_seen_at, updated_at)
      VALUES (@id, @profileId, @kind, @list, @recordUuid, ${columns.map((name) => `@${name}`).join(', ')}, @print, 'open', @first, @at)`,
    { ...fresh, ...finding, ...cells, first: seen !== null && found !== null && seen < found ? seenAt : at },
  );
  const { osUser = null } = fresh;
  appendDeed(database, id, { at, osUser, deed: osUser === null ? 'found' : 'opened', evidence: finding.evidence });
}

export function writeFacts(database: SqliteDatabase, id: string, print: string, finding: Finding): void {
  const cells = factCells(finding);
  const sets = Object.keys(cells).map((column) => `${column} = @${column}`);
  database.run(`UPDATE exceptions SET ${sets.join(', ')}, print = @print WHERE id = @id`, { ...cells, print, id });
}

/** The columns that facts fill, by name. */
function factCells(finding: Finding): Readonly<Record<string, string | null>> {
  const { label, unit, delta, amount, recordAt, recordUuid, customerId, evidence } = finding;
  return {
    label,
    unit,
    delta,
    delta_key: delta === null ? null : moneySortKey(delta),
    abs_delta_key: delta === null ? null : moneySortKey(delta.replace(/^-/, '')),
    amount_key: amount === null || amount === undefined ? null : moneySortKey(amount),
    record_at_key: recordAt === null ? null : instantKey(recordAt),
    facts: JSON.stringify(finding),
    search: [recordUuid, label, customerId, evidence['title'] ?? null].filter((text) => text !== null).join('\u001f'),
  };
}
