// What was asked of a second person: written down before anything is done, moved on once, and never back. Each step is in the audit log with it.
import { FailureError, invalidInput } from '../../../domain/kernel/failure/failure.ts';
import {
  FOUR_EYES_KINDS,
  type FourEyesRequest,
  type FourEyesRule,
  isLooser,
  MOST_OPEN,
  NO_FOUR_EYES,
  REQUEST_STATES,
  type RequestState,
  type Shown,
  standingOf,
  WAITING_STATES,
} from '../../../domain/people/four-eyes.ts';
import { readText, readTextOrNull } from '../../sqlite/columns.ts';
import { digestText } from '../../sqlite/files.ts';
import { json, orNull, type RowOf, rowReader, word } from '../../sqlite/rows.ts';
import { note } from '../kernel/activity.ts';
import type { BooksContext, Deed, OfProfile, OneOfProfile } from '../kernel/context.ts';
import { jsonOrNull, parseFourEyesRule, parseShown } from '../kernel/json.ts';

const KEPT = {
  id: readText,
  profileId: readText,
  kind: word(FOUR_EYES_KINDS),
  call: readText,
  /** JSON; null: the asker does it. */
  input: readTextOrNull,
  shown: json(parseShown),
  print: readText,
  askerId: readText,
  approverId: readTextOrNull,
  askedBy: readText,
  askedAt: readText,
  reason: readTextOrNull,
  expiresAt: readText,
  state: word(REQUEST_STATES),
  decidedBy: readTextOrNull,
  decidedAt: readTextOrNull,
  outcome: readTextOrNull,
  shownThen: orNull(json(parseShown)),
};
export type KeptRequest = RowOf<typeof KEPT>;
const readRequest = rowReader(KEPT);

/** As it is told: what would be carried out, and by whose id, is the engine's. */
export function told(kept: KeptRequest): FourEyesRequest {
  const { profileId: _of, call: _call, input: _input, askerId: _asker, approverId: _approver, ...request } = kept;
  return request;
}

const STATES = (states: readonly RequestState[]): string => `state IN (${states.map((one) => `'${one}'`).join(', ')})`;
const MOST_LISTED = 50;
/** At once; the rest in the next look. */
const MOST_EXPIRED = 100;

export interface BusinessRule extends OfProfile {
  readonly rule: FourEyesRule;
}

/** `fourEyes.rules`: of every business that has one. */
export function fourEyesRules({ database }: BooksContext): readonly BusinessRule[] {
  return database
    .all('SELECT profile_id, rule FROM four_eyes_rules')
    .map((row) => ({ profileId: readText(row, 'profile_id'), rule: parseFourEyesRule(readText(row, 'rule')) }));
}

/** `fourEyes.rule` */
export function fourEyesRule({ database }: BooksContext, { profileId }: OfProfile): FourEyesRule {
  const row = database.get('SELECT rule FROM four_eyes_rules WHERE profile_id = ?', profileId);
  return row === null ? NO_FOUR_EYES : parseFourEyesRule(readText(row, 'rule'));
}

/** `fourEyes.setRule`. False, and nothing is changed, where it asks for less than the present one and nobody has approved that. */
export function setFourEyesRule(
  context: BooksContext,
  input: Deed & { readonly rule: FourEyesRule; readonly mayLoosen: boolean },
): boolean {
  const { rule, mayLoosen, profileId } = input;
  const before = fourEyesRule(context, input);
  if (!mayLoosen && isLooser(rule, before)) return false;
  putRule(context, profileId, rule);
  const what = rule.on.length === 0 ? 'nothing' : rule.on.join(', ');
  const summary = `Ask for a second person for: ${what}`;
  note(context, input, { action: 'set-four-eyes', summary, outcome: 'done', evidence: { before, after: rule } });
  return true;
}

/** `fourEyes.carryOver`: the rules of the moment before a copy took the place of the books: nobody is rid of a second person by an older copy. */
export function carryOverRules(context: BooksContext, { rules }: { readonly rules: readonly BusinessRule[] }): void {
  const { database } = context;
  database.run('DELETE FROM four_eyes_rules');
  for (const { profileId, rule } of rules) putRule(context, profileId, rule);
}

