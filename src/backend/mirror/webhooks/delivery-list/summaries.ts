// What the list of deliveries counts over many rows: the values that filters offer, what a filter comes to, failures by cause and
// host, the health of each receiving host.
import {
  type AttemptsOfHour,
  DELIVERY_CAUSES,
  type DeliveryCause,
  DELIVERY_ROW_STATES,
  type DeliveryFacets,
  type DeliveryRowState,
  type DeliveryTotals,
  type FailureGroupCounts,
  type FailureGroupKey,
  type HostAnswers,
  type HostHealth,
  MAX_HEALTH_DAYS,
  SLOW_ATTEMPT_MS,
} from '../../../../domain/webhooks/delivery-list.ts';
import { MoneySum, sumMoney } from '../../../../domain/kernel/money/money.ts';
import { foldedLabel, labelsCell, type Marks } from '../../../../domain/support/notes.ts';
import { instantOfKey, keyOfEpochMs, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import {
  parseJson,
  readCount,
  readInteger,
  readText,
  readTextOrNull,
  readWord,
  type Row,
} from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import { type Cell, type Window, word, rowReader } from '../../../sqlite/rows.ts';
import type { Page } from '../../kernel/answers.ts';
import { isBounded, weighed } from '../../kernel/access.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import type { DeliveryFacet, DeliveryQuery, GroupSince, FailedRow, FailuresInput } from './answers.ts';
import { accessForCount, deliveryWhere, FAILING } from './conditions.ts';
import { facetsAtOnce } from '../../kernel/facets.ts';
import { requireInstant } from '../../kernel/freshness.ts';
import { checkPage } from '../../records/invoices/pages.ts';

/** Values of one facet that are offered; the most frequent ones. */
const MAX_VALUES = 200;

/** `deliveryList.facets`: the values that occur among the rows that the other filters let through, the most frequent first. */
export function deliveryFacets({ database, memo }: MirrorReadContext, asked: DeliveryQuery): DeliveryFacets {
  return memo.deliveryFacets.get(JSON.stringify(asked), () => facetsOf(database, asked));
}

function facetsOf(database: SqliteDatabase, asked: DeliveryQuery): DeliveryFacets {
  if (isBounded(asked.filter)) return facetsOfAmounts(database, asked);
  return {
    states: facet(database, asked, 'state', word(DELIVERY_ROW_STATES)),
    causes: facet(database, asked, 'cause', word(DELIVERY_CAUSES)),
    hosts: facet(database, asked, 'host', readText),
    events: facet(database, asked, 'event', readText),
    httpCodes: facet(database, asked, 'http_code', readInteger),
    atRisk: flagged(database, asked, 'atRisk'),
    elsewhere: flagged(database, asked, 'elsewhere'),
  };
}

/** No index holds the amounts, so the rows are gone through once for all of them. */
function facetsOfAmounts(database: SqliteDatabase, { filter, acknowledged }: DeliveryQuery): DeliveryFacets {
  const { state, cause, host, event, httpCode, atRisk, elsewhere, ...others } = filter;
  const rest = weighed(database, others);
  const rows = { from: `desk AS d ${accessForCount(rest)}`, where: deliveryWhere({ filter: rest, acknowledged }) };
  const isFlag = (chosen: boolean | undefined) => (chosen === undefined ? undefined : [chosen ? 1 : 0]);
  const valuesOf = facetsAtOnce(database, rows, [
    { name: 'state', ask: (conditions) => conditions.oneOf('state', 'state', state) },
    { name: 'cause', ask: (conditions) => conditions.oneOf('cause', 'cause', cause) },
    { name: 'host', ask: (conditions) => conditions.oneOf('host', 'host', host) },
    { name: 'event', ask: (conditions) => conditions.oneOf('event', 'event', event) },
    { name: 'http_code', ask: (conditions) => conditions.oneOf('http_code', 'httpCode', httpCode) },
    { name: 'at_risk', ask: (conditions) => conditions.oneOf('at_risk', 'atRisk', isFlag(atRisk)) },
    { name: 'elsewhere', ask: (conditions) => conditions.oneOf('elsewhere', 'elsewhere', isFlag(elsewhere)) },
  ]);
  const facetOf = <Value>(column: string, value: Cell<Value>): readonly DeliveryFacet<Value>[] =>
    valuesOf(column).map((row) => ({ value: value(row, 'value'), count: readInteger(row, 'n') }));
  const flaggedOf = (column: string): number =>
    facetOf(column, readInteger).find(({ value }) => value === 1)?.count ?? 0;
  return {
    states: facetOf('state', word(DELIVERY_ROW_STATES)),
    causes: facetOf('cause', word(DELIVERY_CAUSES)),
    hosts: facetOf('host', readText),
    events: facetOf('event', readText),
    httpCodes: facetOf('http_code', readInteger),
    atRisk: flaggedOf('at_risk'),
    elsewhere: flaggedOf('elsewhere'),
  };
}

/** Each column with the index that holds it alone, and the filter that chooses among its values. */
const FACETS = {
  state: { index: 'desk_by_state', filter: 'state' },
  cause: { index: 'desk_by_cause', filter: 'cause' },
  host: { index: 'desk_by_host', filter: 'host' },
  event: { index: 'desk_by_event', filter: 'event' },
  http_code: { index: 'desk_by_code', filter: 'httpCode' },
} as const;

function facet<Value>(
  database: SqliteDatabase,
  { filter, acknowledged }: DeliveryQuery,
  column: keyof typeof FACETS,
  value: Cell<Value>,
): readonly DeliveryFacet<Value>[] {
  const { index, filter: own } = FACETS[column];
  const others = { ...filter, [own]: undefined };
  const where = deliveryWhere({ filter: others, acknowledged });
  const access = where.sql === '' ? `INDEXED BY ${index}` : accessForCount(others);
  const sql = `SELECT d.${column} AS value, count(*) AS n FROM desk AS d ${access}
    ${where.sql === '' ? 'WHERE' : `${where.sql} AND`} d.${column} IS NOT NULL
    GROUP BY d.${column} ORDER BY n DESC, value LIMIT ${MAX_VALUES}`;
  const rows = database.all(sql, ...where.parameters);
  return rows.map((row) => ({ value: value(row, 'value'), count: readInteger(row, 'n') }));
}

/** How many rows have the flag, whatever is chosen of it. */
function flagged(
  database: SqliteDatabase,
  { filter, acknowledged }: DeliveryQuery,
  flag: 'atRisk' | 'elsewhere',
): number {
  const chosen = { ...filter, [flag]: true };
  const where = deliveryWhere({ filter: chosen, acknowledged });
  const sql = `SELECT count(*) AS n FROM desk AS d ${accessForCount(chosen)} ${where.sql}`;
  return readCount(database.get(sql, ...where.parameters));
}

export function deliveryTotals({ database, memo }: MirrorReadContext, asked: DeliveryQuery): DeliveryTotals {
  return memo.deliverySums.get(JSON.stringify(asked), () => totalsOf(database, asked));
}

/** Invoices by the states of their rows: few sets, each with the amounts of its invoices as one list. */
function totalsOf(database: SqliteDatabase, asked: DeliveryQuery): DeliveryTotals {
  const query = { ...asked, filter: weighed(database, asked.filter) };
  const where = deliveryWhere(query);
  const sql = `SELECT g.states, count(*) AS n, json_group_array(i.settled_amount_usdt) AS settled
    FROM (SELECT d.invoice_uuid, json_group_array(d.state) AS states
      FROM desk AS d ${accessForCount(query.filter)} ${where.sql} GROUP BY d.invoice_uuid) AS g
    LEFT JOIN invoices AS i ON i.uuid = g.invoice_uuid GROUP BY g.states`;
  const sets = database.all(sql, ...where.parameters).map((row) => ({
    states: listed(readText(row, 'states')),
    invoices: readInteger(row, 'n'),
    net: netOf(readText(row, 'settled')),
  }));
  const sumOf = (among: readonly DeliveryRowState[]): DeliveryTotals['failing'] => {
    const net = new MoneySum();
    let deliveries = 0;
    for (const set of sets) {
      const rows = set.states.filter((state) => among.some((one) => one === state)).length;
      deliveries += rows * set.invoices;
      if (rows > 0) net.add(set.net);
    }
    return { deliveries, netUsdt: net.total() };
  };
  return {
    ...sumOf(DELIVERY_ROW_STATES),
    states: DELIVERY_ROW_STATES.map((state) => ({ state, ...sumOf([state]) })).filter(
      ({ deliveries }) => deliveries > 0,
    ),
    failing: sumOf(['failed', 'retrying']),
  };
}

/**
 * `deliveryList.groups`: failed and retrying latest deliveries by cause and host, the largest groups first. A text narrows what is
 * counted; since when, with which code and what is newest is told of the whole group.
 */
function failureGroups(
  { database, memo }: MirrorReadContext,
  input: { readonly limit: number; readonly text?: string | undefined },
): readonly FailureGroupCounts[] {
  checkPage(0, input.limit);
  const found = deliveryWhere({ filter: { text: input.text } });
  const sql = `SELECT d.cause, d.host, sum(d.found) AS n, sum(d.found AND d.state = 'failed') AS failed,
      sum(d.found AND d.at_risk) AS at_risk,
      min(d.last_attempt_at_key) AS oldest, max(d.last_attempt_at_key) AS newest, max(d.failed_at_key) AS newest_failure,
      min(d.failed_at_key) AS failing_since, json_group_array(DISTINCT d.http_code) AS codes,
      json_group_array(CASE WHEN d.found THEN i.settled_amount_usdt END) AS settled
    FROM (SELECT d.*, ${found.sql === '' ? '1' : found.sql.replace('WHERE ', '')} AS found
      FROM desk AS d INDEXED BY desk_failing WHERE ${FAILING} AND d.cause IS NOT NULL) AS d
    LEFT JOIN invoices AS i ON i.uuid = d.invoice_uuid
    GROUP BY d.cause, d.host HAVING n > 0 ORDER BY n DESC, d.cause, d.host NULLS LAST LIMIT ?`;
  return memo.deliveryGroups.get(JSON.stringify(input), () =>
    database.all(sql, ...found.parameters, input.limit).map((row) => ({
      cause: readWord(row, 'cause', DELIVERY_CAUSES),
      host: readTextOrNull(row, 'host'),
      failed: readInteger(row, 'failed'),
      retrying: readInteger(row, 'n') - readInteger(row, 'failed'),
      atRisk: readInteger(row, 'at_risk'),
      oldest: readTextOrNull(row, 'oldest'),
      newest: readTextOrNull(row, 'newest'),
      newestFailure: readTextOrNull(row, 'newest_failure'),
      httpCode: onlyCode(readText(row, 'codes')),
      netUsdt: netOf(readText(row, 'settled')),
      failingSince: readTextOrNull(row, 'failing_since'),
      answers: answersOf(database, readTextOrNull(row, 'host')),
    })),
  );
}

/** Added in the domain, at their own scale, never by SQL. */
function netOf(list: string): string {
  return sumMoney(listed(list).filter((amount) => typeof amount === 'string'));
}

function onlyCode(list: string): number | null {
  const [code, ...others] = listed(list);
  return typeof code === 'number' && others.length === 0 ? code : null;
}

function listed(json: string): readonly unknown[] {
  const list = parseJson(json, 'a list of the list of deliveries');
  return Array.isArray(list) ? list : [];
}

/** How the host answers now, over all attempts on record; null where none says when it was. */
function answersOf(database: SqliteDatabase, host: string | null): HostAnswers | null {
  if (host === null) return null;
  const last = (isSuccess: boolean): string | null => {
    const sql = `SELECT max(made_at_key) AS at FROM attempts INDEXED BY attempts_by_host WHERE host = ? AND is_success = ?`;
    return database.one((row) => readTextOrNull(row, 'at'), sql, host, isSuccess ? 1 : 0);
  };
  const [lastSuccessAt, lastFailureAt] = [last(true), last(false)];
  const newest = [lastSuccessAt ?? '', lastFailureAt ?? ''].sort().at(-1) ?? '';
  if (newest === '') return null;
  const isAnswering = lastSuccessAt === newest;
  const sql = `SELECT min(made_at_key) AS since FROM attempts INDEXED BY attempts_by_host
    WHERE host = ? AND is_success = ? AND made_at_key > ?`;
  const row = database.get(sql, host, isAnswering ? 1 : 0, (isAnswering ? lastFailureAt : lastSuccessAt) ?? '');
  const since = row === null ? null : readTextOrNull(row, 'since');
  const cause = isAnswering ? null : causeAt(database, host, newest);
  return { isAnswering, since: since ?? newest, cause, lastSuccessAt, lastFailureAt };
}

function causeAt(database: SqliteDatabase, host: string, at: string): DeliveryCause | null {
  const sql = `SELECT cause FROM attempts INDEXED BY attempts_by_host
    WHERE host = ? AND made_at_key = ? AND is_success = 0 AND cause IS NOT NULL ORDER BY cause LIMIT 1`;
  return database.one((row) => readWord(row, 'cause', DELIVERY_CAUSES), sql, host, at);
}

/** `deliveryList.newestFailure`: since when the newest failure of a group is one (a key); null when the group has none. */
export function newestFailure({ database }: MirrorReadContext, input: FailureGroupKey): string | null {
  const sql = `SELECT max(d.failed_at_key) AS newest FROM desk AS d INDEXED BY desk_failing
    WHERE ${FAILING} AND d.cause = ? AND d.host IS ?`;
  return database.one((row) => readTextOrNull(row, 'newest'), sql, input.cause, input.host);
}

/** `deliveryList.failuresSince`: how many failures each group has that are newer than its key, in the order of the input. */
export function failuresSince(
  { database }: MirrorReadContext,
  input: { readonly groups: readonly GroupSince[] },
): readonly number[] {
  checkPage(0, input.groups.length);
  const sql = `SELECT count(*) AS n FROM desk AS d INDEXED BY desk_failing
    WHERE ${FAILING} AND d.cause = ? AND d.host IS ? AND d.failed_at_key > ?`;
  return input.groups.map(({ cause, host, after }) => readCount(database.get(sql, cause, host, after)));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOURS = 24;
/** Hosts that are told of, those with the most attempts. */
const MAX_HOSTS = 200;

/**
 * The hosts of the last thirty days, most attempts in them first, and their attempts of the last `days`, thirty when absent. Days
 * are counted before the full hour of `now`, so that the answer stands while nothing is written.
 */
function hostHealth(
  { database, memo }: MirrorReadContext,
  { now, days = MAX_HEALTH_DAYS }: { readonly now: string; readonly days?: number | undefined },
): readonly HostHealth[] {
  requireInstant(now);
  const hour = Math.floor((toEpochMs(now) ?? 0) / HOUR_MS) * HOUR_MS;
  const before = (count: number): string => keyOfEpochMs(hour - count * DAY_MS);
  const since = before(days);
  return memo.deliveryHosts.get(`${days} ${since}`, () => {
    const sql = `SELECT host, sum(asked) AS n, sum(asked AND is_success) AS succeeded, sum(asked AND duration_ms IS NOT NULL) AS timed,
          sum(asked AND duration_ms >= ${SLOW_ATTEMPT_MS}) AS slow, max(made_at_key) AS last
        FROM (SELECT *, made_at_key >= ? AS asked FROM attempts INDEXED BY attempts_by_host WHERE made_at_key >= ?)
        GROUP BY host ORDER BY count(*) DESC, host LIMIT ?`;
    const rows = database.all(sql, since, before(MAX_HEALTH_DAYS), MAX_HOSTS);
    return rows.map((row) => healthOf(database, row, since, hour));
  });
}

/** `deliveryList.hosts`: the same with what people have written about them; `label`: only those with one of these labels, in any case. */
function markedHosts(
  context: MirrorReadContext,
  { label = [], ...asked }: Parameters<typeof hostHealth>[1] & { readonly label?: readonly string[] | undefined },
): readonly (HostHealth & { readonly marks?: Marks | undefined })[] {
  const hosts = hostHealth(context, asked);
  const marks = context.books.marksOf(
    'endpoints',
    hosts.map(({ host }) => host),
  );
  const wanted = new Set(label.map(foldedLabel));
  return hosts
    .map((health) => ({ ...health, marks: marks.get(health.host) }))
    .filter(({ marks: own }) => wanted.size === 0 || own?.labels.some(({ name }) => wanted.has(foldedLabel(name))));
}

/** `endpoints.page`: the same, for a file. */
function endpointPage(
  context: MirrorReadContext,
  { offset, limit, ...asked }: Parameters<typeof markedHosts>[1] & Window,
): Page<HostHealth & { readonly labels: string | null }> {
  const hosts = markedHosts(context, asked).map(({ lastAttemptAt, marks, ...health }) => ({
    ...health,
    labels: labelsCell(marks?.labels ?? []),
    lastAttemptAt: lastAttemptAt === null ? null : instantOfKey(lastAttemptAt),
  }));
  return { rows: hosts.slice(offset, offset + limit), total: hosts.length };
}

function healthOf(database: SqliteDatabase, row: Row, since: string, hour: number): HostHealth {
  const host = readText(row, 'host');
  const timed = readInteger(row, 'timed');
  const count = (sql: string): number => readCount(database.get(sql, host));
  return {
    host,
    deliveries: count('SELECT count(*) AS n FROM desk INDEXED BY desk_by_host WHERE host = ?'),
    attempts: readInteger(row, 'n'),
    succeeded: readInteger(row, 'succeeded'),
    p50Ms: percentile(database, host, since, timed, 50),
    p95Ms: percentile(database, host, since, timed, 95),
    slow: row['slow'] === null ? 0 : readInteger(row, 'slow'),
    causes: causesOf(database, host, since),
    elsewhere: count('SELECT count(*) AS n FROM desk INDEXED BY desk_elsewhere WHERE elsewhere = 1 AND host = ?'),
    lastAttemptAt: readTextOrNull(row, 'last'),
    hours: hoursOf(database, host, hour),
    answers: answersOf(database, host),
  };
}

function hoursOf(database: SqliteDatabase, host: string, last: number): readonly AttemptsOfHour[] {
  const keys = Array.from({ length: HOURS }, (_, at) => keyOfEpochMs(last - (HOURS - 1 - at) * HOUR_MS));
  const sql = `SELECT substr(made_at_key, 1, 13) AS hour, count(*) AS n, sum(is_success) AS succeeded
    FROM attempts INDEXED BY attempts_by_host WHERE host = ? AND made_at_key >= ? GROUP BY hour`;
  const rows = new Map(database.all(sql, host, keys[0] ?? '').map((row) => [readText(row, 'hour'), row]));
  return keys.map((key) => {
    const row = rows.get(key.slice(0, 13));
    if (row === undefined) return { succeeded: 0, failed: 0 };
    const succeeded = readInteger(row, 'succeeded');
    return { succeeded, failed: readInteger(row, 'n') - succeeded };
  });
}

/** By nearest rank: the smallest duration that at least so many of a hundred attempts did not exceed. */
function percentile(
  database: SqliteDatabase,
  host: string,
  since: string,
  count: number,
  hundredths: number,
): number | null {
  if (count === 0) return null;
  const rank = Math.ceil((hundredths * count) / 100);
  const sql = `SELECT duration_ms FROM attempts INDEXED BY attempts_by_host
    WHERE host = ? AND duration_ms IS NOT NULL AND made_at_key >= ? ORDER BY duration_ms LIMIT 1 OFFSET ?`;
  return database.one((row) => readInteger(row, 'duration_ms'), sql, host, since, rank - 1);
}

function causesOf(database: SqliteDatabase, host: string, since: string): readonly DeliveryFacet<DeliveryCause>[] {
  const sql = `SELECT cause, count(*) AS n FROM attempts INDEXED BY attempts_by_host
    WHERE host = ? AND made_at_key >= ? AND cause IS NOT NULL GROUP BY cause ORDER BY n DESC, cause`;
  const rows = database.all(sql, host, since);
  return rows.map((row) => ({ value: readWord(row, 'cause', DELIVERY_CAUSES), count: readInteger(row, 'n') }));
}

export const deliverySummariesReads = {
  'deliveryList.facets': deliveryFacets,
  'deliveryList.totals': deliveryTotals,
  'deliveryList.groups': failureGroups,
  'deliveryList.newestFailure': newestFailure,
  'deliveryList.failuresSince': failuresSince,
  'deliveryList.hosts': markedHosts,
  'endpoints.page': endpointPage,
} as const;

// Deliveries that failed for good after a moment, one by one: what may be news.

/** `deliveryList.failedSince`: those whose last attempt was after `since`, the first failed first; at most 1,000. */
export function failedSince({ database }: MirrorReadContext, input: FailuresInput): readonly FailedRow[] {
  checkPage(0, input.limit);
  const { after } = input;
  // The condition of the partial index, and what it holds; only what is newer is looked up.
  const sql = `SELECT d.delivery_uuid, d.invoice_uuid, d.external_id, d.host, d.failed_at_key
    FROM desk AS d INDEXED BY desk_failing JOIN delivery_reads AS r ON r.invoice_uuid = d.invoice_uuid
    WHERE ${FAILING} AND d.state = 'failed' AND d.failed_at_key > ? AND r.read_at >= ?
      AND (d.failed_at_key, d.delivery_uuid) > (?, ?)
    ORDER BY d.failed_at_key, d.delivery_uuid LIMIT ?`;
  const since = requireInstant(input.since);
  const from = [since, input.readSince ?? '', after?.failedAtKey ?? '', after?.deliveryUuid ?? ''];
  return database.all(sql, ...from, input.limit).map(readFailed);
}

const readFailed: (row: Row) => FailedRow = rowReader({
  deliveryUuid: readText,
  invoiceUuid: readText,
  externalId: readTextOrNull,
  host: readTextOrNull,
  failedAtKey: readText,
});

export const deliveryFailuresReads = {
  'deliveryList.failedSince': failedSince,
} as const;
