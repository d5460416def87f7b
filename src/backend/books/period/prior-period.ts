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
  readWord,
  type Row,
} from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { BooksContext } from '../kernel/context.ts';
import { jsonOrNull, parseClosedFacts, parseOrNull } from '../kernel/json.ts';

/** Rows of one call. */
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
  return database.transaction(() => rows.reduce((sum, row) => sum + append(database, input.profileId, row), 0));
}

function append(database: SqliteDatabase, profileId: string, row: NewAdjustment): number {
  const { closeId, list, recordUuid, nth, token } = row;
  return database.run(
    `INSERT INTO prior_period_adjustments (key, profile_id, close_id, list, record_uuid, label, token, amount, before, after,
      first_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
    JSON.stringify([closeId, list, recordUuid, nth, token]),
    profileId,
    closeId,
    list,
    recordUuid,
    row.label,
    token,
    row.amount,
    jsonOrNull(row.before),
    jsonOrNull(row.after),
    row.firstSeenAt,
  ).changes;
}

/** The latest adjustment of a record in a close, and how many there are. */
export interface KeptAdjustment extends KeptState {
  readonly count: number;
}

/** By list and uuid, each record once. For whoever has the books open. */
export function* keptAdjustments(
  database: SqliteDatabase,
  scope: { readonly profileId: string; readonly closeId: string },
): IterableIterator<KeptAdjustment> {
  // Of a group with max(), the other columns are those of the row that has it.
  const sql = `SELECT list, record_uuid, label, after, count(*) AS n, max(id) FROM prior_period_adjustments
    WHERE profile_id = ? AND close_id = ? GROUP BY list, record_uuid ORDER BY list, record_uuid`;
  for (const row of database.all(sql, scope.profileId, scope.closeId)) {
    yield {
      list: readWord(row, 'list', FACT_LISTS),
      uuid: readText(row, 'record_uuid'),
      label: readTextOrNull(row, 'label'),
      after: parseOrNull(parseClosedFacts, readTextOrNull(row, 'after')),
      count: readInteger(row, 'n'),
    };
  }
}

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
  record: { readonly profileId: string; readonly list: FactList; readonly uuid: string },
): string | null {
  const list = OBSERVED_LISTS.find((observed) => observed === record.list);
  if (list === undefined) return null;
  const fields = countingFields(record.list);
  const row = database.get(
    `SELECT at FROM observations INDEXED BY observations_by_record WHERE profile_id = ? AND record_uuid = ? AND list = ?
      AND field IN (${fields.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT 1`,
    record.profileId,
    record.uuid,
    list,
    ...fields,
  );
  return row === null ? null : readText(row, 'at');
}

interface Scope extends AdjustmentFilter {
  readonly profileId: string;
}

export interface AdjustmentTotals {
  readonly token: string | null;
  readonly count: number;
  readonly amount: string;
}

/** `prior.page`: the latest first, with the totals of the whole scope by token. */
export function adjustmentPage(
  { database }: BooksContext,
  input: Scope & { readonly offset: number; readonly limit: number },
): {
  readonly rows: readonly PriorPeriodAdjustment[];
  readonly total: number;
  readonly totals: readonly AdjustmentTotals[];
} {
  const { sql, parameters } = whereOf(input);
  const [limit, offset] = [Math.min(Math.max(0, input.limit), 200), Math.max(0, input.offset)];
  const page = `SELECT * FROM prior_period_adjustments WHERE ${sql} ORDER BY id DESC LIMIT ? OFFSET ?`;
  return database.snapshot(() => ({
    rows: database.all(page, ...parameters, limit, offset).map(readAdjustment),
    total: readCount(database.get(`SELECT count(*) AS n FROM prior_period_adjustments WHERE ${sql}`, ...parameters)),
    totals: totalsOf(database, input),
  }));
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
export function adjustmentTotals({ database }: BooksContext, input: Scope): readonly AdjustmentTotals[] {
  return totalsOf(database, input);
}

function totalsOf(database: SqliteDatabase, scope: Scope): readonly AdjustmentTotals[] {
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
  const terms: readonly (readonly [string, string | null])[] = [
    ['profile_id = ?', profileId],
    ...(closeId === undefined ? [] : [['close_id = ?', closeId] as const]),
    ...(token === undefined ? [] : [['token IS ?', token] as const]),
    ...(seenFrom === undefined ? [] : [['first_seen_at >= ?', asWritten(seenFrom)] as const]),
    ...(seenTo === undefined ? [] : [['first_seen_at < ?', asWritten(seenTo)] as const]),
  ];
  return { sql: terms.map(([sql]) => sql).join(' AND '), parameters: terms.map(([, parameter]) => parameter) };
}

/** Sightings are written in one notation, in which the order of texts is that of time. */
function asWritten(instant: string): string {
  const at = toEpochMs(instant);
  if (at === null) throw new RangeError('no instant');
  return fromEpochMs(at);
}

/** A row of the table, whole. Throws StoreError `corrupt`. */
export function readAdjustment(row: Row): PriorPeriodAdjustment {
  return {
    id: readInteger(row, 'id'),
    closeId: readText(row, 'close_id'),
    list: readWord(row, 'list', FACT_LISTS),
    recordUuid: readText(row, 'record_uuid'),
    label: readTextOrNull(row, 'label'),
    token: readTextOrNull(row, 'token'),
    amount: readText(row, 'amount'),
    before: parseOrNull(parseClosedFacts, readTextOrNull(row, 'before')),
    after: parseOrNull(parseClosedFacts, readTextOrNull(row, 'after')),
    firstSeenAt: readText(row, 'first_seen_at'),
  };
}
