// Exports that are made by themselves: the schedules, each change with its entry in the audit log, and one run for each time.
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { stableJson } from '../../../domain/kernel/fields.ts';
import {
  type ExportRun,
  type ExportSchedule,
  MAX_SCHEDULES,
  EXPORT_SCHEDULE,
  EXPORT_RUN,
} from '../../../domain/exports/schedule.ts';
import { readCount, readInteger, readText, readTextOrNull } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { limitAndOffset, type PageOf, type Window } from '../../sqlite/rows.ts';
import { note } from '../kernel/activity.ts';
import { changedAt } from '../kernel/changed-at.ts';
import type { BooksContext, Deed, OfProfile, OneOfProfile } from '../kernel/context.ts';
import { jsonOrNull, shapeReader } from '../kernel/json.ts';

const readSchedule = shapeReader(EXPORT_SCHEDULE);
const readRun = shapeReader(EXPORT_RUN);

const RUNS = 'SELECT r.*, s.name FROM export_runs AS r JOIN export_schedules AS s ON s.id = r.schedule_id';

/** A schedule, and what of its runs decides what is to be done next. */
export interface KeptSchedule {
  readonly schedule: ExportSchedule;
  /** The latest time that has a run; null before the first. */
  readonly lastDueAt: string | null;
  readonly latest: ExportRun | null;
}

/** `schedules.list`: those that are there, by name. */
export function listSchedules({ database }: BooksContext, { profileId }: OfProfile): readonly KeptSchedule[] {
  const sql = `SELECT s.*, (SELECT max(due_at) FROM export_runs AS r WHERE r.schedule_id = s.id AND r.due_day IS NOT NULL) AS last_due_at
    FROM export_schedules AS s WHERE profile_id = ? AND removed_at IS NULL ORDER BY name COLLATE NOCASE, id`;
  return database.all(sql, profileId).map((row) => {
    const schedule = readSchedule(row);
    const latest = database.get(`${RUNS} WHERE r.schedule_id = ? ORDER BY r.id DESC LIMIT 1`, schedule.id);
    return {
      schedule,
      lastDueAt: readTextOrNull(row, 'last_due_at'),
      latest: latest === null ? null : readRun(latest),
    };
  });
}

/** `schedules.open`: runs of schedules that are there which are not over, or have failed and may be tried again; the oldest first, at most 1,000. */
export function openRuns({ database }: BooksContext, { profileId }: OfProfile): readonly ExportRun[] {
  const sql = `${RUNS} WHERE r.profile_id = ? AND r.state IN ('running', 'failed') AND s.removed_at IS NULL ORDER BY r.id LIMIT 1000`;
  return database.all(sql, profileId).map(readRun);
}

/** `schedules.runs`: what came of each time, the latest first; of one schedule where one is named. */
export function runPage(
  { database }: BooksContext,
  input: OfProfile & Window & { readonly scheduleId?: string | undefined },
): PageOf<ExportRun> {
  const where = `WHERE r.profile_id = @profileId AND r.schedule_id = coalesce(@scheduleId, r.schedule_id)`;
  const [limit, offset] = limitAndOffset(input, 200);
  const of = { profileId: input.profileId, scheduleId: input.scheduleId ?? null };
  return {
    rows: database
      .all(`${RUNS} ${where} ORDER BY r.id DESC LIMIT @limit OFFSET @offset`, { ...of, limit, offset })
      .map(readRun),
    total: readCount(database.get(`SELECT count(*) AS n FROM export_runs AS r ${where}`, of)),
  };
}

export type NewSchedule = Omit<ExportSchedule, 'since' | 'by'>;

/**
 * `schedules.save`: makes one, or changes the one of that id; what is as it was stays as it is. Times before that do not count any more. Throws FailureError
 * `invalid-input` when the id is another profile's, when another schedule gives its files that name in that folder, and at MAX_SCHEDULES.
 */
