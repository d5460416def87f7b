// What has changed in closed periods since they were closed: one row a change, appended once, never moved.
import type { z } from 'zod';
import {
  type AdjustmentFilter,
  type KeptState,
  PRIOR_PERIOD_ADJUSTMENT,
  type PriorPeriodAdjustment,
} from '../../../domain/period/close.ts';
import { CLOSED_FACT_FIELDS, type EvidenceField, FACT_LISTS, type FactList } from '../../../domain/kernel/finding.ts';
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import { OBSERVED_LISTS } from '../../../domain/records/observation.ts';
import { count } from '../../../domain/kernel/shape.ts';
import { fromEpochMs, toEpochMs } from '../../../domain/kernel/time/time.ts';
import {
  cellText,
  cellTextOrNull,
  readCount,
  readInteger,
  readText,
  readTextOrNull,
  type Row,
} from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { json, orNull, type PageOf, rowReader, type Window, word, limitAndOffset } from '../../sqlite/rows.ts';
import type { BooksContext, OfProfile } from '../kernel/context.ts';
import { jsonOrNull, parseClosedFacts, shapeReader } from '../kernel/json.ts';

const MAX_BATCH = 1000;

/** An adjustment to be kept. `nth`: how many of this record and close were kept when it was found; the same change found twice is one row. */
export interface NewAdjustment extends Omit<PriorPeriodAdjustment, 'id'> {
  readonly nth: number;
}

const newAdjustment: z.ZodType<NewAdjustment> = PRIOR_PERIOD_ADJUSTMENT.omit({ id: true }).extend({ nth: count });

/** `prior.append`: what is not there yet, all or none; rows come from another thread and are read strictly. Answers how many were new. */
export function appendAdjustments(
  { database }: BooksContext,
  input: { readonly profileId: string; readonly rows: readonly unknown[] },
): number {
  if (input.rows.length > MAX_BATCH) throw new RangeError(`more than ${MAX_BATCH} adjustments at once`);
  const rows = input.rows.map((row) => newAdjustment.parse(row));
  return rows.reduce((sum, row) => sum + append(database, input.profileId, row), 0);
}

function append(database: SqliteDatabase, profileId: string, row: NewAdjustment): number {
  const { closeId, list, recordUuid, nth, token } = row;
  const key = JSON.stringify([closeId, list, recordUuid, nth, token]);
  return database.run(
    `INSERT INTO prior_period_adjustments (key, profile_id, close_id, list, record_uuid, label, token, amount, before, after, first_seen_at)
      VALUES (@key, @profileId, @closeId, @list, @recordUuid, @label, @token, @amount, @before, @after, @firstSeenAt)
      ON CONFLICT (key) DO NOTHING`,
    { ...row, key, profileId, before: jsonOrNull(row.before), after: jsonOrNull(row.after) },
  ).changes;
}

/** The latest adjustment of a record in a close, and how many there are. */
export interface KeptAdjustment extends KeptState {
  readonly count: number;
}

/** By list and uuid, each record once. For whoever has the books open. */
export function* keptAdjustments(
  database: SqliteDatabase,
  scope: OfProfile & { readonly closeId: string },
): IterableIterator<KeptAdjustment> {
  // Of a group with max(), the other columns are those of the row that has it.
  const sql = `SELECT list, record_uuid AS uuid, label, after, count(*) AS count, max(id) FROM prior_period_adjustments
    WHERE profile_id = ? AND close_id = ? GROUP BY list, record_uuid ORDER BY list, record_uuid`;
  yield* database.all(sql, scope.profileId, scope.closeId).map(readKept);
}

const readKept: (row: Row) => KeptAdjustment = rowReader({
  list: word(FACT_LISTS),
  uuid: readText,
  label: readTextOrNull,
  after: orNull(json(parseClosedFacts)),
  count: readInteger,
});

/** The fields whose change is one of a closed fact, as the observation log names them. */
function countingFields(list: FactList): readonly string[] {
  const fields: Readonly<Record<string, EvidenceField>> = CLOSED_FACT_FIELDS[list];
  return Object.entries(fields).flatMap(([name, { source = name }]) => (source === null ? [] : [source]));
}

/**
 * When an answer showed the present facts of a record first, as far as the observation log tells: its latest change of a field that counts.
 * Null when there is none. For whoever has the books open.
 */
