// Runs of many resends: the run, its items in order, and where each stands. An item goes to `running` in the books before its request is made, under
// an intent id that was there before that, so that whoever comes after a crash knows what to look up.
import {
  type Exclusion,
  type ItemCounts,
  type OrderSkip,
  OPEN_RUN_STATES,
  RUN_KINDS,
  RUN_STATES,
  RUN_STOPS,
  type RunKind,
  type RunState,
  type RunStop,
} from '../../../domain/resend/bulk.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import { readInteger, readText, readTextOrNull, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { json, named, orNull, type RowOf, rowReader, word } from '../../sqlite/rows.ts';
import { appendActivity } from '../kernel/activity.ts';
import { countItems } from './bulk-items.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';
import { jsonOrNull, parseInclude, parseRunFile, parseTexts } from '../kernel/json.ts';

/** What a person agreed to when the run was begun. */
export interface RunInclude {
  readonly delivered: boolean;
  readonly retrying: boolean;
}

export interface RunFile {
  readonly name: string;
  /** Of its bytes. */
  readonly sha256: string;
  readonly bytes: number;
}

const RUN = {
  runId: readText,
  kind: word(RUN_KINDS),
  /** Null of resends. */
  file: orNull(json(parseRunFile)),
  profileId: readText,
  label: readText,
  state: word(RUN_STATES),
  stop: orNull(word(RUN_STOPS)),
  include: json(parseInclude),
  /** Unclear answers in a row. */
  unclear: readInteger,
  restoredAsOf: readTextOrNull,
  startedBy: named('os_user', readText),
  startedAt: readText,
  endedAt: readTextOrNull,
};
export type BulkRunRow = RowOf<typeof RUN> & { readonly counts: ItemCounts };
const runOf = rowReader(RUN);

export interface BeginRun {
  readonly runId: string;
  readonly profileId: string;
  readonly label: string;
  /** Null: orders are created. */
  readonly include: RunInclude | null;
  readonly file?: RunFile | undefined;
  readonly osUser: string;
  readonly at: string;
  /** In the order of their turns; each invoice once. */
  readonly items: readonly NewItem[];
}

export interface NewItem {
  /** Of an order: the one that has its external_id already. */
  readonly invoiceUuid: string | null;
  readonly externalId: string | null;
  readonly intentId: string;
  /** Of an order; of a resend there is none. */
  readonly order?:
    | {
        readonly line: number;
        readonly customerId: string | null;
        /** The request, byte for byte; null where nothing can be sent. */
        readonly body: string | null;
        /** Why it is never sent; null: its turn comes. */
        readonly left: string | null;
      }
    | undefined;
}

export type BeginRunResult =
  | { readonly kind: 'begun'; readonly run: BulkRunRow }
  /** The runId was used before, perhaps in another profile. */
  | { readonly kind: 'exists'; readonly run: BulkRunRow }
  /** Another run of the business is open, or one at the same origin that holds some of the invoices. */
  | ({ readonly kind: 'open-other' } & OtherRun);

/** `profile`: the name of its profile, if not the own one. */
export interface OtherRun {
  readonly runId: string;
  readonly profile: string | null;
}

const OPEN = OPEN_RUN_STATES.map((state) => `'${state}'`).join(', ');

/** `bulk.begin`: the run with all its items and its entry in the activity log, or nothing. */
export function beginRun(context: BooksContext, input: BeginRun): BeginRunResult {
  const { database } = context;
  const known = runById(database, input.runId);
  if (known !== null) return { kind: 'exists', run: known };
  const kind: RunKind = input.include === null ? 'create' : 'resend';
  const invoices = kind === 'create' ? [] : input.items.flatMap(({ invoiceUuid }) => invoiceUuid ?? []);
  const open = standsInTheWay(database, { ...input, kind }, invoices, OPEN_RUN_STATES);
  if (open !== null) return { kind: 'open-other', ...open };
  database.run(
    `INSERT INTO bulk_runs (run_id, profile_id, origin, kind, file, label, state, include, os_user, started_at, updated_at)
        VALUES (@runId, @profileId, (SELECT origin FROM profiles WHERE id = @profileId), @kind, @file, @label, 'running', @include, @osUser, @at, @at)`,
    { ...input, kind, file: jsonOrNull(input.file ?? null), include: JSON.stringify(input.include ?? NO_CONSENT) },
  );
  for (const [position, { order, ...item }] of input.items.entries()) {
    const { line, customerId, body, left } = order ?? NO_ORDER;
    database.run(
      `INSERT INTO bulk_items (run_id, position, invoice_uuid, external_id, line, customer_id, body, intent_id, state, skipped, updated_at)
          VALUES (@runId, @position, @invoiceUuid, @externalId, @line, @customerId, @body, @intentId, iif(@left IS NULL, 'waiting', 'skipped'), @left, @at)`,
      { ...input, ...item, line, customerId, body, left, position },
    );
  }
  const run = requireRun(database, input.runId);
  noteRun(context, run, input, 'begun');
  return { kind: 'begun', run };
}