export function saveSchedule(
  context: BooksContext,
  { profileId, at, osUser, seen, ...schedule }: Deed & NewSchedule & { readonly seen?: string | undefined },
): ExportSchedule {
  const { database } = context;
  const row = database.get('SELECT * FROM export_schedules WHERE id = ?', schedule.id);
  if (row !== null && (readText(row, 'profile_id') !== profileId || row['removed_at'] !== null))
    throw invalidInput('scheduleId', 'is the id of another schedule');
  const before = row === null ? null : readSchedule(row);
  if (before !== null && isSame(before, schedule)) return before;
  requireSeen(before, seen, osUser);
  const folded = foldedOf(schedule);
  if (
    database.get(
      'SELECT 1 FROM export_schedules WHERE folded = ? AND removed_at IS NULL AND id <> ?',
      folded,
      schedule.id,
    ) !== null
  )
    throw invalidInput('fileName', 'another schedule gives its files that name in this folder');
  if (before === null) requireRoom(database, profileId);
  const kept = { ...schedule, since: before === null ? at : changedAt(before.since, at), by: osUser };
  database.run(
    `INSERT INTO export_schedules (id, profile_id, name, request, rolls, rule, folder, file_name, folded, is_on, since, by)
        VALUES (@id, @profileId, @name, @request, @rolls, @rule, @folder, @fileName, @folded, @isOn, @since, @by)
        ON CONFLICT (id) DO UPDATE SET name = @name, request = @request, rolls = @rolls, rule = @rule, folder = @folder, file_name = @fileName,
          folded = @folded, is_on = @isOn, since = @since, by = @by`,
    {
      ...kept,
      profileId,
      folded,
      request: JSON.stringify(kept.request),
      rule: JSON.stringify(kept.rule),
      isOn: kept.isOn ? 1 : 0,
    },
  );
  const { name, isOn } = schedule;
  const deed = before === null ? 'Make' : before.isOn === isOn ? 'Change' : isOn ? 'Switch on' : 'Switch off';
  note(
    context,
    { profileId, at, osUser },
    {
      action: 'save-schedule',
      summary: `${deed} the scheduled export “${name}”`,
      outcome: 'done',
      evidence: schedule,
    },
  );
  return kept;
}

/** `seen`: `since` of what whoever asks has seen; absent: whatever it is now, as what they have changed themselves. Throws FailureError `changed-since`. */
function requireSeen(before: ExportSchedule | null, seen: string | undefined, osUser: string): void {
  if (seen === undefined || seen === before?.since || before?.by === osUser) return;
  throw new FailureError({ kind: 'changed-since', by: before?.by, at: before?.since });
}

/** File systems that know no case hold two spellings for one name. */
function foldedOf({ folder, fileName }: Pick<NewSchedule, 'folder' | 'fileName'>): string {
  return `${folder.normalize('NFC').toLowerCase()}\n${fileName.toLowerCase()}`;
}

function isSame({ since: _since, by: _by, ...before }: ExportSchedule, schedule: NewSchedule): boolean {
  return stableJson(before) === stableJson(schedule);
}

function requireRoom(database: SqliteDatabase, profileId: string): void {
  const sql = 'SELECT count(*) AS n FROM export_schedules WHERE profile_id = ? AND removed_at IS NULL';
  if (readCount(database.get(sql, profileId)) >= MAX_SCHEDULES)
    throw invalidInput('scheduleId', `at most ${MAX_SCHEDULES} scheduled exports; remove one first`);
}

/** `schedules.remove`: its runs stay in the books. Answers false when the profile has none of that id. */
export function removeSchedule(
  context: BooksContext,
  { id, seen, ...deed }: Deed & OneOfProfile & { readonly seen?: string | undefined },
): boolean {
  const { database } = context;
  const of = 'profile_id = ? AND id = ? AND removed_at IS NULL';
  const row = database.get(`SELECT * FROM export_schedules WHERE ${of}`, deed.profileId, id);
  if (row === null) return false;
  requireSeen(readSchedule(row), seen, deed.osUser);
  database.run(`UPDATE export_schedules SET removed_at = ?, is_on = 0 WHERE ${of}`, deed.at, deed.profileId, id);
  const { since: _since, by: _by, ...schedule } = readSchedule(row);
  note(context, deed, {
    action: 'remove-schedule',
    summary: `Remove the scheduled export “${schedule.name}”`,
    outcome: 'done',
    evidence: schedule,
  });
  return true;
}

