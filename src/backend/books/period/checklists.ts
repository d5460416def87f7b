// The checklist of a month: the steps that a team has written for itself, and what people said of each step. Nothing of it is ever written over.
import { invalidInput } from '../../../domain/kernel/failure/failure.ts';
import { MAX_STEPS, type OwnStep, type StepTick } from '../../../domain/period/checklist.ts';
import type { Period, PeriodBounds } from '../../../domain/period/period.ts';
import { readCount, readInteger, readText, readTextOrNull, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { rowReader } from '../../sqlite/rows.ts';
import { note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile } from '../kernel/context.ts';

const readStep: (row: Row) => OwnStep = rowReader({
  id: readText,
  text: readText,
  addedAt: readText,
  addedBy: readText,
});
const readTick: (row: Row) => StepTick = rowReader({
  step: readText,
  done: (row, column) => readInteger(row, column) === 1,
  note: readTextOrNull,
  print: readTextOrNull,
  at: readText,
  by: readText,
});

interface OfPeriod extends OfProfile {
  readonly period: Period;
}

/** Own steps of a period, in their order. For whoever has the books open. */
export function ownSteps(database: SqliteDatabase, { profileId, period: { from } }: OfPeriod): readonly OwnStep[] {
  const sql = `SELECT * FROM month_steps WHERE profile_id = ? AND from_day <= ? AND (until_day IS NULL OR until_day > ?) ORDER BY position, id`;
  return database.all(sql, profileId, from, from).map(readStep);
}

/** What was said of a period's steps, the oldest first. For whoever has the books open. */
export function stepTicks(database: SqliteDatabase, { profileId, period }: OfPeriod): readonly StepTick[] {
  const { from, to, timeZone } = period;
  const sql = `SELECT * FROM month_ticks WHERE profile_id = ? AND from_day = ? AND to_day = ? AND time_zone = ? ORDER BY id`;
  return database.all(sql, profileId, from, to, timeZone).map(readTick);
}

/** `checklist.read`: steps and ticks, and the last file of exactly these days that was made after they had ended; null where there is none. */
export function readChecklist(
  { database }: BooksContext,
  input: OfPeriod & { readonly bounds: PeriodBounds },
): { readonly own: readonly OwnStep[]; readonly ticks: readonly StepTick[]; readonly exportedAt: string | null } {
  const { from, to, timeZone } = input.period;
  const sql = `SELECT max(at) AS at FROM activity WHERE profile_id = ? AND action = 'export' AND outcome IN ('saved', 'offered') AND at >= ?
    AND json_extract(evidence, '$.request.period.from') = ? AND json_extract(evidence, '$.request.period.to') = ?
    AND json_extract(evidence, '$.request.period.timeZone') = ?`;
  const row = database.get(sql, input.profileId, input.bounds.to, from, to, timeZone);
  const exportedAt = row === null ? null : readTextOrNull(row, 'at');
  return { own: ownSteps(database, input), ticks: stepTicks(database, input), exportedAt };
}

type NewTick = Omit<StepTick, 'at' | 'by'>;

/** `checklist.tick`: one more word of a person. What says the same as the last changes nothing and answers false. */
export function tickStep(
  context: BooksContext,
  { period, step, done, note: words, print, text, ...deed }: Deed & OfPeriod & NewTick & { readonly text: string },
): boolean {
  const { database } = context;
  const { profileId, at, osUser } = deed;
  const last = stepTicks(database, { profileId, period }).findLast((tick) => tick.step === step);
  if ((last?.done ?? false) === done && (last?.note ?? null) === words && (last?.print ?? null) === print) return false;
  const { from, to, timeZone } = period;
  database.run(
    `INSERT INTO month_ticks (profile_id, from_day, to_day, time_zone, step, done, note, print, at, by)
        VALUES (@profileId, @from, @to, @timeZone, @step, @done, @words, @print, @at, @osUser)`,
    { profileId, from, to, timeZone, step, done: done ? 1 : 0, words, print, at, osUser },
  );
  note(context, deed, {
    action: 'tick-step',
    summary: `${done ? 'Tick' : 'Take the tick off'} “${text}” of ${from} to before ${to}${words === null ? '' : `: ${words}`}`,
    outcome: 'done',
    evidence: { step, period, done, note: words },
  });
  return true;
}

/**
 * `checklist.addStep`: of every period from this one on; the same id once more answers what it made. Throws FailureError `invalid-input` when the id is another step's,
 * and at MAX_STEPS.
 */
export function addStep(
  context: BooksContext,
  { id, text, period, ...deed }: Deed & OfPeriod & Pick<OwnStep, 'id' | 'text'>,
): OwnStep {
  const { database } = context;
  const { profileId, at, osUser } = deed;
  const known = database.get('SELECT * FROM month_steps WHERE id = ?', id);
  if (known !== null) {
    if (readText(known, 'profile_id') === profileId && readText(known, 'text') === text) return readStep(known);
    throw invalidInput('stepId', 'is the id of another step');
  }
  const open = database.get(
    'SELECT count(*) AS n, coalesce(max(position), 0) AS last FROM month_steps WHERE profile_id = ? AND until_day IS NULL',
    profileId,
  );
  if (readCount(open) >= MAX_STEPS) throw invalidInput('stepId', `at most ${MAX_STEPS} steps of your own`);
  const position = (open === null ? 0 : readInteger(open, 'last')) + 1;
  database.run(
    `INSERT INTO month_steps (id, profile_id, text, position, from_day, added_at, added_by)
        VALUES (@id, @profileId, @text, @position, @from, @at, @osUser)`,
    { id, profileId, text, position, from: period.from, at, osUser },
  );
  note(context, deed, {
    action: 'add-step',
    summary: `Add the step “${text}” to each month from ${period.from} on`,
    outcome: 'done',
  });
  return { id, text, addedAt: at, addedBy: osUser };
}

/** `checklist.removeStep`: from this period on; earlier ones keep it. False when the profile has no such step there. */
export function removeStep(
  context: BooksContext,
  { id, period, ...deed }: Deed & OfPeriod & Pick<OwnStep, 'id'>,
): boolean {
  const { database } = context;
  const { profileId } = deed;
  const step = ownSteps(database, { profileId, period }).find((one) => one.id === id);
  if (step === undefined) return false;
  database.run('UPDATE month_steps SET until_day = ? WHERE profile_id = ? AND id = ?', period.from, profileId, id);
  note(context, deed, {
    action: 'remove-step',
    summary: `Take the step “${step.text}” off each month from ${period.from} on`,
    outcome: 'done',
  });
  return true;
}

/** `checklist.order`: these first, in this order; those that are not named stand behind them as they stood. */
export function orderSteps(
  { database }: BooksContext,
  { profileId, ids }: OfProfile & { readonly ids: readonly string[] },
): void {
  const sql = 'SELECT id FROM month_steps WHERE profile_id = ? ORDER BY position, id';
  const known = database.all(sql, profileId).map((row) => readText(row, 'id'));
  const named = ids.filter((id) => known.includes(id));
  for (const [at, id] of [...named, ...known.filter((one) => !named.includes(one))].entries())
    database.run('UPDATE month_steps SET position = ? WHERE id = ?', at + 1, id);
}
