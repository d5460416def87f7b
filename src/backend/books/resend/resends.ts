// Intents to resend a webhook. An intent is committed before the first byte is sent, and an invoice has at most one
// that is open: the unique index decides, whatever two windows do at once.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import {
  RESEND_OUTCOMES,
  type ResendBaseline,
  type ResendEvidence,
  type ResendOutcome,
  UNSENT_OUTCOMES,
} from '../../../domain/resend/resend.ts';
import type { ResendAttempt } from '../../../domain/resend/attempt.ts';
import { instantKey, keyOfEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import { type Row, readIntegerOrNull, readText, readTextOrNull } from '../../sqlite/columns.ts';
import { json, orNull, type RowOf, rowReader, word } from '../../sqlite/rows.ts';
import { type ActivityInput, appendActivity } from '../kernel/activity.ts';
import type { BooksContext, OfInvoice, OfProfile } from '../kernel/context.ts';
import { checkStep, INTENT_STATES, type IntentState, noSuchIntent } from '../kernel/intents.ts';
import { jsonOrNull, parseAttempt, parseBaseline, parseEvidence, parseFailure } from '../kernel/json.ts';

const INTENT = {
  intentId: readText,
  profileId: readText,
  invoiceUuid: readText,
  state: word(INTENT_STATES),
  outcome: word(RESEND_OUTCOMES),
  baseline: orNull(json(parseBaseline)),
  evidence: orNull(json(parseEvidence)),
  failure: orNull(json(parseFailure)),
  /** Null before it was sent, and of resends that were never followed. */
  attempt: orNull(json(parseAttempt)),
  armedAt: readText,
  sentAt: readTextOrNull,
  /** The send time on the server's clock. */
  sentAtServerMs: readIntegerOrNull,
  /** In whose name it is; null of what was sent before that was kept. */
  askedBy: readTextOrNull,
  updatedAt: readText,
  endedAt: readTextOrNull,
};
export type ResendIntent = RowOf<typeof INTENT>;
const readIntent = rowReader(INTENT);

export interface ArmResend extends OfInvoice {
  readonly intentId: string;
  readonly baseline: ResendBaseline | null;
  /** The latest resend of the invoice that was known before the baseline was read; absent: whichever there is. */
  readonly knownSent?: string | null | undefined;
  readonly askedBy?: string | undefined;
  readonly at: string;
}

export type ArmResendResult =
  | { readonly kind: 'armed' }
  /** The same intentId was armed before; it is never sent again. */
  | { readonly kind: 'exists'; readonly intent: ResendIntent }
  /** Another intent of this invoice is still open, or was sent since the baseline was read. */
  | { readonly kind: 'open-other'; readonly intentId: string; readonly profile: OtherProfile | null };

/** The profile of the same origin that has it; null in its own. */
export interface OtherProfile {
  readonly id: string;
  readonly name: string;
}

/** Rows of the profile, and of every other one at its origin: a uuid of the API means one invoice there. */
const AT_ORIGIN = '(profile_id = @profileId OR origin = (SELECT origin FROM profiles WHERE id = @profileId))';
/** May have left this console, whether or not the books know when: one that was restored may have been sent after the copy. */
export const MAY_BE_SENT = `outcome NOT IN (${UNSENT_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})`;

export function armResend(context: BooksContext, input: ArmResend): ArmResendResult {
  const { database } = context;
  const intent = getResend(context, input);
  if (intent !== null) return { kind: 'exists', intent };
  const other = standsInTheWay(context, input);
  if (other !== null) return { kind: 'open-other', ...other };
  database.run(
    `INSERT INTO resend_intents (intent_id, profile_id, origin, invoice_uuid, state, outcome, baseline, asked_by, armed_at, updated_at)
        VALUES (@intentId, @profileId, (SELECT origin FROM profiles WHERE id = @profileId), @invoiceUuid, 'armed', 'waiting', @baseline, @askedBy, @at, @at)`,
    { ...input, baseline: jsonOrNull(input.baseline), askedBy: input.askedBy ?? null },
  );
  return { kind: 'armed' };
}

/** An intent of the invoice that is open, or whose request was not over when what this one rests on was read. */
function standsInTheWay(
  { database }: BooksContext,
  input: ArmResend,
): { readonly intentId: string; readonly profile: OtherProfile | null } | null {
  const row = (which: string): Row | null =>
    database.get(
      `SELECT intent_id, profile_id, (SELECT name FROM profiles WHERE id = profile_id) AS profile FROM resend_intents
        WHERE ${AT_ORIGIN} AND invoice_uuid = @invoiceUuid AND ${which} ORDER BY rowid DESC LIMIT 1`,
      input,
    );
  const { knownSent, profileId } = input;
  const sent = knownSent === undefined ? null : row(MAY_BE_SENT);
  const isNew = sent !== null && readText(sent, 'intent_id') !== knownSent;
  const other = row(`state <> 'ended'`) ?? (isNew ? sent : null);
  if (other === null) return null;
  const id = readText(other, 'profile_id');
  const profile = id === profileId ? null : { id, name: readTextOrNull(other, 'profile') ?? id };
  return { intentId: readText(other, 'intent_id'), profile };
}

/**
 * `resends.latestSent`: the latest resend of the invoice that left this console and was not refused, of any profile at the origin; with `isEnded` of those
 * whose request is over, so that what is read from now on shows it.
 */
export function latestSent(
  { database }: BooksContext,
  input: OfInvoice & { readonly isEnded?: true | undefined },
): string | null {
  const ended = input.isEnded === true ? `AND state = 'ended'` : '';
  const sql = `SELECT intent_id FROM resend_intents WHERE ${AT_ORIGIN} AND invoice_uuid = @invoiceUuid AND ${MAY_BE_SENT} ${ended}
    ORDER BY rowid DESC LIMIT 1`;
  return database.one((row) => readText(row, 'intent_id'), sql, input);
}

export interface AdvanceResend {
  readonly intentId: string;
  readonly state: IntentState;
  readonly outcome: ResendOutcome;
  readonly evidence: ResendEvidence | null;
  readonly failure: Failure | null;
  /** Absent leaves it as it is. */
  readonly sentAt?: string | undefined;
  readonly sentAtServerMs?: number | undefined;
  readonly attempt?: ResendAttempt | null | undefined;
  readonly at: string;
  /** What the activity log says of it, in the same commit: an end is never without its entry. */
  readonly entry?: ActivityInput | undefined;
}

/** `resends.advance`: the next state, outcome and evidence; answers the intent as it now is. */
export function advanceResend(context: BooksContext, input: AdvanceResend): ResendIntent {
  const { database } = context;
  const before = getResend(context, input);
  if (before === null) throw noSuchIntent(input.intentId);
  checkStep(before.state, input.state);
  const after: ResendIntent = {
    ...before,
    state: input.state,
    outcome: input.outcome,
    evidence: input.evidence,
    failure: input.failure,
    attempt: input.attempt === undefined ? before.attempt : input.attempt,
    sentAt: input.sentAt ?? before.sentAt,
    sentAtServerMs: input.sentAtServerMs === undefined ? before.sentAtServerMs : Math.trunc(input.sentAtServerMs),
    updatedAt: input.at,
    endedAt: input.state === 'ended' ? (before.endedAt ?? input.at) : null,
  };
  database.run(
    `UPDATE resend_intents SET state = @state, outcome = @outcome, evidence = @evidence, failure = @failure, attempt_state = @attemptState,
        attempt = @attempt, sent_at = @sentAt, sent_at_server_ms = @sentAtServerMs, updated_at = @updatedAt, ended_at = @endedAt
        WHERE intent_id = @intentId`,
    {
      ...after,
      evidence: jsonOrNull(after.evidence),
      failure: jsonOrNull(after.failure),
      attempt: jsonOrNull(after.attempt),
      attemptState: after.attempt?.state ?? null,
    },
  );
  if (input.entry !== undefined) appendActivity(context, input.entry);
  return after;
}

/** `resends.get`. `of`: only as the profile may see it, which is what its origin has. */
export function getResend(
  { database }: BooksContext,
  { intentId, of }: { readonly intentId: string; readonly of?: string | undefined },
): ResendIntent | null {
  const sql = `SELECT * FROM resend_intents WHERE intent_id = @intentId ${of === undefined ? '' : `AND ${AT_ORIGIN}`}`;
  return database.one(readIntent, sql, { intentId, profileId: of });
}

/** `resends.awaited`: sent ones of the profile whose attempt has no end that is known, sent since the moment or still under way. */
export function awaitedResends(
  { database }: BooksContext,
  input: OfProfile & { readonly since: string },
): readonly ResendIntent[] {
  const sql = `SELECT * FROM resend_intents WHERE profile_id = ? AND attempt_state IN ('under-way', 'no-answer-yet')
    AND (attempt_state = 'under-way' OR sent_at >= ?) ORDER BY rowid DESC LIMIT ${MAX_AWAITED}`;
  return database.all(sql, input.profileId, input.since).map(readIntent);
}

/** `resends.ofInvoice`: of every profile at the origin, newest first, at most 200. */
export function resendsOfInvoice({ database }: BooksContext, input: OfInvoice): readonly ResendIntent[] {
  const sql = `SELECT * FROM resend_intents WHERE ${AT_ORIGIN} AND invoice_uuid = @invoiceUuid
    ORDER BY armed_at DESC, rowid DESC LIMIT 200`;
  return database.all(sql, input).map(readIntent);
}

const WATCH_MS = 24 * 60 * 60_000;
/** So long after its end nothing that is seen can be told from what others did. */
const FORGET_MS = 30 * WATCH_MS;
const MAX_WATCHED = 1_000;
/** More than one run and its clicks leave without an end. */
const MAX_AWAITED = 5_000;

/**
 * `resends.open`: those that have not ended, all of them; and of those that ended without certainty the newest 1,000 that were not
 * looked at for a whole day after the request yet: a late proof may still come, also when the console was closed that day. Oldest first.
 */
export function openResends(
  { database }: BooksContext,
  input: OfProfile & { readonly now: string },
): readonly ResendIntent[] {
  const since = keyOfEpochMs((toEpochMs(input.now) ?? 0) - FORGET_MS);
  // Of one that was over in a copy of the books nothing more is claimed: what is seen now may be the doing of what the copy does not know.
  const sql = `SELECT * FROM resend_intents WHERE profile_id = ?
    AND (state <> 'ended' OR (outcome IN ('not-observed', 'inconclusive')
      AND armed_at > (SELECT coalesce(max(began_at), '') FROM generations WHERE as_of IS NOT NULL))) ORDER BY armed_at, rowid`;
  const found = database.all(sql, input.profileId).map(readIntent);
  const isWatched = (intent: ResendIntent): boolean =>
    intent.state === 'ended' && (instantKey(intent.endedAt ?? '') ?? '') >= since && !wasWatched(intent);
  const kept = new Set(found.filter(isWatched).slice(-MAX_WATCHED));
  return found.filter((intent) => intent.state !== 'ended' || kept.has(intent));
}

/** Something was written of it when the day after its sending was over. */
function wasWatched({ sentAt, armedAt, updatedAt }: ResendIntent): boolean {
  return (toEpochMs(updatedAt) ?? 0) >= (toEpochMs(sentAt ?? armedAt) ?? 0) + WATCH_MS;
}