const NO_CONSENT: RunInclude = { delivered: false, retrying: false };
const NO_ORDER = { line: null, customerId: null, body: null, left: null } as const;

/**
 * A run of the same kind and business that is open, in whichever profile. Of a profile at the same origin whose business is not known, or not the
 * same, one that has some of these invoices before it: a uuid of the API means one invoice there.
 */
function standsInTheWay(
  database: SqliteDatabase,
  { profileId, runId, kind }: Pick<BulkRunRow, 'profileId' | 'runId' | 'kind'>,
  invoices: readonly string[],
  states: readonly RunState[],
): OtherRun | null {
  return database.one(
    (row) => ({ runId: readText(row, 'run_id'), profile: readTextOrNull(row, 'profile') }),
    `SELECT r.run_id AS run_id, CASE WHEN r.profile_id = @profileId THEN NULL ELSE coalesce(p.name, r.profile_id) END AS profile
      FROM bulk_runs AS r LEFT JOIN profiles AS p ON p.id = r.profile_id LEFT JOIN profiles AS me ON me.id = @profileId
      WHERE r.kind = @kind AND r.state IN (SELECT value FROM json_each(@states)) AND r.run_id <> @runId AND (r.profile_id = @profileId OR (r.origin = me.origin AND (me.business_uuid = p.business_uuid
        OR EXISTS (SELECT 1 FROM bulk_items AS i WHERE i.run_id = r.run_id AND i.state IN ('waiting', 'running')
          AND i.invoice_uuid IN (SELECT value FROM json_each(@invoices)))))) ORDER BY r.rowid LIMIT 1`,
    { profileId, runId, kind, states: JSON.stringify(states), invoices: JSON.stringify(invoices) },
  );
}

export interface MoveRun {
  readonly runId: string;
  readonly to: 'running' | 'paused' | 'stopped' | 'done' | 'cancelled';
  /** With `stopped`. */
  readonly stop?: RunStop | undefined;
  /** Who wants it, for the activity log; absent: whoever began the run. */
  readonly osUser?: string | undefined;
  readonly at: string;
}

/** From where a run may go where; an end is final. */
const FROM: Readonly<Record<MoveRun['to'], readonly RunState[]>> = {
  running: ['paused', 'stopped'],
  paused: ['running'],
  stopped: ['running'],
  done: ['running'],
  cancelled: ['running', 'paused', 'stopped'],
};

/** Unclear answers are shown, and are for a person to look at, also when the run was paused while the last of them came. */
function mayMove(from: RunState, { to, stop }: MoveRun): boolean {
  return FROM[to].includes(from) || (from === 'paused' && to === 'stopped' && stop === 'unknown-outcomes');
}

/**
 * `bulk.move`: answers the run as it now is, and whether this moved it. A step that makes no sense any more, for somebody else was
 * faster, changes nothing. A cancelled run's waiting items are cancelled with it; a resumed one begins to count unclear answers anew.
 * The activity log says of it in the same commit. `other`: a run that is running stands in the way, as at a beginning; books of earlier versions, and
 * profiles whose business was not known, have more than one that is open.
 */
