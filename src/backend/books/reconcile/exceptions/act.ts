// What people do about exceptions: assign, note, resolve, open again. Each row has its own result, the history and
// the activity log are written in the same transaction, and the same action once more changes nothing.
import type { ActionResult, Exception, ExceptionAction } from '../../../../domain/reconcile/exception.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { changedAt } from '../../kernel/changed-at.ts';
import { note } from '../../kernel/activity.ts';
import type { BooksContext, Deed } from '../../kernel/context.ts';
import { appendDeed, exceptionById, saveStanding } from './rows.ts';
import { opened } from './observe.ts';

export interface ActOnExceptions extends Deed {
  readonly ids: readonly string[];
  readonly action: ExceptionAction;
  /** By id, `updatedAt` of what whoever asks has seen; what has changed since is not overwritten. Absent: whatever it is now. */
  readonly seen?: Readonly<Record<string, string>> | undefined;
}

export interface ActedOn {
  readonly id: string;
  readonly result: ActionResult;
  /** Of `changed-since`: who has changed it, where it was not the engine. */
  readonly by?: string | undefined;
  /** When it was changed, by this or by whoever was first. */
  readonly at?: string | undefined;
}

/** `exceptions.act`: in the order of the ids; an id that stands there twice has the second answer its own. */
export function actOnExceptions(context: BooksContext, input: ActOnExceptions): readonly ActedOn[] {
  const { database } = context;
  const results = input.ids.map((id) => ({ id, ...act(database, id, input) }));
  record(context, input, results);
  return results;
}

function act(
  database: SqliteDatabase,
  id: string,
  { profileId, action, at, osUser, seen }: ActOnExceptions,
): Omit<ActedOn, 'id'> {
  const before = exceptionById(database, profileId, id);
  if (before === null) return { result: 'not-found' };
  const step = stepOf(before, action);
  if (step === 'unchanged') return { result: step };
  const version = seen?.[id];
  if (version !== undefined && version !== before.updatedAt)
    return { result: 'changed-since', by: before.updatedBy ?? undefined, at: before.updatedAt };
  if (typeof step === 'string') return { result: step };
  const updatedAt = changedAt(before.updatedAt, at);
  saveStanding(database, { ...before, ...step.standing, updatedAt, updatedBy: osUser });
  appendDeed(database, id, { at, osUser, ...step.event });
  return { result: 'done', at: updatedAt };
}

export interface ActStep {
  readonly standing: Partial<Exception>;
  readonly event: Omit<Parameters<typeof appendDeed>[2], 'at' | 'osUser'>;
}

/** What the action makes of the exception, or why it makes nothing. */
export function stepOf(
  before: Exception,
  action: ExceptionAction,
): ActStep | Exclude<ActionResult, 'done' | 'not-found' | 'changed-since'> {
  switch (action.kind) {
    case 'assign': {
      const { assignee } = action;
      if (assignee === before.assignee) return 'unchanged';
      return { standing: { assignee }, event: { deed: 'assigned', note: assignee } };
    }
    case 'due': {
      const { due } = action;
      return due === before.due ? 'unchanged' : { standing: { due }, event: { deed: 'due-set', note: due } };
    }
    case 'note': {
      const { note } = action;
      return note === before.note ? 'unchanged' : { standing: { note }, event: { deed: 'noted', note } };
    }
    case 'resolve': {
      const { reason, note } = action;
      if (before.state === 'resolved') {
        return before.reason === reason && before.note === note ? 'unchanged' : 'already-resolved';
      }
      // What was looked at: later facts may be other ones.
      const { evidence } = before;
      return { standing: { state: 'resolved', reason, note }, event: { deed: 'resolved', reason, note, evidence } };
    }
    case 'reopen': {
      const { note } = action;
      if (before.state === 'open') return before.reopened > 0 && before.note === note ? 'unchanged' : 'not-resolved';
      return { standing: { ...opened(before), note }, event: { deed: 'reopened', note } };
    }
  }
}

/** What changed nothing is no entry. */
function record(context: BooksContext, input: ActOnExceptions, results: readonly ActedOn[]): void {
  const done = results.filter(({ result }) => result === 'done').map(({ id }) => id);
  if (done.length === 0) return;
  const { action } = input;
  const counts: Partial<Record<ActionResult, number>> = {};
  for (const { result } of results) counts[result] = (counts[result] ?? 0) + 1;
  note(context, input, {
    action: 'act-on-exceptions',
    summary: summaryOf(action, done.length),
    outcome: 'done',
    evidence: { ...action, counts, ids: done },
  });
}

function summaryOf(action: ExceptionAction, count: number): string {
  const exceptions = count === 1 ? 'one exception' : `${count} exceptions`;
  switch (action.kind) {
    case 'assign':
      return action.assignee === null
        ? `Take ${exceptions} back from whoever had them`
        : `Assign ${exceptions} to ${action.assignee}`;
    case 'due':
      return action.due === null ? `Take the day off ${exceptions}` : `Make ${exceptions} due on ${action.due}`;
    case 'note':
      return `Write a note on ${exceptions}`;
    case 'resolve':
      return `Resolve ${exceptions}: ${action.reason}`;
    case 'reopen':
      return `Open ${exceptions} again`;
  }
}
