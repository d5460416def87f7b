/**
 * Intents to resend a webhook. An intent is committed before the first byte is sent, and an invoice has at most one that is open:
 * the unique index decides, whatever two windows do at once. Not here: sending and resolving (backend/jobs).
 */
import type { Failure } from '../../domain/failure.ts';
import { RESEND_OUTCOMES, type ResendBaseline, type ResendEvidence, type ResendOutcome } from '../../domain/resend.ts';
import { fromEpochMs, instantKey, toEpochMs } from '../../domain/time.ts';
import { type Row, readIntegerOrNull, readText, readTextOrNull, readWord } from '../sqlite/columns.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { type ActivityInput, appendActivity } from './activity.ts';
import type { BooksContext } from './context.ts';
import { checkStep, INTENT_STATES, type IntentState, noSuchIntent } from './intents.ts';
import { jsonOrNull, parseBaseline, parseEvidence, parseFailure, parseOrNull } from './json.ts';

export interface ResendIntent {
  readonly intentId: string;
  readonly profileId: string;
  readonly invoiceUuid: string;
  readonly state: IntentState;
  readonly outcome: ResendOutcome;
  readonly baseline: ResendBaseline | null;
  readonly evidence: ResendEvidence | null;
  readonly failure: Failure | null;
  readonly armedAt: string;
  readonly sentAt: string | null;
  /** The send time on the server's clock. */
  readonly sentAtServerMs: number | null;
  readonly updatedAt: string;
  readonly endedAt: string | null;
}

export interface ArmResend {
  readonly intentId: string;
  readonly profileId: string;
  readonly invoiceUuid: string;
  readonly baseline: ResendBaseline | null;
  readonly at: string;
}

export type ArmResendResult =
  | { readonly kind: 'armed' }
  /** The same intentId was armed before; it is never sent again. */
  | { readonly kind: 'exists'; readonly intent: ResendIntent }
  /** Another intent of this invoice is still open. */
  | { readonly kind: 'open-other'; readonly intentId: string };

/** `resends.arm`. */
export function armResend(context: BooksContext, input: ArmResend): ArmResendResult {
  const { database } = context;
  return database.transaction(() => {
    const intent = getResend(context, input);
    if (intent !== null) return { kind: 'exists', intent };
    const open = database.get(
      `SELECT intent_id FROM resend_intents WHERE profile_id = ? AND invoice_uuid = ? AND state <> 'ended'`,
      input.profileId,
      input.invoiceUuid,
    );
    if (open !== null) return { kind: 'open-other', intentId: readText(open, 'intent_id') };
    database.run(
      `INSERT INTO resend_intents (intent_id, profile_id, invoice_uuid, state, outcome, baseline, armed_at, updated_at)
        VALUES (?, ?, ?, 'armed', 'waiting', ?, ?, ?)`,
      input.intentId,
      input.profileId,
      input.invoiceUuid,
      jsonOrNull(input.baseline),
      input.at,
      input.at,
    );
    return { kind: 'armed' };
  });
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
  readonly at: string;
  /** What the activity log says of it, in the same commit: an end is never without its entry. */
  readonly entry?: ActivityInput | undefined;
}

/** `resends.advance`: the next state, outcome and evidence; answers the intent as it now is. */
export function advanceResend(context: BooksContext, input: AdvanceResend): ResendIntent {
  const { database } = context;
  return database.transaction(() => {
    const before = getResend(context, input);
    if (before === null) throw noSuchIntent(input.intentId);
    checkStep(before.state, input.state);
    const after: ResendIntent = {
      ...before,
      state: input.state,
      outcome: input.outcome,
      evidence: input.evidence,
      failure: input.failure,
      sentAt: input.sentAt ?? before.sentAt,
      sentAtServerMs: input.sentAtServerMs === undefined ? before.sentAtServerMs : Math.trunc(input.sentAtServerMs),
      updatedAt: input.at,
      endedAt: input.state === 'ended' ? (before.endedAt ?? input.at) : null,
    };
    save(database, after);
    if (input.entry !== undefined) appendActivity(context, input.entry);
    return after;
  });
}

function save(database: SqliteDatabase, intent: ResendIntent): void {
  database.run(
    `UPDATE resend_intents SET state = ?, outcome = ?, evidence = ?, failure = ?, sent_at = ?, sent_at_server_ms = ?,
      updated_at = ?, ended_at = ? WHERE intent_id = ?`,
    intent.state,
    intent.outcome,
    jsonOrNull(intent.evidence),
    jsonOrNull(intent.failure),
    intent.sentAt,
    intent.sentAtServerMs,
    intent.updatedAt,
    intent.endedAt,
    intent.intentId,
  );
}

/** `resends.get`. */
export function getResend({ database }: BooksContext, input: { readonly intentId: string }): ResendIntent | null {
  const row = database.get('SELECT * FROM resend_intents WHERE intent_id = ?', input.intentId);
  return row === null ? null : readIntent(row);
}

/** `resends.ofInvoice`: newest first, at most 200. */
export function resendsOfInvoice(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly invoiceUuid: string },
): readonly ResendIntent[] {
  const sql = `SELECT * FROM resend_intents WHERE profile_id = ? AND invoice_uuid = ?
    ORDER BY armed_at DESC, rowid DESC LIMIT 200`;
  return database.all(sql, input.profileId, input.invoiceUuid).map(readIntent);
}

const WATCH_MS = 24 * 60 * 60_000;
/** So long after its end nothing that is seen can be told from what others did. */
const FORGET_MS = 30 * WATCH_MS;
const MAX_WATCHED = 1_000;

/**
 * `resends.open`: those that have not ended, all of them; and of those that ended without certainty the newest 1,000 that were not
 * looked at for a whole day after the request yet: a late proof may still come, also when the console was closed that day. Oldest first.
 */
export function openResends(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly now: string },
): readonly ResendIntent[] {
  const since = instantKey(fromEpochMs((toEpochMs(input.now) ?? 0) - FORGET_MS)) ?? '';
  const sql = `SELECT * FROM resend_intents WHERE profile_id = ?
    AND (state <> 'ended' OR outcome IN ('not-observed', 'inconclusive')) ORDER BY armed_at, rowid`;
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

function readIntent(row: Row): ResendIntent {
  return {
    intentId: readText(row, 'intent_id'),
    profileId: readText(row, 'profile_id'),
    invoiceUuid: readText(row, 'invoice_uuid'),
    state: readWord(row, 'state', INTENT_STATES),
    outcome: readWord(row, 'outcome', RESEND_OUTCOMES),
    baseline: parseOrNull(parseBaseline, readTextOrNull(row, 'baseline')),
    evidence: parseOrNull(parseEvidence, readTextOrNull(row, 'evidence')),
    failure: parseOrNull(parseFailure, readTextOrNull(row, 'failure')),
    armedAt: readText(row, 'armed_at'),
    sentAt: readTextOrNull(row, 'sent_at'),
    sentAtServerMs: readIntegerOrNull(row, 'sent_at_server_ms'),
    updatedAt: readText(row, 'updated_at'),
    endedAt: readTextOrNull(row, 'ended_at'),
  };
}