export function moveRun(
  context: BooksContext,
  input: MoveRun,
): { readonly run: BulkRunRow; readonly moved: boolean; readonly other: OtherRun | null } {
  const { database } = context;
  const before = requireRun(database, input.runId);
  if (!mayMove(before.state, input)) return { run: before, moved: false, other: null };
  const other =
    input.to === 'running' ? standsInTheWay(database, before, waitingOf(database, input), ['running']) : null;
  if (other !== null) return { run: before, moved: false, other };
  const isOver = input.to === 'done' || input.to === 'cancelled';
  const { runId, to, stop = null, at } = input;
  const unclear = to === 'running' ? 0 : before.unclear;
  const sql =
    'UPDATE bulk_runs SET state = @to, stop = @stop, unclear = @unclear, updated_at = @at, ended_at = @endedAt WHERE run_id = @runId';
  database.run(sql, { runId, to, stop, unclear, at, endedAt: isOver ? at : null });
  const cancel = `UPDATE bulk_items SET state = 'cancelled', updated_at = @at WHERE run_id = @runId AND state = 'waiting'`;
  if (to === 'cancelled') database.run(cancel, { runId, at });
  const run = requireRun(database, input.runId);
  const { osUser = run.startedBy } = input;
  noteRun(context, run, { osUser, at }, outcomeOf(input, run.counts));
  return { run, moved: true, other: null };
}

function waitingOf(database: SqliteDatabase, { runId }: { readonly runId: string }): readonly string[] {
  const sql = `SELECT invoice_uuid FROM bulk_items WHERE run_id = ? AND state IN ('waiting', 'running') AND invoice_uuid IS NOT NULL`;
  return database.all(sql, runId).map((row) => readText(row, 'invoice_uuid'));
}

/** A step of a run as the activity log names it. */
function outcomeOf({ to, stop }: MoveRun, { failed }: ItemCounts): string {
  if (to === 'running') return 'resumed';
  if (to === 'done' && failed > 0) return 'done-with-failures';
  return to === 'stopped' && stop !== undefined ? `stopped: ${stop}` : to;
}

function noteRun(
  context: BooksContext,
  { profileId, runId, label, counts, include, kind, file }: BulkRunRow,
  { osUser, at }: { readonly osUser: string; readonly at: string },
  outcome: string,
): void {
  appendActivity(context, {
    at,
    osUser,
    profileId,
    outcome,
    ...(kind === 'create'
      ? {
          action: 'create-many',
          summary: `Create ${counts.total - counts.skipped} of the ${counts.total} orders of the file “${label}” (run ${runId})`,
          evidence: { counts, file },
        }
      : {
          action: 'resend-many',
          summary: `Resend ${counts.total} webhooks: ${label} (run ${runId})`,
          evidence: { counts, include },
        }),
  });
}

export interface ItemPlace {
  readonly runId: string;
  readonly position: number;
}

/** `bulk.turn`: the item's request may now be made. False when its run does not run any more, or it is not waiting. */
export function takeTurn({ database }: BooksContext, input: ItemPlace & { readonly at: string }): boolean {
  const sql = `UPDATE bulk_items SET state = 'running', due_at = NULL, updated_at = @at
    WHERE run_id = @runId AND position = @position AND state = 'waiting'
      AND EXISTS (SELECT 1 FROM bulk_runs WHERE run_id = @runId AND state = 'running')`;
  return database.run(sql, input).changes === 1;
}

export type TurnResult =
  /** `answer`: what the request was told, for the count of unclear ones; `none` where there was no request, or no fault of the API's. */
  | { readonly kind: 'ended'; readonly answer: 'clear' | 'unclear' | 'none' }
  | { readonly kind: 'skipped'; readonly reason: Exclusion | OrderSkip }
  /** Nothing was done: another turn, under another intent when this one has its end in the books, not before `dueAt`. */
  | {
      readonly kind: 'again';
      /** As of an end: a refusal for now is a clear answer. */
      readonly answer: 'clear' | 'none';
      readonly intentId: string;
      readonly dueAt: string | null;
      /** The other orders of its customer wait as long. */
      readonly holdsCustomer?: boolean | undefined;
    };

