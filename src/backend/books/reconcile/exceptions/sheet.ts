// What the rows of a filled-in sheet would do to exceptions, and doing it. A row is done as a whole or not at all, never over what has changed since
// it was written out, and one that asks for what is so already changes nothing: the same sheet again does nothing more.
import type { Exception } from '../../../../domain/reconcile/exception.ts';
import {
  rowVersion,
  type SheetOutcome,
  type SheetRow,
  type SheetRowResult,
} from '../../../../domain/reconcile/exception-sheet.ts';
import { changedAt } from '../../kernel/changed-at.ts';
import { note } from '../../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile } from '../../kernel/context.ts';
import { appendDeed, exceptionById, saveStanding } from './rows.ts';
import { type ActStep, stepOf } from './act.ts';

const MAX_ROWS = 1000;

export interface SheetRows extends OfProfile {
  /** At most 1,000. */
  readonly rows: readonly SheetRow[];
}

/** `intentId`: of the whole sheet. */
export interface ApplySheetRows extends SheetRows, Deed {
  readonly intentId: string;
}

/** `exceptions.checkSheet`: what would come of each row now. */
export function checkSheet({ database }: BooksContext, { profileId, rows }: SheetRows): readonly SheetOutcome[] {
  assertFew(rows);
  return rows.map((row) => {
    const before = exceptionById(database, profileId, row.id);
    return outcomeOf(row, before, planOf(row, before).result);
  });
}

export function applySheet(context: BooksContext, input: ApplySheetRows): readonly SheetOutcome[] {
  assertFew(input.rows);
  const { database } = context;
  const outcomes = input.rows.map((row) => {
    const before = exceptionById(database, input.profileId, row.id);
    const { result, steps } = planOf(row, before);
    if (result === 'done' && before !== null) take(context, before, steps, input);
    return outcomeOf(row, before, result);
  });
  record(context, input, outcomes);
  return outcomes;
}

function assertFew(rows: readonly SheetRow[]): void {
  if (rows.length > MAX_ROWS) throw new RangeError(`more than ${MAX_ROWS} rows at once`);
}

function outcomeOf({ line, id }: SheetRow, before: Exception | null, result: SheetRowResult): SheetOutcome {
  return { line, id, label: before?.label ?? null, result };
}

interface Plan {
  readonly result: SheetRowResult;
  /** Of a row that can be done, in their order. */
  readonly steps: readonly ActStep[];
}

function planOf({ asks, version }: SheetRow, before: Exception | null): Plan {
  if (typeof asks === 'string') return refused(asks);
  if (before === null) return refused('not-found');
  let standing = before;
  let refusal: SheetRowResult | null = null;
  const steps: ActStep[] = [];
  for (const ask of asks) {
    const step = stepOf(standing, ask);
    if (step === 'unchanged') continue;
    if (typeof step === 'string') refusal ??= step;
    else {
      standing = { ...standing, ...step.standing };
      steps.push(step);
    }
  }
  if (steps.length === 0 && refusal === null) return refused('unchanged');
  if (version !== rowVersion(before.updatedAt)) return refused('changed-since');
  return refusal === null ? { result: 'done', steps } : refused(refusal);
}

function refused(result: SheetRowResult): Plan {
  return { result, steps: [] };
}

function take(
  { database }: BooksContext,
  before: Exception,
  steps: readonly ActStep[],
  { at, osUser }: ApplySheetRows,
): void {
  let standing = before;
  for (const step of steps) {
    standing = { ...standing, ...step.standing };
    appendDeed(database, before.id, { at, osUser, ...step.event });
  }
  saveStanding(database, { ...standing, updatedAt: changedAt(before.updatedAt, at), updatedBy: osUser });
}

/** What changed nothing is no entry. */
function record(context: BooksContext, input: ApplySheetRows, outcomes: readonly SheetOutcome[]): void {
  const done = outcomes.filter(({ result }) => result === 'done').map(({ id }) => id);
  if (done.length === 0) return;
  const counts: Partial<Record<SheetRowResult, number>> = {};
  for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1;
  note(context, input, {
    action: 'act-on-exceptions',
    summary: `Apply a filled-in sheet to ${done.length === 1 ? 'one exception' : `${done.length} exceptions`}`,
    outcome: 'done',
    evidence: { kind: 'sheet', intentId: input.intentId, counts, ids: done },
  });
}
