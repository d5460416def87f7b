// Storing a page of one of the walked lists, with the walk's checkpoint, in one transaction. Before it commits, every
// change of a record that the mirror already had goes to the observation log, which commits first: no transaction
// spans both files, so a crash in between repeats the observation under the same key.
import { readCount, readInteger, readIntegerOrNull, readText, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import { StoreError } from '../../sqlite/errors.ts';
import type { MirrorList, QuarantinedRecord, StoreInput, StoreResult } from '../kernel/answers.ts';
import { countCrossed, countMissing, countPresent, countUnreadable } from './census.ts';
import type { MirrorWriteContext } from '../kernel/context.ts';
import { type FieldChange, type Observation, observationsOf, type RecordSighting } from '../kernel/diff.ts';
import { isOlder, mayOverlap, requireInstant } from '../kernel/freshness.ts';
import { hasQuarantined, keepQuarantined, releaseQuarantined } from '../records/quarantine.ts';
import type { Invoice } from '../../../domain/records/invoice.ts';
import type { Withdrawal } from '../../../domain/records/withdrawal.ts';
import { storedText } from '../kernel/records.ts';

/** What comes in lists that a walk can certify. */
type Listed = Invoice | Withdrawal;

export interface StoredRecord<Item> {
  readonly id: number;
  readonly asOf: string;
  /** The record as it lies in the file: `JSON.stringify` of what was stored. */
  readonly text: string;
  /** Reads the text; the dear part of storing a page that brings nothing new. */
  readonly parse: () => Item;
}

/** Rows with `uuid`, `id`, `as_of` and `record`, by uuid. */
export function storedRecords<Item>(
  rows: readonly Row[],
  parse: (text: string) => Item,
): ReadonlyMap<string, StoredRecord<Item>> {
  return new Map(
    rows.map((row) => {
      const text = readText(row, 'record');
      const stored = { id: readInteger(row, 'id'), asOf: readText(row, 'as_of'), text, parse: () => parse(text) };
      return [readText(row, 'uuid'), stored];
    }),
  );
}

export interface Facts {
  readonly asOf: string;
  readonly pass: number | null;
}

/** What a list brings along: its columns and its idea of a difference. Its table has the list's name. */
export interface ListTable<Item> {
  readonly list: MirrorList;
  /** Why the record cannot be stored (money that is none); null when it can. */
  readonly problem: (record: Item) => string | null;
  /** Those of the uuids that the mirror has. */
  readonly find: (database: SqliteDatabase, uuids: readonly string[]) => ReadonlyMap<string, StoredRecord<Item>>;
  readonly diff: (before: Item, after: Item) => readonly FieldChange[];
  /** True when the step from one to the other does not exist in the API's life of a record (a final state that ends). */
  readonly reverts: (before: Item, after: Item) => boolean;
  /** Rows for records that the mirror does not have, in this order. */
  readonly insert: (database: SqliteDatabase, records: readonly Item[], facts: Facts) => void;
  /** Replaces the record of the row; as_of, passes and dates of change are seen to by the caller. */
  readonly replace: (database: SqliteDatabase, id: number, record: Item, before: Item) => void;
  /** What is counted beside the rows, once all of a page are stored. */
  readonly settle?: (database: SqliteDatabase) => void;
}

type Step<Item> =
  | { readonly kind: 'insert'; readonly record: Item }
  | { readonly kind: 'replace'; readonly record: Item; readonly id: number; readonly before: Item }
  | { readonly kind: 'confirm'; readonly id: number }
  /** The mirror has a newer answer: the uuid was seen, nothing else. */
  | { readonly kind: 'older'; readonly id: number };

/** What the mirror knew of a record until now. */
interface Before<Item> {
  readonly record: Item;
  readonly asOf: string;
}

interface Plan<Item> {
  readonly steps: ReadonlyMap<string, Step<Item>>;
  readonly quarantined: readonly QuarantinedRecord[];
  readonly observations: readonly Observation[];
}

/** Stores the page; see the head of the file. */
export function storeList<Item extends Listed>(
  context: MirrorWriteContext,
  table: ListTable<Item>,
  input: StoreInput<Item>,
): StoreResult {
  requireInstant(input.asOf);
  const plan = planOf(context, table, input);
  if (plan.observations.length > 0) context.observe(plan.observations);
  return apply(context.database, table, input, plan);
}

function planOf<Item extends Listed>(
  context: MirrorWriteContext,
  table: ListTable<Item>,
  input: StoreInput<Item>,
): Plan<Item> {
  const steps = new Map<string, Step<Item>>();
  const quarantined = [...input.quarantined];
  const observations: Observation[] = [];
  // A page may name a uuid twice; the last one counts.
  const records = new Map(input.records.map((item) => [item.uuid, item]));
  const known = table.find(context.database, [...records.keys()]);
  const isLate = remembered((asOf) => isOlder(input.asOf, asOf));
  for (const record of records.values()) {
    const problem = table.problem(record);
    if (problem !== null) {
      quarantined.push({ uuid: record.uuid, reason: problem, raw: record });
      continue;
    }
    const stored = known.get(record.uuid);
    if (stored === undefined) {
      steps.set(record.uuid, { kind: 'insert', record });
    } else if (isLate(stored.asOf)) {
      steps.set(record.uuid, { kind: 'older', id: stored.id });
    } else if (stored.text === storedText(record)) {
      // The same text is the same record: nothing to compare, nothing that could have been overtaken.
      steps.set(record.uuid, { kind: 'confirm', id: stored.id });
    } else {
      const before = stored.parse();
      const wasOvertaken = isOvertaken(table, input, { record: before, asOf: stored.asOf }, record);
      const changes = wasOvertaken ? [] : table.diff(before, record);
      const kind = wasOvertaken ? 'older' : changes.length > 0 ? 'replace' : 'confirm';
      steps.set(record.uuid, { kind, record, id: stored.id, before });
      const sighting = sightingOf(context.profileId, table.list, input, { record: before, asOf: stored.asOf });
      observations.push(...observationsOf(sighting, changes));
    }
  }
  return { steps, quarantined, observations };
}

/** Most rows of a page were read by one answer. */
function remembered(tell: (asOf: string) => boolean): (asOf: string) => boolean {
  const told = new Map<string, boolean>();
  return (asOf) => {
    const value = told.get(asOf) ?? tell(asOf);
    told.set(asOf, value);
    return value;
  };
}

function sightingOf<Item extends Listed>(
  profileId: string,
  list: MirrorList,
  input: StoreInput<Item>,
  { record, asOf }: Before<Item>,
): RecordSighting {
  const { asOf: at, source } = input;
  return {
    profileId,
    list,
    recordUuid: record.uuid,
    parentUuid: null,
    before: { status: record.status, asOf },
    at,
    source,
  };
}

/**
 * An answer is dated when it is sent, with whole seconds, not when it was read from the API's database: a slow page may show a
 * record as it was before a later question about it was answered. A final state does not end, so a page that says so at nearly
 * the same time is the older one. When the API still says so later, it is believed.
 */
function isOvertaken<Item extends Listed>(
  table: ListTable<Item>,
  input: StoreInput<Item>,
  stored: Before<Item>,
  record: Item,
): boolean {
  return table.reverts(stored.record, record) && mayOverlap(input.asOf, stored.asOf);
}

function apply<Item extends Listed>(
  database: SqliteDatabase,
  table: ListTable<Item>,
  input: StoreInput<Item>,
  plan: Plan<Item>,
): StoreResult {
  const facts: Facts = { asOf: input.asOf, pass: input.pass };
  const { pass } = input;
  const unpaired = pass === null ? 0 : countUnpaired(database, table.list, plan, pass);
  const counts = countsBefore(database, table.list, pass);
  const uuids = JSON.stringify([...uuidsOf(plan)]);
  const passedBefore = pass === null ? 0 : countPassed(database, table.list, uuids, pass);
  // Mostly nothing of a list is set aside or missing, and then no row has to be asked.
  const release = hasQuarantined(database, table.list)
    ? (uuid: string) => releaseQuarantined(database, table.list, uuid)
    : () => false;
  const returns = countMissing(database, table.list) > 0;
  let fresh = 0;
  let changed = 0;
  let entered = 0;
  const inserted: Item[] = [];
  const seenAgain: Record<Touched, number[]> = { replace: [], confirm: [], older: [] };
  for (const [uuid, step] of plan.steps) {
    const wasQuarantined = release(uuid);
    if (enters(step, input.status)) entered += 1;
    if (step.kind === 'insert') {
      inserted.push(step.record);
      if (!wasQuarantined) fresh += 1;
      continue;
    }
    if (step.kind === 'replace') {
      table.replace(database, step.id, step.record, step.before);
      changed += 1;
    }
    if (returns && step.kind !== 'older' && unmark(database, table.list, step.id)) fresh += 1;
    seenAgain[step.kind].push(step.id);
  }
  table.insert(database, inserted, facts);
  touch(database, table.list, seenAgain, facts);
  table.settle?.(database);
  for (const record of plan.quarantined) if (quarantine(database, table, record, facts)) fresh += 1;
  const stored = counts.stored + inserted.length;
  const seen = countPresent(database, table.list, stored);
  saveState(database, table.list, { seen, stored }, input);
  const seenInPass = pass === null ? 0 : countInPass(database, table.list, pass, { ...counts, uuids, passedBefore });
  return {
    seen,
    fresh,
    changed,
    seenInPass,
    unpaired,
    counted: countedOf(database, table.list, input, plan, { seen, entered }),
  };
}

interface CountsBefore {
  readonly stored: number;
  /** Rows that were seen in the pass; 0 without one. */
  readonly inPass: number;
}

/** What is kept of the last pass that was stored. Rows of another one are counted once, by their index. */
function countsBefore(database: SqliteDatabase, list: MirrorList, pass: number | null): CountsBefore {
  const row = database.get('SELECT stored, pass, in_pass FROM list_state WHERE list = ?', list);
  if (row === null) throw new StoreError('corrupt', 'mirror', `the state of the list ${list} is missing`);
  const stored = readInteger(row, 'stored');
  if (pass === null) return { stored, inPass: 0 };
  if (readIntegerOrNull(row, 'pass') === pass) return { stored, inPass: readInteger(row, 'in_pass') };
  return {
    stored,
    inPass: readCount(database.get(`SELECT count(*) AS n FROM ${list} WHERE last_seen_pass = ?`, pass)),
  };
}

/** Of the rows with these uuids, those that were seen in the pass. */
function countPassed(database: SqliteDatabase, list: MirrorList, uuids: string, pass: number): number {
  const sql = `SELECT count(*) AS n FROM ${list} WHERE uuid IN (SELECT value FROM json_each(?)) AND last_seen_pass = ?`;
  return readCount(database.get(sql, uuids, pass));
}

/** Distinct uuids seen in the pass, once the page is stored; what it has added is kept. */
function countInPass(
  database: SqliteDatabase,
  list: MirrorList,
  pass: number,
  { inPass, uuids, passedBefore }: CountsBefore & { readonly uuids: string; readonly passedBefore: number },
): number {
  const rows = inPass + countPassed(database, list, uuids, pass) - passedBefore;
  database.run('UPDATE list_state SET pass = ?, in_pass = ? WHERE list = ?', pass, rows, list);
  return rows + countUnreadable(database, list, pass);
}

/** Does the row come to this status by this answer? */
function enters<Item extends { readonly status: string }>(step: Step<Item>, status: string | undefined): boolean {
  if (step.kind === 'insert') return step.record.status === status;
  return step.kind === 'replace' && step.record.status === status && step.before.status !== status;
}

/** See StoreResult; `entered`: rows that this page brought to the status of the input. */
function countedOf<Item>(
  database: SqliteDatabase,
  list: MirrorList,
  { known, status }: StoreInput<Item>,
  plan: Plan<Item>,
  { seen, entered }: { readonly seen: number; readonly entered: number },
): number {
  if (known === undefined) return seen;
  return status === undefined ? seen - countCrossed(database, list, known, uuidsOf(plan)) : known.ofStatus + entered;
}

function uuidsOf<Item>(plan: Plan<Item>): ReadonlySet<string> {
  return new Set([...plan.steps.keys(), ...plan.quarantined.flatMap(({ uuid }) => (uuid === null ? [] : [uuid]))]);
}

type Touched = Exclude<Step<unknown>['kind'], 'insert'>;

/** Notes that the rows were seen, and when. */
function touch(
  database: SqliteDatabase,
  list: MirrorList,
  rows: Readonly<Partial<Record<Touched, readonly number[]>>>,
  { asOf, pass }: Facts,
): void {
  for (const [kind, ids] of Object.entries(rows)) {
    // Only what changes is set: an index of a column that is named is written, whether its value is another one or not.
    const sets: string[] = [];
    const values: SqlValue[] = [];
    const set = (column: string, value: SqlValue): void => {
      sets.push(`${column} = ?`);
      values.push(value);
    };
    if (pass !== null) set('last_seen_pass', pass);
    if (kind !== 'older') set('as_of', asOf);
    if (kind === 'replace') set('last_changed_at', asOf);
    if (sets.length === 0 || ids.length === 0) continue;
    const sql = `UPDATE OR FAIL ${list} SET ${sets.join(', ')} WHERE id IN (SELECT value FROM json_each(?))`;
    database.run(sql, ...values, JSON.stringify(ids));
  }
}

/** The API shows the row again. Answers true when it had been marked as missing. */
function unmark(database: SqliteDatabase, list: MirrorList, id: number): boolean {
  const sql = `UPDATE ${list} SET missing_since = NULL WHERE id = ? AND missing_since IS NOT NULL`;
  return database.run(sql, id).changes > 0;
}

/** How many uuids of the page neither this pass nor the one before had shown; asked before the page is stored. */
function countUnpaired<Item>(database: SqliteDatabase, list: MirrorList, plan: Plan<Item>, pass: number): number {
  const sql = `SELECT count(*) AS n FROM json_each(?) AS u
    WHERE NOT EXISTS (SELECT 1 FROM ${list} WHERE uuid = u.value AND last_seen_pass >= ?)
      AND NOT EXISTS (SELECT 1 FROM quarantine WHERE list = ? AND key = u.value AND last_seen_pass >= ?)`;
  return readCount(database.get(sql, JSON.stringify([...uuidsOf(plan)]), pass - 1, list, pass - 1));
}

/** Answers true when the mirror knew the uuid neither as a row nor as an unreadable record. */
function quarantine<Item>(
  database: SqliteDatabase,
  table: ListTable<Item>,
  record: QuarantinedRecord,
  facts: Facts,
): boolean {
  const stored = record.uuid === null ? undefined : table.find(database, [record.uuid]).get(record.uuid);
  if (stored !== undefined) {
    touch(database, table.list, { older: [stored.id] }, facts);
    if (isOlder(facts.asOf, stored.asOf)) return false;
  }
  const isNew = keepQuarantined(database, table.list, record, facts);
  return isNew && stored === undefined && record.uuid !== null;
}

function saveState<Item>(
  database: SqliteDatabase,
  list: MirrorList,
  { seen, stored }: { readonly seen: number; readonly stored: number },
  input: StoreInput<Item>,
): void {
  database.run('UPDATE list_state SET seen = ?, stored = ? WHERE list = ?', seen, stored, list);
  if (input.walk !== undefined) database.run('UPDATE list_state SET walk = ? WHERE list = ?', input.walk, list);
  if (input.totalItems !== undefined) {
    database.run('UPDATE list_state SET total = ? WHERE list = ?', input.totalItems, list);
  }
}
