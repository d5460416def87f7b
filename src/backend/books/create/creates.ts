// Intents to create an invoice: the exact bytes are committed before they are sent, and every retry sends the same
// ones. One external id has at most one open intent.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { type Row, readIntegerOrNull, readText, readTextOrNull } from '../../sqlite/columns.ts';
import { json, orNull, type RowOf, rowReader, word } from '../../sqlite/rows.ts';
import { type ActivityInput, appendActivity } from '../kernel/activity.ts';
import type { BooksContext, OfInvoice, OfProfile } from '../kernel/context.ts';
import { checkStep, INTENT_STATES, type IntentState, noSuchIntent } from '../kernel/intents.ts';
import { jsonOrNull, parseFailure, parseTexts } from '../kernel/json.ts';

/** `waiting` until it is known; `unknown` is an end that needs a person. `restored` is none: it was open in a copy of the books that was put back. */
export const CREATE_OUTCOMES = [
  'waiting',
  'created',
  'existing',
  'conflict',
  'refused',
  'not-sent',
  'unknown',
  'restored',
] as const;
export type KeptCreateOutcome = (typeof CREATE_OUTCOMES)[number];

/** The closed invoice that an order repeats under a new external_id. */
export interface OrderOrigin {
  readonly uuid: string;
  readonly externalId: string;
}

const INTENT = {
  intentId: readText,
  profileId: readText,
  externalId: readText,
  /** The request body, byte for byte. */
  body: readText,
  state: word(INTENT_STATES),
  outcome: word(CREATE_OUTCOMES),
  invoiceUuid: readTextOrNull,
  paymentUrl: readTextOrNull,
  /** Names of the sent fields that the invoice does not have as they were sent. */
  differences: json(parseTexts),
  failure: orNull(json(parseFailure)),
  recreatedFrom: originOf,
  /** When it was first sent, by the server's own clock, milliseconds since the epoch; null where that is not known. */
  sentAtServerMs: readIntegerOrNull,
  /** In whose name it is; null of what was sent before that was kept. */
  askedBy: readTextOrNull,
  armedAt: readText,
  updatedAt: readText,
  endedAt: readTextOrNull,
};
export type CreateIntent = RowOf<typeof INTENT>;
const readIntent = rowReader(INTENT);

export interface PrepareCreate extends OfProfile {
  readonly intentId: string;
  readonly externalId: string;
  readonly body: string;
  readonly recreatedFrom?: OrderOrigin | null | undefined;
  readonly askedBy?: string | undefined;
  readonly at: string;
}

export type PrepareCreateResult =
  | { readonly kind: 'armed' }
  | { readonly kind: 'exists'; readonly intent: CreateIntent }
  /** `profile`: the name of another profile of the same business that has it. */
  | { readonly kind: 'open-other'; readonly intentId: string; readonly profile: string | null };

/**
 * The intent that has an external_id under way in the profile's business: origin and business, which every profile knows once a delivery has
 * named it; until then a profile's mirror is a business of its own.
 */
function underWay(
  { database }: BooksContext,
  input: OfProfile & { readonly externalId: string },
): { readonly intentId: string; readonly profile: string | null } | null {
  return database.one(
    (row) => ({ intentId: readText(row, 'intent_id'), profile: readTextOrNull(row, 'profile') }),
    `SELECT c.intent_id AS intent_id, CASE WHEN c.profile_id = @profileId THEN NULL ELSE p.name END AS profile
      FROM create_intents AS c LEFT JOIN profiles AS p ON p.id = c.profile_id
      WHERE c.external_id = @externalId AND c.state <> 'ended' AND (c.profile_id = @profileId OR EXISTS (SELECT 1 FROM profiles AS me
        WHERE me.id = @profileId AND me.origin = c.origin AND me.business_uuid = p.business_uuid)) ORDER BY c.rowid LIMIT 1`,
    input,
  );
}

export function prepareCreate(context: BooksContext, input: PrepareCreate): PrepareCreateResult {
  const { database } = context;
  const intent = getCreate(context, input);
  if (intent !== null) return { kind: 'exists', intent };
  const open = underWay(context, input);
  if (open !== null) return { kind: 'open-other', ...open };
  database.run(
    `INSERT INTO create_intents (intent_id, profile_id, origin, external_id, body, state, outcome, differences, recreated_from_uuid,
        recreated_from_external_id, asked_by, armed_at, updated_at)
        VALUES (@intentId, @profileId, (SELECT origin FROM profiles WHERE id = @profileId), @externalId, @body, 'armed', 'waiting', '[]',
          @fromUuid, @fromExternalId, @askedBy, @at, @at)`,
    {
      ...input,
      fromUuid: input.recreatedFrom?.uuid ?? null,
      fromExternalId: input.recreatedFrom?.externalId ?? null,
      askedBy: input.askedBy ?? null,
    },
  );
  return { kind: 'armed' };
}

export interface AdvanceCreate {
  readonly intentId: string;
  readonly state: IntentState;
  readonly outcome: KeptCreateOutcome;
  /** Absent leaves it as it is. */
  readonly invoiceUuid?: string | undefined;
  readonly paymentUrl?: string | undefined;
  readonly differences?: readonly string[] | undefined;
  readonly failure?: Failure | null | undefined;
  readonly sentAtServerMs?: number | null | undefined;
  readonly at: string;
  /** What the activity log says of it, in the same commit: an end is never without its entry. */
  readonly entry?: ActivityInput | undefined;
}