export function presentSince(
  database: SqliteDatabase,
  record: OfProfile & { readonly list: FactList; readonly uuid: string },
): string | null {
  const list = OBSERVED_LISTS.find((observed) => observed === record.list);
  if (list === undefined) return null;
  const fields = countingFields(record.list);
  const sql = `SELECT at FROM observations INDEXED BY observations_by_record WHERE profile_id = ? AND record_uuid = ? AND list = ?
    AND field IN (${fields.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT 1`;
  return database.one((row) => readText(row, 'at'), sql, record.profileId, record.uuid, list, ...fields);
}

type Scope = OfProfile & AdjustmentFilter;

export interface AdjustmentTotals {
  readonly token: string | null;
  readonly count: number;
  readonly amount: string;
}

/** `prior.page`: the latest first, with the totals of the whole scope by token. */
export function adjustmentPage(
  { database }: BooksContext,
  input: Scope & Window,
): PageOf<PriorPeriodAdjustment> & { readonly totals: readonly AdjustmentTotals[] } {
  const { sql, parameters } = whereOf(input);
  const page = `SELECT * FROM prior_period_adjustments WHERE ${sql} ORDER BY id DESC LIMIT ? OFFSET ?`;
  return {
    rows: database.all(page, ...parameters, ...limitAndOffset(input, 200)).map(readAdjustment),
    total: readCount(database.get(`SELECT count(*) AS n FROM prior_period_adjustments WHERE ${sql}`, ...parameters)),
    totals: adjustmentTotals({ database }, input),
  };
}

/** All of one close, or of all, the latest first; for exports, within one snapshot of the file. */
export function* eachAdjustment(database: SqliteDatabase, scope: Scope): IterableIterator<PriorPeriodAdjustment> {
  const { sql, parameters } = whereOf(scope);
  const page = `SELECT * FROM prior_period_adjustments WHERE ${sql} AND id < ? ORDER BY id DESC LIMIT ${MAX_BATCH}`;
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = database.all(page, ...parameters, below).map(readAdjustment);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < MAX_BATCH) return;
    below = last.id;
  }
}

/** `prior.totals`: of one close, or of all, by token. */
export function adjustmentTotals({ database }: BooksContext, scope: Scope): readonly AdjustmentTotals[] {
  const { sql, parameters } = whereOf(scope);
  const totals = new Map<string | null, { count: number; readonly sum: MoneySum }>();
  const all = `SELECT token, amount FROM prior_period_adjustments WHERE ${sql}`;
  for (const [token, amount] of database.iterate(all, ...parameters)) {
    const name = cellTextOrNull(token);
    const entry = totals.get(name) ?? { count: 0, sum: new MoneySum() };
    totals.set(name, entry);
    entry.count += 1;
    entry.sum.add(cellText(amount));
  }
  return [...totals]
    .sort(([left], [right]) => ((left ?? '') < (right ?? '') ? -1 : 1))
    .map(([token, { count, sum }]) => ({ token, count, amount: sum.total() }));
}

function whereOf(scope: Scope): { readonly sql: string; readonly parameters: readonly (string | null)[] } {
  const { profileId, closeId, token, seenFrom, seenTo } = scope;
  const terms = [
    ['profile_id = ?', profileId],
    ['close_id = ?', closeId],
    ['token IS ?', token],
    ['first_seen_at >= ?', seenFrom === undefined ? undefined : asWritten(seenFrom)],
    ['first_seen_at < ?', seenTo === undefined ? undefined : asWritten(seenTo)],
  ] as const;
  const asked = terms.flatMap(([sql, parameter]) => (parameter === undefined ? [] : [{ sql, parameter }]));
  return { sql: asked.map(({ sql }) => sql).join(' AND '), parameters: asked.map(({ parameter }) => parameter) };
}

/** Sightings are written in one notation, in which the order of texts is that of time. */
function asWritten(instant: string): string {
  const at = toEpochMs(instant);
  if (at === null) throw new RangeError('no instant');
  return fromEpochMs(at);
}

/** A row of the table, whole. Throws StoreError `corrupt`. */
export const readAdjustment = shapeReader(PRIOR_PERIOD_ADJUSTMENT);