function putRule({ database }: BooksContext, profileId: string, rule: FourEyesRule): void {
  const sql =
    'INSERT INTO four_eyes_rules (profile_id, rule) VALUES (?, ?) ON CONFLICT (profile_id) DO UPDATE SET rule = excluded.rule';
  database.run(sql, profileId, JSON.stringify(rule));
}

export interface NewRequest
  extends Deed,
    Pick<KeptRequest, 'id' | 'kind' | 'call' | 'input' | 'shown' | 'askerId' | 'expiresAt'> {
  readonly bound: string;
}

/** `fourEyes.ask`: the same once more, while it waits, answers the request that it made. Throws FailureError `invalid-input` at MOST_OPEN. */
export function askSecond(context: BooksContext, input: NewRequest): KeptRequest {
  const { database } = context;
  const { bound, at, osUser, profileId, askerId, call, shown } = input;
  const print = digestText(bound);
  const own = `SELECT * FROM four_eyes_requests WHERE profile_id = ? AND asker_id = ? AND state IN ('open', 'granted')`;
  const waiting = database
    .all(own, profileId, askerId)
    .map(readRequest)
    .filter((one) => standingOf(one, at) !== 'expired');
  const same = waiting.find((one) => one.call === call && one.print === print);
  if (same !== undefined) return same;
  if (waiting.length >= MOST_OPEN) throw invalidInput('', `at most ${MOST_OPEN} of yours wait at the same time`);
  const sql = `INSERT INTO four_eyes_requests (id, profile_id, kind, call, input, shown, print, asker_id, asked_by, asked_at, expires_at, state)
      VALUES (@id, @profileId, @kind, @call, @input, @shown, @print, @askerId, @osUser, @at, @expiresAt, 'open')`;
  const { id, kind, input: kept, expiresAt } = input;
  const facts = { id, profileId, kind, call, input: kept, print, askerId, osUser, at, expiresAt };
  database.run(sql, { ...facts, shown: JSON.stringify(shown) });
  noteStep(context, input, { id, kind, print, shown }, 'asked');
  return found(context, input);
}

/** `fourEyes.list`: what waits, the oldest first, then the latest that have ended. */
export function listRequests({ database }: BooksContext, { profileId }: OfProfile): readonly KeptRequest[] {
  const sql = `SELECT * FROM four_eyes_requests WHERE profile_id = ? ORDER BY ${STATES(WAITING_STATES)} DESC,
    iif(${STATES(WAITING_STATES)}, seq, -seq) LIMIT ${MOST_LISTED}`;
  return database.all(sql, profileId).map(readRequest);
}

/** `fourEyes.get`: null where the business has none of that id. */
export function getRequest({ database }: BooksContext, { profileId, id }: OneOfProfile): KeptRequest | null {
  return database.one(readRequest, 'SELECT * FROM four_eyes_requests WHERE id = ? AND profile_id = ?', id, profileId);
}

/** `fourEyes.granted`: what somebody may do themselves now; null: nothing was approved, or it is too late. */
export function grantedRequest(
  { database }: BooksContext,
  {
    profileId,
    askerId,
    call,
    at,
  }: OfProfile & { readonly askerId: string; readonly call: string; readonly at: string },
): KeptRequest | null {
  const sql = `SELECT * FROM four_eyes_requests WHERE profile_id = @profileId AND asker_id = @askerId AND call = @call AND state = 'granted'
    AND expires_at > @at ORDER BY seq DESC LIMIT 1`;
  return database.one(readRequest, sql, { profileId, askerId, call, at });
}

export interface Approval extends Deed {
  readonly id: string;
  readonly approverId: string;
  readonly bound: string;
  readonly shown: Shown;
  /** Null: it is carried out at once; until when the asker may do it. */
  readonly doUntil: string | null;
}