type Begun = Pick<ExportRun, 'scheduleId' | 'dueDay' | 'dueAt' | 'cause' | 'period' | 'folder' | 'lacks'>;

/**
 * `schedules.begin`: the run of a time begins, or once more where it has failed or was cut short. Null when there is no such schedule any more, or the time has
 * its outcome.
 */
export function beginExportRun(
  { database }: BooksContext,
  { profileId, at, runId, ...run }: OfProfile & Begun & { readonly at: string; readonly runId: number | null },
): ExportRun | null {
  const schedule = 'SELECT 1 FROM export_schedules WHERE id = ? AND profile_id = ? AND removed_at IS NULL';
  if (database.get(schedule, run.scheduleId, profileId) === null) return null;
  const known =
    runId === null
      ? database.get(
          'SELECT id, state FROM export_runs WHERE schedule_id = ? AND due_day = ?',
          run.scheduleId,
          run.dueDay,
        )
      : database.get('SELECT id, state FROM export_runs WHERE schedule_id = ? AND id = ?', run.scheduleId, runId);
  if (known === null) {
    const sql = `INSERT INTO export_runs (profile_id, schedule_id, due_day, due_at, cause, period, state, started_at, tries, folder, lacks)
        VALUES (@profileId, @scheduleId, @dueDay, @dueAt, @cause, @period, 'running', @at, 1, @folder, @lacks)`;
    const { lastId } = database.run(sql, { ...run, profileId, at, period: jsonOrNull(run.period) });
    return runById(database, lastId);
  }
  if (!['running', 'failed'].includes(readText(known, 'state'))) return null;
  const id = readInteger(known, 'id');
  database.run(
    `UPDATE export_runs SET state = 'running', started_at = @at, ended_at = NULL, tries = tries + 1, folder = @folder, lacks = @lacks, cause = @cause,
        file_name = NULL, sha256 = NULL, problem = NULL WHERE id = @id`,
    { id, at, folder: run.folder, lacks: run.lacks, cause: run.cause },
  );
  return runById(database, id);
}

/** `schedules.place`: the name and the bytes that the file is about to have, so that a run that is cut short is known again. */
export function placeRun(
  { database }: BooksContext,
  input: { readonly id: number; readonly fileName: string; readonly sha256: string },
): void {
  database.run(
    `UPDATE export_runs SET file_name = @fileName, sha256 = @sha256 WHERE id = @id AND state = 'running'`,
    input,
  );
}

export type EndedRun = Pick<ExportRun, 'id' | 'fileName' | 'rows' | 'bytes' | 'sha256' | 'outcome' | 'problem'> & {
  readonly state: 'done' | 'failed';
};

/** `schedules.end`: what came of it. */
export function endRun({ database }: BooksContext, { at, ...ended }: EndedRun & { readonly at: string }): ExportRun {
  database.run(
    `UPDATE export_runs SET state = @state, ended_at = @at, file_name = @fileName, "rows" = @rows, bytes = @bytes, sha256 = @sha256,
        outcome = @outcome, problem = @problem WHERE id = @id`,
    { ...ended, at },
  );
  return runById(database, ended.id);
}

/** `schedules.miss`: times that are not made up any more; each that has no run yet gets one that says so. */
export function missRuns(
  { database }: BooksContext,
  {
    profileId,
    at,
    scheduleId,
    folder,
    dues,
  }: OfProfile & {
    readonly at: string;
    readonly scheduleId: string;
    readonly folder: string;
    readonly dues: readonly { readonly day: string; readonly at: string }[];
  },
): void {
  for (const due of dues)
    database.run(
      `INSERT INTO export_runs (profile_id, schedule_id, due_day, due_at, cause, state, started_at, ended_at, tries, folder)
          VALUES (@profileId, @scheduleId, @day, @dueAt, 'late', 'missed', @at, @at, 0, @folder) ON CONFLICT DO NOTHING`,
      { profileId, scheduleId, day: due.day, dueAt: due.at, at, folder },
    );
}

function runById(database: SqliteDatabase, id: number): ExportRun {
  const row = database.get(`${RUNS} WHERE r.id = ?`, id);
  if (row === null) throw new Error('a run that was just written is gone');
  return readRun(row);
}