/** `bulk.settle`: the end of a turn; answers the run as it now is. */
export function settleTurn(
  { database }: BooksContext,
  input: ItemPlace & { readonly result: TurnResult; readonly at: string },
): BulkRunRow {
  const { runId, position, result, at } = input;
  const run = requireRun(database, runId);
  if (result.kind === 'again') giveAnotherTurn(database, input, result, run.state === 'cancelled');
  else {
    const skipped = result.kind === 'skipped' ? result.reason : null;
    const sql = `UPDATE bulk_items SET state = @state, skipped = @skipped, updated_at = @at WHERE ${AT_WORK}`;
    database.run(sql, { runId, position, at, skipped, state: result.kind });
  }
  if (result.kind !== 'skipped' && result.answer !== 'none') {
    const unclear = result.answer === 'clear' ? 0 : run.unclear + 1;
    database.run('UPDATE bulk_runs SET unclear = ?, updated_at = ? WHERE run_id = ?', unclear, at, runId);
  }
  return requireRun(database, runId);
}

const AT_WORK = `run_id = @runId AND position = @position AND state = 'running'`;

function giveAnotherTurn(
  database: SqliteDatabase,
  place: ItemPlace & { readonly at: string },
  { intentId, dueAt, holdsCustomer }: Extract<TurnResult, { kind: 'again' }>,
  isCancelled: boolean,
): void {
  const row = database.get(`SELECT intent_id, earlier, customer_id FROM bulk_items WHERE ${AT_WORK}`, place);
  if (row === null) return;
  if (holdsCustomer === true) {
    const sql = `UPDATE bulk_items SET due_at = @dueAt, updated_at = @at WHERE run_id = @runId AND state = 'waiting' AND customer_id = @customerId`;
    database.run(sql, { ...place, dueAt, customerId: readTextOrNull(row, 'customer_id') });
  }
  const before = readText(row, 'intent_id');
  const earlier = parseTexts(readText(row, 'earlier'));
  database.run(
    `UPDATE bulk_items SET state = @state, intent_id = @intentId, earlier = @earlier, due_at = @dueAt, updated_at = @at WHERE ${AT_WORK}`,
    {
      ...place,
      intentId,
      dueAt,
      state: isCancelled ? 'cancelled' : 'waiting',
      earlier: JSON.stringify(before === intentId ? earlier : [...earlier, before]),
    },
  );
}

/** `bulk.run`: null when this profile has none with that id. */
export function getRun({ database }: BooksContext, input: OfProfile & { readonly runId: string }): BulkRunRow | null {
  const run = runById(database, input.runId);
  return run?.profileId === input.profileId ? run : null;
}

/** All resends of a profile, newest first. */
export function listRuns({ database }: BooksContext, { profileId }: OfProfile): readonly BulkRunRow[] {
  const sql = `SELECT * FROM bulk_runs WHERE profile_id = ? AND kind = 'resend' ORDER BY started_at DESC, rowid DESC`;
  return database.all(sql, profileId).map((row) => readRun(database, row));
}

/** `bulk.unfinished`: the open run, and those that ended while an item of theirs was at work. */
export function unfinishedRuns(
  { database }: BooksContext,
  { profileId, kind }: OfProfile & { readonly kind: RunKind },
): readonly BulkRunRow[] {
  const sql = `SELECT * FROM bulk_runs WHERE profile_id = ? AND kind = ? AND (state IN (${OPEN})
    OR EXISTS (SELECT 1 FROM bulk_items AS i WHERE i.run_id = bulk_runs.run_id AND i.state = 'running'))
    ORDER BY started_at, rowid LIMIT 1000`;
  return database.all(sql, profileId, kind).map((row) => readRun(database, row));
}

function runById(database: SqliteDatabase, runId: string): BulkRunRow | null {
  return database.one((row) => readRun(database, row), 'SELECT * FROM bulk_runs WHERE run_id = ?', runId);
}

function requireRun(database: SqliteDatabase, runId: string): BulkRunRow {
  const run = runById(database, runId);
  if (run === null) throw new FailureError({ kind: 'not-found', what: 'run', ident: runId });
  return run;
}

export function readRun(database: SqliteDatabase, row: Row): BulkRunRow {
  const run = runOf(row);
  return { ...run, counts: countItems(database, run) };
}
