// What the books say about the items of runs and about earlier resends of the same invoices: reading only.
import {
  EXCLUSIONS,
  ITEM_COUNTS,
  ITEM_STANDINGS,
  ITEM_STATES,
  type ItemCounts,
  type ItemStanding,
  type RunKind,
} from '../../../domain/resend/bulk.ts';
import { tableOf } from '../../../domain/kernel/fields.ts';
import { RESEND_ATTEMPT_STATES, type ResendAttemptState } from '../../../domain/resend/attempt.ts';
import { RESEND_OUTCOMES, type ResendOutcome } from '../../../domain/resend/resend.ts';
import { readCount, readInteger, readText, readTextOrNull, readWord, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import {
  json,
  limitAndOffset,
  named,
  orNull,
  type PageOf,
  type RowOf,
  rowReader,
  type Window,
  word,
} from '../../sqlite/rows.ts';
import type { BooksContext, OfInvoice, OfProfile } from '../kernel/context.ts';
import { parseTexts } from '../kernel/json.ts';
import { getResend, MAY_BE_SENT, type ResendIntent } from './resends.ts';

type Tally = { -readonly [Name in keyof ItemCounts]: ItemCounts[Name] };

/** How the ended items of a run are counted. What still moves has no certainty yet. */
const COUNTED: Readonly<Record<ResendOutcome, 'sent' | 'refused' | 'notSent' | 'unknown'>> = {
  confirmed: 'sent',
  occurred: 'sent',
  'occurred-maybe-others': 'sent',
  refused: 'refused',
  'not-sent': 'notSent',
  'needs-confirmation': 'notSent',
  inconclusive: 'unknown',
  'not-observed': 'unknown',
  waiting: 'unknown',
  resolving: 'unknown',
  restored: 'unknown',
};

/** What an order's intent counts as; `created` and `existing` were accepted. */
const ORDER_COUNTED = `CASE WHEN r.outcome IN ('created', 'existing') THEN 'confirmed' WHEN r.outcome = 'conflict' THEN 'refused'
  WHEN r.outcome = 'unknown' THEN 'inconclusive' ELSE r.outcome END`;

/** The items of a run by how they stand; a late proof moves an item from `unknown` to `sent`. */
export function countItems(
  database: SqliteDatabase,
  { runId, kind }: { readonly runId: string; readonly kind: RunKind },
): ItemCounts {
  const tally: Tally = { ...tableOf(ITEM_COUNTS.keyof().options, () => 0) };
  const [outcome, attempt, intents] =
    kind === 'create' ? [ORDER_COUNTED, 'NULL', 'create_intents'] : ['r.outcome', 'r.attempt_state', 'resend_intents'];
  const sql = `SELECT i.state AS state, ${outcome} AS outcome, ${attempt} AS attempt, count(*) AS n FROM bulk_items AS i
    LEFT JOIN ${intents} AS r ON r.intent_id = i.intent_id WHERE i.run_id = ? GROUP BY 1, 2, 3`;
  for (const row of database.all(sql, runId)) {
    const state = readWord(row, 'state', ITEM_STATES);
    const outcome = orNull(word(RESEND_OUTCOMES))(row, 'outcome') ?? 'not-sent';
    const attempt = orNull(word(RESEND_ATTEMPT_STATES))(row, 'attempt');
    const n = readInteger(row, 'n');
    const standing = state === 'ended' ? standingOfEnd(outcome, attempt) : state;
    tally[standing] += n;
    if (OF_SENT.includes(standing)) tally.sent += n;
    if (state === 'ended' && standing === 'running') tally.underWay += n;
    tally.total += n;
  }
  return tally;
}

/** The ways to stand of what was sent; all of them are `sent` for who asks no further. */
const OF_SENT: readonly ItemStanding[] = ['delivered', 'failed', 'noAnswerYet'];

/** How an item whose turn has ended stands: it has ended when its attempt has. */
function standingOfEnd(outcome: ResendOutcome, attempt: ResendAttemptState | null): ItemStanding {
  const counted = COUNTED[outcome];
  return counted !== 'sent' || attempt === null ? counted : BY_ATTEMPT[attempt];
}

const BY_ATTEMPT = {
  'under-way': 'running',
  delivered: 'delivered',
  failed: 'failed',
  'no-answer-yet': 'noAnswerYet',
} as const satisfies Record<ResendAttemptState, ItemStanding>;

const ITEM = {
  runId: readText,
  position: readInteger,
  invoiceUuid: readText,
  externalId: readTextOrNull,
  intentId: readText,
  /** Intents of turns before this one, oldest first. */
  earlierIntents: named('earlier', json(parseTexts)),
  state: word(ITEM_STATES),
  skipped: orNull(word(EXCLUSIONS)),
  /** ISO UTC; its next turn comes no earlier. */
  dueAt: readTextOrNull,
  updatedAt: readText,
};
export type BulkItemRow = RowOf<typeof ITEM>;
const readItem = rowReader(ITEM);

/** An item with what the books hold of its intent; null before its turn, and where no intent was needed. */
export interface ReportedItem extends BulkItemRow {
  readonly intent: ResendIntent | null;
}

/**
 * `bulk.next`: the first waiting item that is due, else when the next one will be; both null when none waits. An item that was told to
 * wait later than now says that this computer's clock was set back: its wait cannot be told any more, and it is due.
 */
export function nextItem(context: BooksContext, input: NextAsked): NextOf<BulkItemRow> {
  return nextOf(context, input, readItem);
}

interface NextAsked {
  readonly runId: string;
  readonly now: string;
}

interface NextOf<Item> {
  readonly item: Item | null;
  readonly dueAt: string | null;
}

/** The same of items that are read otherwise. */
export function nextOf<Item>({ database }: BooksContext, input: NextAsked, read: (row: Row) => Item): NextOf<Item> {
  const waiting = `FROM bulk_items WHERE run_id = @runId AND state = 'waiting'`;
  const isDue = '(due_at IS NULL OR due_at <= @now OR updated_at > @now)';
  const due = database.get(`SELECT * ${waiting} AND ${isDue} ORDER BY position LIMIT 1`, input);
  if (due !== null) return { item: read(due), dueAt: null };
  const later = database.get(`SELECT min(due_at) AS due_at ${waiting}`, input);
  return { item: null, dueAt: later === null ? null : readTextOrNull(later, 'due_at') };
}

/** `bulk.atWork`: items whose turn has begun and has no end in the books. */
export function itemsAtWork(context: BooksContext, input: { readonly runId: string }): readonly BulkItemRow[] {
  return atWorkOf(context, input).map(readItem);
}

export function atWorkOf({ database }: BooksContext, { runId }: { readonly runId: string }): readonly Row[] {
  const sql = `SELECT * FROM bulk_items WHERE run_id = ? AND state = 'running' ORDER BY position LIMIT 1000`;
  return database.all(sql, runId);
}

/** Of an item with its intent: outcome and attempt of what ended, else the state behind a stroke, so that neither is taken for the other. */
const MARK = `CASE WHEN i.state = 'ended' THEN coalesce(r.outcome, 'not-sent') || ' ' || coalesce(r.attempt_state, '') ELSE '/' || i.state END`;

function marksOf(standings: readonly ItemStanding[]): readonly string[] {
  const states = ITEM_STATES.filter((state) => state !== 'ended' && isWanted(standings, state));
  const ends = RESEND_OUTCOMES.flatMap((outcome) =>
    [null, ...RESEND_ATTEMPT_STATES]
      .filter((attempt) => isWanted(standings, standingOfEnd(outcome, attempt)))
      .map((attempt) => `${outcome} ${attempt ?? ''}`),
  );
  return [...states.map((state) => `/${state}`), ...ends];
}

/** Is a way to stand among those that were asked for? Whoever asks for what was sent means it however its attempt ended. */
export function isWanted(standings: readonly ItemStanding[], standing: ItemStanding | 'ended'): boolean {
  return standings.some(
    (wanted) => wanted === standing || (wanted === 'sent' && OF_SENT.some((one) => one === standing)),
  );
}

/** How an item stands for people: what ended, by what came of it. */
export function standingOf({ state, intent }: Pick<ReportedItem, 'state' | 'intent'>): ItemStanding {
  return state === 'ended' ? standingOfEnd(intent?.outcome ?? 'not-sent', intent?.attempt?.state ?? null) : state;
}

/** `bulk.items`: in the order of their turns; `standings` empty means all. */
export function itemPage(
  context: BooksContext,
  input: Window & { readonly runId: string; readonly standings: readonly ItemStanding[] },
): PageOf<ReportedItem> {
  const { database } = context;
  const marks = JSON.stringify(marksOf(input.standings.length === 0 ? ITEM_STANDINGS : input.standings));
  const from = `FROM bulk_items AS i LEFT JOIN resend_intents AS r ON r.intent_id = i.intent_id
    WHERE i.run_id = ? AND ${MARK} IN (SELECT value FROM json_each(?))`;
  const page = `SELECT i.* ${from} ORDER BY i.position LIMIT ? OFFSET ?`;
  const rows = database.all(page, input.runId, marks, ...limitAndOffset(input, 1000));
  const total = readCount(database.get(`SELECT count(*) AS n ${from}`, input.runId, marks));
  return { rows: rows.map((row) => reported(context, row)), total };
}

/** Those of a run in the order of their turns, each with whether its resend was delivered. */
export function runInvoices(
  database: SqliteDatabase,
  runId: string,
): readonly { readonly invoiceUuid: string; readonly externalId: string | null; readonly isDelivered: boolean }[] {
  const delivered = marksOf(['delivered']);
  const sql = `SELECT i.invoice_uuid, i.external_id, ${MARK} AS mark FROM bulk_items AS i LEFT JOIN resend_intents AS r ON r.intent_id = i.intent_id
    WHERE i.run_id = ? ORDER BY i.position`;
  return database.all(sql, runId).map((row) => ({
    invoiceUuid: readText(row, 'invoice_uuid'),
    externalId: readTextOrNull(row, 'external_id'),
    isDelivered: delivered.includes(readText(row, 'mark')),
  }));
}

/** All items of a run in the order of their turns, one at a time; for exports, within one snapshot of the file. */
export function* eachBulkItem(context: BooksContext, runId: string): IterableIterator<ReportedItem> {
  const sql = 'SELECT * FROM bulk_items WHERE run_id = ? AND position = ?';
  for (let position = 0; ; position += 1) {
    const row = context.database.get(sql, runId, position);
    if (row === null) return;
    yield reported(context, row);
  }
}

/** `bulk.standings`: of these invoices, those with an open resend, and those whose last one ended without certainty. */
export function resendStandings(
  { database }: BooksContext,
  input: OfProfile & { readonly invoiceUuids: readonly string[] },
): { readonly open: readonly string[]; readonly unresolved: readonly string[] } {
  const of = `FROM resend_intents AS r WHERE (r.profile_id = @profileId OR r.origin = (SELECT origin FROM profiles WHERE id = @profileId))
    AND r.invoice_uuid IN (SELECT value FROM json_each(@list))`;
  const asked = { ...input, list: JSON.stringify(input.invoiceUuids) };
  const uuids = (sql: string): readonly string[] =>
    database.all(sql, asked).map((row) => readText(row, 'invoice_uuid'));
  return {
    open: uuids(`SELECT DISTINCT r.invoice_uuid ${of} AND r.state <> 'ended'`),
    unresolved: uuids(`SELECT DISTINCT r.invoice_uuid ${of} AND r.state = 'ended'
      AND r.outcome IN ('not-observed', 'inconclusive')
      AND NOT EXISTS (SELECT 1 FROM resend_intents AS l WHERE (l.profile_id = r.profile_id OR l.origin = r.origin) AND l.invoice_uuid = r.invoice_uuid
        AND l.${MAY_BE_SENT} AND (l.armed_at, l.rowid) > (r.armed_at, r.rowid))`),
  };
}

/** A resend that was made, as far as the API's interval between two of them is concerned. */
export interface EarlierSend {
  /** ISO UTC by this computer's clock. */
  readonly sentAt: string;
  /** False: it may not have been applied. */
  readonly isCertain: boolean;
}

/** `bulk.lastSends`: the latest send of the invoice and of any invoice in the business, whose interval it is; refused ones are none. */
export function lastSends(
  { database }: BooksContext,
  input: OfInvoice,
): { readonly ofInvoice: EarlierSend | null; readonly ofAny: EarlierSend | null } {
  const same = `SELECT other.id AS id FROM profiles AS me JOIN profiles AS other ON other.origin = me.origin
    AND other.business_uuid = me.business_uuid WHERE me.id = ? AND other.id <> me.id LIMIT 100`;
  const others = database.all(same, input.profileId);
  const profiles = [input.profileId, ...others.map((row) => readText(row, 'id'))];
  const made = `profile_id = ? AND sent_at IS NOT NULL AND outcome NOT IN ('refused', 'not-sent')`;
  // One profile after the other: each is found by its index, without reading or sorting all of them.
  const last = (where: string, order: string, ...more: readonly string[]): Row | null => {
    const sql = `SELECT rowid AS place, sent_at, outcome FROM resend_intents WHERE ${made} ${where} ORDER BY ${order} LIMIT 1`;
    return latest(profiles.map((id) => database.get(sql, id, ...more)));
  };
  const ofInvoice = last('AND invoice_uuid = ?', 'armed_at DESC, rowid DESC', input.invoiceUuid);
  const ofAny = last('', 'rowid DESC');
  return { ofInvoice: readSend(ofInvoice), ofAny: readSend(ofAny) };
}

/** The row that was made last. */
function latest(rows: readonly (Row | null)[]): Row | null {
  const place = (row: Row | null): number => (row === null ? -1 : readInteger(row, 'place'));
  return rows.reduce((before, row) => (place(row) > place(before) ? row : before), null);
}

function readSend(row: Row | null): EarlierSend | null {
  if (row === null) return null;
  const isCertain = COUNTED[readWord(row, 'outcome', RESEND_OUTCOMES)] === 'sent';
  return { sentAt: readText(row, 'sent_at'), isCertain };
}

function reported(context: BooksContext, row: Row): ReportedItem {
  const item = readItem(row);
  return { ...item, intent: getResend(context, { intentId: item.intentId }) };
}
