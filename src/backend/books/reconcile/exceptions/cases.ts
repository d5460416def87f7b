// Cases: exceptions that a person opens by hand. From then on they are worked on as every other, but no run touches them.
import type { Finding } from '../../../../domain/kernel/finding.ts';
import { changedAt } from '../../kernel/changed-at.ts';
import { note } from '../../kernel/activity.ts';
import type { BooksContext, Deed } from '../../kernel/context.ts';
import { exceptionId, insert, printOf, writeFacts } from './observe.ts';
import { appendDeed, exceptionById, saveStanding } from './rows.ts';

export interface OpenCase extends Deed {
  /** Of the kind `case`. */
  readonly finding: Finding;
  readonly assignee: string | null;
  readonly due: string | null;
}

/**
 * `exceptions.open`: a record has one case. One that is open stays as somebody else has opened it; one that was closed is opened anew, with what was
 * done before in its history.
 */
export function openCase(context: BooksContext, input: OpenCase): { readonly id: string; readonly opened: boolean } {
  const { database } = context;
  const { profileId, at, osUser, finding, assignee, due } = input;
  const id = exceptionId(profileId, finding);
  const before = exceptionById(database, profileId, id);
  if (before?.state === 'open') return { id, opened: false };
  const print = printOf(finding);
  if (before === null) insert(database, { profileId, id, at, seenAt: at, print, finding, osUser });
  else {
    writeFacts(database, id, print, finding);
    database.run('UPDATE exceptions SET first_seen_at = ? WHERE id = ?', at, id);
    appendDeed(database, id, { at, osUser, deed: 'opened', evidence: finding.evidence });
  }
  if (assignee !== null) appendDeed(database, id, { at, osUser, deed: 'assigned', note: assignee });
  if (due !== null) appendDeed(database, id, { at, osUser, deed: 'due-set', note: due });
  const standing = { state: 'open', reason: null, note: null, clearedAt: null, reopened: 0 } as const;
  const updatedAt = before === null ? at : changedAt(before.updatedAt, at);
  saveStanding(database, { id, ...standing, assignee, due, updatedAt, updatedBy: osUser });
  note(context, input, {
    action: 'act-on-exceptions',
    summary: `Open a case on ${finding.label ?? finding.recordUuid}: ${finding.evidence['title']}`,
    outcome: 'done',
    evidence: { kind: 'case', list: finding.list, recordId: finding.recordUuid, assignee, due, ids: [id] },
  });
  return { id, opened: true };
}