/** `creates.advance`: the next state and outcome; answers the intent as it now is. */
export function advanceCreate(context: BooksContext, input: AdvanceCreate): CreateIntent {
  const { database } = context;
  const before = getCreate(context, input);
  if (before === null) throw noSuchIntent(input.intentId);
  checkStep(before.state, input.state);
  const after: CreateIntent = {
    ...before,
    state: input.state,
    outcome: input.outcome,
    invoiceUuid: input.invoiceUuid ?? before.invoiceUuid,
    paymentUrl: input.paymentUrl ?? before.paymentUrl,
    differences: input.differences ?? before.differences,
    failure: input.failure === undefined ? before.failure : input.failure,
    sentAtServerMs: input.sentAtServerMs === undefined ? before.sentAtServerMs : input.sentAtServerMs,
    updatedAt: input.at,
    endedAt: input.state === 'ended' ? (before.endedAt ?? input.at) : null,
  };
  database.run(
    `UPDATE create_intents SET state = @state, outcome = @outcome, invoice_uuid = @invoiceUuid, payment_url = @paymentUrl, differences = @differences,
        failure = @failure, sent_at_server_ms = @sentAtServerMs, updated_at = @updatedAt, ended_at = @endedAt WHERE intent_id = @intentId`,
    { ...after, differences: JSON.stringify(after.differences), failure: jsonOrNull(after.failure) },
  );
  if (input.entry !== undefined) appendActivity(context, input.entry);
  return after;
}

export function getCreate({ database }: BooksContext, input: { readonly intentId: string }): CreateIntent | null {
  return database.one(readIntent, 'SELECT * FROM create_intents WHERE intent_id = ?', input.intentId);
}

/** `creates.open`: those that have not ended, oldest first, at most 1,000. */
export function openCreates({ database }: BooksContext, input: OfProfile): readonly CreateIntent[] {
  const sql = `SELECT * FROM create_intents WHERE profile_id = ? AND state <> 'ended' ORDER BY armed_at, rowid LIMIT 1000`;
  return database.all(sql, input.profileId).map(readIntent);
}

/** `creates.unknown`: ended without being known, since the given moment, newest first, at most 200. */
export function unknownCreates(
  { database }: BooksContext,
  input: OfProfile & { readonly since: string },
): readonly CreateIntent[] {
  const sql = `SELECT * FROM create_intents WHERE profile_id = ? AND outcome = 'unknown' AND ended_at >= ?
    ORDER BY ended_at DESC, rowid DESC LIMIT 200`;
  return database.all(sql, input.profileId, input.since).map(readIntent);
}

/** `creates.reserved`: the intent that has an external_id under way, if one has. */
export function reservedBy(context: BooksContext, input: OfProfile & { readonly externalId: string }): string | null {
  return underWay(context, input)?.intentId ?? null;
}

/** The order was this console's own: it made the invoice, or found it exactly as it had sent it. */
const OWN = `(outcome = 'created' OR (outcome = 'existing' AND differences = '[]'))`;

/** `creates.ofInvoice`: the intent of this console that made the invoice. */
export function createOfInvoice({ database }: BooksContext, input: OfInvoice): CreateIntent | null {
  const sql = `SELECT * FROM create_intents WHERE profile_id = ? AND invoice_uuid = ? AND ${OWN} ORDER BY armed_at LIMIT 1`;
  return database.one(readIntent, sql, input.profileId, input.invoiceUuid);
}

/** Refused since the customer had too many open ones; of an intent as `c`. */
export const IS_CAPPED = `c.outcome = 'refused' AND c.failure ->> '$.code' = 'TOO_MANY_UNPAID_INVOICES'`;

/** `creates.capped`: orders for the customer that the API refused since he had too many open ones, the latest refusal first, at most 20. */
export function cappedCreates(
  { database }: BooksContext,
  input: OfProfile & { readonly customerId: string },
): readonly { readonly at: string; readonly externalId: string; readonly failure: Failure }[] {
  const sql = `SELECT ended_at AS at, external_id, failure FROM create_intents AS c WHERE profile_id = ? AND ${IS_CAPPED}
    AND body ->> '$.customer_id' = ? ORDER BY ended_at DESC, rowid DESC LIMIT 20`;
  return database.all(sql, input.profileId, input.customerId).map(readCapped);
}
const readCapped = rowReader({ at: readText, externalId: readText, failure: json(parseFailure) });

export interface Lineage {
  readonly createdFrom: OrderOrigin | null;
  /** What repeats this invoice, oldest first. */
  readonly createdAgainAs: readonly OrderOrigin[];
}

/** `creates.lineage`: which invoices this console made again from which, at most 100. */
export function lineageOf({ database }: BooksContext, { profileId, invoiceUuid }: OfInvoice): Lineage {
  const from = `SELECT recreated_from_uuid, recreated_from_external_id FROM create_intents
    WHERE profile_id = ? AND invoice_uuid = ? AND recreated_from_uuid IS NOT NULL AND ${OWN} ORDER BY armed_at LIMIT 1`;
  const again = `SELECT invoice_uuid AS uuid, external_id FROM create_intents
    WHERE profile_id = ? AND recreated_from_uuid = ? AND invoice_uuid IS NOT NULL AND ${OWN}
    GROUP BY invoice_uuid ORDER BY min(armed_at) LIMIT 100`;
  const original = database.get(from, profileId, invoiceUuid);
  return {
    createdFrom: original === null ? null : originOf(original),
    createdAgainAs: database.all(again, profileId, invoiceUuid).map(readOrigin),
  };
}

const readOrigin = rowReader({ uuid: readText, externalId: readText });

function originOf(row: Row): OrderOrigin | null {
  const uuid = readTextOrNull(row, 'recreated_from_uuid');
  return uuid === null ? null : { uuid, externalId: readTextOrNull(row, 'recreated_from_external_id') ?? '' };
}
