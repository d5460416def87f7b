/**
 * Intents to create an invoice: the exact bytes are committed before they are sent, and every retry sends the same ones. One
 * external id has at most one open intent. Not here: sending and comparing (backend/jobs).
 */
import type { Failure } from '../../domain/failure.ts';
import { type Row, readText, readTextOrNull, readWord } from '../sqlite/columns.ts';
import type { BooksContext } from './context.ts';
import { checkStep, INTENT_STATES, type IntentState, noSuchIntent } from './intents.ts';
import { jsonOrNull, parseFailure, parseOrNull, parseTexts } from './json.ts';

/** `waiting` until it is known; `unknown` is an end that needs a person. */
export const CREATE_OUTCOMES = [
  'waiting',
  'created',
  'existing',
  'conflict',
  'refused',
  'not-sent',
  'unknown',
] as const;
export type CreateOutcome = (typeof CREATE_OUTCOMES)[number];

export interface CreateIntent {
  readonly intentId: string;
  readonly profileId: string;
  readonly externalId: string;
  /** The request body, byte for byte. */
  readonly body: string;
  readonly state: IntentState;
  readonly outcome: CreateOutcome;
  readonly invoiceUuid: string | null;
  /** Names of the sent fields that the invoice does not have as they were sent. */
  readonly differences: readonly string[];
  readonly failure: Failure | null;
  readonly armedAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
}

export interface PrepareCreate {
  readonly intentId: string;
  readonly profileId: string;
  readonly externalId: string;
  readonly body: string;
  readonly at: string;
}

export type PrepareCreateResult =
  | { readonly kind: 'armed' }
  | { readonly kind: 'exists'; readonly intent: CreateIntent }
  | { readonly kind: 'open-other'; readonly intentId: string };

/** `creates.prepare`. */
export function prepareCreate(context: BooksContext, input: PrepareCreate): PrepareCreateResult {
  const { database } = context;
  return database.transaction(() => {
    const intent = getCreate(context, input);
    if (intent !== null) return { kind: 'exists', intent };
    const open = database.get(
      `SELECT intent_id FROM create_intents WHERE profile_id = ? AND external_id = ? AND state <> 'ended'`,
      input.profileId,
      input.externalId,
    );
    if (open !== null) return { kind: 'open-other', intentId: readText(open, 'intent_id') };
    database.run(
      `INSERT INTO create_intents (intent_id, profile_id, external_id, body, state, outcome, differences, armed_at, updated_at)
        VALUES (?, ?, ?, ?, 'armed', 'waiting', '[]', ?, ?)`,
      input.intentId,
      input.profileId,
      input.externalId,
      input.body,
      input.at,
      input.at,
    );
    return { kind: 'armed' };
  });
}

export interface AdvanceCreate {
  readonly intentId: string;
  readonly state: IntentState;
  readonly outcome: CreateOutcome;
  /** Absent leaves it as it is. */
  readonly invoiceUuid?: string | undefined;
  readonly differences?: readonly string[] | undefined;
  readonly failure?: Failure | null | undefined;
  readonly at: string;
}

/** `creates.advance`: the next state and outcome; answers the intent as it now is. */
export function advanceCreate(context: BooksContext, input: AdvanceCreate): CreateIntent {
  const { database } = context;
  return database.transaction(() => {
    const before = getCreate(context, input);
    if (before === null) throw noSuchIntent(input.intentId);
    checkStep(before.state, input.state);
    const after: CreateIntent = {
      ...before,
      state: input.state,
      outcome: input.outcome,
      invoiceUuid: input.invoiceUuid ?? before.invoiceUuid,
      differences: input.differences ?? before.differences,
      failure: input.failure === undefined ? before.failure : input.failure,
      updatedAt: input.at,
      endedAt: input.state === 'ended' ? (before.endedAt ?? input.at) : null,
    };
    database.run(
      `UPDATE create_intents SET state = ?, outcome = ?, invoice_uuid = ?, differences = ?, failure = ?, updated_at = ?,
        ended_at = ? WHERE intent_id = ?`,
      after.state,
      after.outcome,
      after.invoiceUuid,
      JSON.stringify(after.differences),
      jsonOrNull(after.failure),
      after.updatedAt,
      after.endedAt,
      after.intentId,
    );
    return after;
  });
}

/** `creates.get`. */
export function getCreate({ database }: BooksContext, input: { readonly intentId: string }): CreateIntent | null {
  const row = database.get('SELECT * FROM create_intents WHERE intent_id = ?', input.intentId);
  return row === null ? null : readIntent(row);
}

/** `creates.open`: those that have not ended, oldest first, at most 1,000. */
export function openCreates(
  { database }: BooksContext,
  input: { readonly profileId: string },
): readonly CreateIntent[] {
  const sql = `SELECT * FROM create_intents WHERE profile_id = ? AND state <> 'ended' ORDER BY armed_at, rowid LIMIT 1000`;
  return database.all(sql, input.profileId).map(readIntent);
}

function readIntent(row: Row): CreateIntent {
  return {
    intentId: readText(row, 'intent_id'),
    profileId: readText(row, 'profile_id'),
    externalId: readText(row, 'external_id'),
    body: readText(row, 'body'),
    state: readWord(row, 'state', INTENT_STATES),
    outcome: readWord(row, 'outcome', CREATE_OUTCOMES),
    invoiceUuid: readTextOrNull(row, 'invoice_uuid'),
    differences: parseTexts(readText(row, 'differences')),
    failure: parseOrNull(parseFailure, readTextOrNull(row, 'failure')),
    armedAt: readText(row, 'armed_at'),
    updatedAt: readText(row, 'updated_at'),
    endedAt: readTextOrNull(row, 'ended_at'),
  };
}