/** How it stands; `isMoved`: by this write, and not before. */
export interface Moved {
  readonly request: KeptRequest;
  readonly isMoved: boolean;
}
const moved = (request: KeptRequest): Moved => ({ request, isMoved: true });
const stays = (request: KeptRequest): Moved => ({ request, isMoved: false });

/**
 * `fourEyes.approve`: `carrying` or `granted` from now on, for one approver alone; `lapsed` where it would do something else by now. Of one that does not
 * wait any more, how it stands.
 */
export function approveRequest(context: BooksContext, input: Approval): Moved {
  const { at, osUser, bound, shown, doUntil, approverId } = input;
  const request = found(context, input);
  if (standingOf(request, at) !== 'open') return stays(request);
  if (request.askerId === approverId) throw new FailureError({ kind: 'not-allowed', needs: ['approver'], who: [] });
  if (digestText(bound) !== request.print) {
    const changed = { outcome: 'It would do something else by now.', instead: shown };
    return lapse(context, input, request, changed);
  }
  const to = doUntil === null ? 'carrying' : 'granted';
  const sql = `UPDATE four_eyes_requests SET state = @to, approver_id = @approverId, decided_by = @osUser, decided_at = @at,
      expires_at = coalesce(@doUntil, expires_at) WHERE id = @id`;
  context.database.run(sql, { to, approverId, osUser, at, doUntil, id: request.id });
  noteStep(context, input, request, 'approved');
  return moved(found(context, input));
}

/** `fourEyes.lapse`: of one that waits; somebody may not do it any more. */
export function lapseRequest(
  context: BooksContext,
  input: Deed & { readonly id: string; readonly outcome: string },
): Moved {
  const request = found(context, input);
  if (standingOf(request, input.at) !== 'open') return stays(request);
  return lapse(context, input, request, { outcome: input.outcome, instead: null });
}

function lapse(
  context: BooksContext,
  deed: Deed,
  request: KeptRequest,
  { outcome, instead }: { readonly outcome: string; readonly instead: Shown | null },
): Moved {
  const sql = `UPDATE four_eyes_requests SET state = 'lapsed', outcome = @outcome, shown_then = @instead, decided_at = @at WHERE id = @id`;
  context.database.run(sql, {
    outcome,
    instead: jsonOrNull(instead),
    at: deed.at,
    id: request.id,
  });
  noteStep(context, deed, request, 'lapsed', outcome);
  return moved(found(context, { id: request.id, profileId: deed.profileId }));
}

/** `fourEyes.take`: what was granted is being done now; false where somebody was faster, or it is too late. */
export function takeGranted(
  { database }: BooksContext,
  { id, at }: { readonly id: string; readonly at: string },
): boolean {
  const sql = `UPDATE four_eyes_requests SET state = 'carrying' WHERE id = ? AND state = 'granted' AND expires_at > ?`;
  return database.run(sql, id, at).changes === 1;
}

export interface SettleRequest extends Deed {
  readonly id: string;
  /** `granted`: nothing came of it, and it may be tried again. */
  readonly to: Extract<RequestState, 'done' | 'refused' | 'unknown' | 'granted'>;
  readonly outcome: string | null;
}

/** `fourEyes.settle`: how what was being carried out has ended. One that went with its business is not missed. */
export function settleRequest(context: BooksContext, input: SettleRequest): Moved | null {
  const { to, outcome, id } = input;
  const request = getRequest(context, input);
  if (request?.state !== 'carrying') return request === null ? null : stays(request);
  context.database.run('UPDATE four_eyes_requests SET state = ?, outcome = ? WHERE id = ?', to, outcome, id);
  // What was done has its own entry, in both names.
  if (to === 'refused' || to === 'unknown') noteStep(context, input, request, to, outcome);
  return moved(found(context, input));
}

export interface ExplainRequest extends Deed {
  readonly id: string;
  readonly reason: string;
}

/** `fourEyes.explain`: why it was asked. Of one that does not wait any more, or has its reason, how it stands. */
export function explainRequest(context: BooksContext, input: ExplainRequest): Moved {
  const request = found(context, input);
  if (standingOf(request, input.at) !== 'open' || request.reason !== null) return stays(request);
  context.database.run('UPDATE four_eyes_requests SET reason = ? WHERE id = ?', input.reason, input.id);
  const explained = found(context, input);
  noteStep(context, input, explained, 'explained');
  return moved(explained);
}

export interface AnswerRequest extends Deed {
  readonly id: string;
  readonly to: Extract<RequestState, 'declined' | 'withdrawn' | 'seen'>;
  readonly from: readonly RequestState[];
  readonly outcome: string | null;
}

/** `fourEyes.answer`: it is not done, or was looked after; of one that stands otherwise by now, how. */
export function answerRequest(context: BooksContext, input: AnswerRequest): Moved {
  const { from, to, outcome, osUser, at, id } = input;
  const request = found(context, input);
  if (!from.includes(standingOf(request, at))) return stays(request);
  const sql = `UPDATE four_eyes_requests SET state = @to, outcome = @outcome, decided_by = coalesce(decided_by, @osUser),
      decided_at = coalesce(decided_at, @at) WHERE id = @id`;
  context.database.run(sql, { to, outcome: outcome ?? request.outcome, osUser, at, id });
  noteStep(context, input, request, to, outcome);
  return moved(found(context, input));
}

/** `fourEyes.nextEnd`: when the first of those that wait is over; null: none waits. */
export function nextEnd({ database }: BooksContext): string | null {
  const sql = `SELECT min(expires_at) AS next FROM four_eyes_requests WHERE state IN ('open', 'granted')`;
  return database.one((row) => readTextOrNull(row, 'next'), sql);
}

/** `fourEyes.expire`: what nobody answered in time, or the asker did not do in time, of all businesses, once. */
export function expireRequests(context: BooksContext, { at, osUser }: Omit<Deed, 'profileId'>): readonly KeptRequest[] {
  const { database } = context;
  const sql = `SELECT * FROM four_eyes_requests WHERE state IN ('open', 'granted') AND expires_at <= ? ORDER BY seq LIMIT ${MOST_EXPIRED}`;
  return database.all(sql, at).map((row) => {
    const request = readRequest(row);
    database.run(`UPDATE four_eyes_requests SET state = 'expired' WHERE id = ?`, request.id);
    noteStep(context, { at, osUser, profileId: request.profileId }, request, 'expired');
    return { ...request, state: 'expired' };
  });
}

/** `fourEyes.afterStop`: what a life of the console that is over was carrying out; whether it was done is not known. */
export function unknownSinceStop(context: BooksContext, { at, osUser }: Omit<Deed, 'profileId'>): void {
  const { database } = context;
  for (const row of database.all(`SELECT * FROM four_eyes_requests WHERE state = 'carrying'`)) {
    const request = readRequest(row);
    const outcome = 'The console stopped while it was being done.';
    const sql = `UPDATE four_eyes_requests SET state = 'unknown', outcome = ? WHERE id = ?`;
    database.run(sql, outcome, request.id);
    noteStep(context, { at, osUser, profileId: request.profileId }, request, 'unknown', outcome);
  }
}

/** Throws FailureError `not-found`. */
function found(context: BooksContext, of: OneOfProfile): KeptRequest {
  const request = getRequest(context, of);
  if (request === null) throw new FailureError({ kind: 'not-found', what: 'request', ident: of.id });
  return request;
}

function noteStep(
  context: BooksContext,
  deed: Deed,
  request: Pick<KeptRequest, 'id' | 'kind' | 'print' | 'shown'> & Partial<Pick<KeptRequest, 'askedBy' | 'reason'>>,
  outcome: string,
  why: string | null = null,
): void {
  const { id, kind, print, shown, askedBy, reason = null } = request;
  const evidence = {
    request: id,
    kind,
    print,
    ...(askedBy === undefined ? {} : { askedBy }),
    ...(reason === null ? {} : { reason }),
    ...(why === null ? {} : { why }),
  };
  note(context, deed, { action: 'second-person', summary: shown.summary, outcome, evidence });
}
