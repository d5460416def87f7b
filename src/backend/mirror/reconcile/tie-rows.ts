// The successes behind the coverage of a tie-out, page by page.
import type { PeriodBounds } from '../../../domain/period/period.ts';
import {
  differs,
  type InvoiceTieFact,
  TIE_COVERAGES,
  type TieCoverage,
  type TieRow,
  type TieSelection,
  type TieVerdict,
} from '../../../domain/reconcile/tie-out.ts';
import { cellInteger, readCount, readInteger, readWord } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { Conditions } from '../kernel/conditions.ts';
import type { Where } from '../../sqlite/terms.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { checkPage } from '../records/invoices/pages.ts';
import { tieFactById } from './tie-facts.ts';
import { TOLD_COMPARABLE, TOLD_THE_SAME } from '../webhooks/told.ts';

type CoverageCounts = Readonly<Record<TieCoverage, number>>;

export interface TieQuery extends TieSelection {
  readonly bounds: PeriodBounds | null;
  readonly currency?: string | undefined;
}

const WITHOUT_ADJUSTMENT = `i.is_adjusted = 1
  AND ifnull((SELECT json_type(r.record, '$.adjustment') FROM invoice_records AS r WHERE r.id = i.id), 'null') <> 'object'`;
const IS_TOLD = `i.deliveries_read = 1 AND t.delivery_uuid IS NOT NULL AND t.unreadable = 0
  AND ((${TOLD_THE_SAME}) OR (${TOLD_COMPARABLE}))`;

/** The coverage of `invoices AS i LEFT JOIN told AS t`, as the engine decides it. */
const COVERAGE = `CASE
  WHEN i.settled_amount_usdt IS NULL OR (${WITHOUT_ADJUSTMENT}) OR (${IS_TOLD} AND t.credited_usdt IS NULL) THEN 'none'
  WHEN ${IS_TOLD} THEN 'three' ELSE 'two' END`;

/**
 * `tie.rows`: at most 1,000, latest finished first, those without a date last; and how many there are. Null for a part of them: what was told
 * would have to be asked of each success, which is for a report in another thread (tie-out), not for who answers screens.
 */
export function tieRows(
  context: MirrorReadContext,
  input: TieQuery & { readonly offset: number; readonly limit: number },
): { readonly rows: readonly TieRow[]; readonly total: number | null } {
  const { database, memo, verdictOf, books } = context;
  checkPage(input.offset, input.limit);
  const { from, sql, parameters } = fromAndWhere(context, input);
  const ids = database
    .all(
      `SELECT i.id FROM ${from} ${sql} ORDER BY i.finished_at_key DESC, i.uuid LIMIT ? OFFSET ?`,
      ...parameters,
      input.limit,
      input.offset,
    )
    .map((row) => readInteger(row, 'id'));
  const key = JSON.stringify([input.bounds, input.currency]);
  const isAll = input.coverage === undefined && input.differs === undefined;
  const total = isAll ? memo.tieTotals.get(key, () => countByIndex(database, input)) : null;
  const rows = ids.map((id) => {
    const fact = tieFactById(database, id, books.correctionSeenAt);
    return tieRow(fact, verdictOf(fact));
  });
  return { rows, total };
}

/** `untold`: why the receiver's side of an invoice cannot be compared; null when it can. */
interface ToldStanding extends Pick<InvoiceTieFact, 'status' | 'callbackUrl' | 'deliveries' | 'untold'> {
  readonly invoiceUuid: string;
}

/** `tie.told`: of at most 1,000 invoices; those that the mirror does not have are left out. */
function toldStandings(
  { database, verdictOf, books }: MirrorReadContext,
  input: { readonly invoices: readonly string[] },
): readonly ToldStanding[] {
  checkPage(0, input.invoices.length);
  const sql = 'SELECT id FROM invoices WHERE uuid IN (SELECT value FROM json_each(?))';
  return database.all(sql, JSON.stringify(input.invoices)).map((row) => {
    const fact = tieFactById(database, readInteger(row, 'id'), books.correctionSeenAt);
    const { uuid: invoiceUuid, status, callbackUrl, deliveries } = fact;
    return { invoiceUuid, status, callbackUrl, deliveries, untold: verdictOf(fact).untold };
  });
}

/** All of them in the same order, one at a time; for exports, within one snapshot of the file. */
export function* eachTieRow(context: MirrorReadContext, query: TieQuery): IterableIterator<TieRow> {
  const { database, verdictOf, books } = context;
  const { from, sql, parameters } = fromAndWhere(context, query);
  const all = `SELECT i.id FROM ${from} ${sql} ORDER BY i.finished_at_key DESC, i.uuid`;
  for (const [id] of database.iterate(all, ...parameters)) {
    const fact = tieFactById(database, cellInteger(id), books.correctionSeenAt);
    yield tieRow(fact, verdictOf(fact));
  }
}

/** In the order of the list; the told row is only looked up where the condition asks for it. */
const FROM = 'invoices AS i INDEXED BY invoices_by_finished LEFT JOIN told AS t ON t.id = i.id';
/** Rows without a fact are few, and found by the indexes that hold only those. */
const FROM_FEW = 'invoices AS i NOT INDEXED LEFT JOIN told AS t ON t.id = i.id';
const FEW = `i.id IN (
  SELECT id FROM invoices INDEXED BY invoices_uncredited WHERE status = 'success' AND settled_amount_usdt IS NULL
  UNION SELECT id FROM invoices INDEXED BY invoices_adjusted WHERE is_adjusted = 1
  UNION SELECT id FROM told INDEXED BY told_without_credit WHERE unreadable = 0 AND credited_usdt IS NULL)`;

function conditionsOf({ bounds, currency }: TieQuery): Conditions {
  const conditions = new Conditions();
  conditions.add(`i.status = 'success'`);
  conditions.equal('i.currency', currency);
  conditions.range('i.finished_at_key', 'finished', bounds?.from, bounds?.to);
  return conditions;
}

/**
 * What may differ: another text on two sides of an adjustment, or something else told. Of these the rules decide, since the file cannot compare what
 * is written otherwise.
 */
const MAY_DIFFER = `SELECT i.id FROM invoices AS i INDEXED BY invoices_adjusted CROSS JOIN invoice_records AS r ON r.id = i.id
    WHERE i.is_adjusted = 1 AND i.status = 'success' AND (json_extract(r.record, '$.adjustment.expected_amount_fiat') <> i.amount
      OR json_extract(r.record, '$.adjustment.actual_amount_usdt') <> i.settled_amount_usdt)
  UNION SELECT i.id FROM told AS t CROSS JOIN invoices AS i ON i.id = t.id
    WHERE i.status = 'success' AND t.delivery_uuid IS NOT NULL AND t.unreadable = 0 AND NOT (${TOLD_THE_SAME})`;

/** One pass over what was told, kept until the next commit. */
function differingIds({ database, memo, verdictOf, books }: MirrorReadContext): readonly number[] {
  return memo.tieDiffering.get('', () =>
    [...database.iterate(MAY_DIFFER)]
      .map(([id]) => cellInteger(id))
      .filter((id) => differs(verdictOf(tieFactById(database, id, books.correctionSeenAt)))),
  );
}

function fromAndWhere(context: MirrorReadContext, query: TieQuery): Where & { readonly from: string } {
  const conditions = conditionsOf(query);
  if (query.differs !== undefined) {
    const ids = JSON.stringify(differingIds(context));
    conditions.add(`i.id ${query.differs ? '' : 'NOT '}IN (SELECT value FROM json_each(?))`, ids);
  }
  const isFew = query.coverage === 'none';
  if (isFew) conditions.add(FEW);
  if (query.coverage !== undefined) conditions.add(`${COVERAGE} = ?`, query.coverage);
  return { from: isFew ? FROM_FEW : FROM, ...conditions.where() };
}

/** How many rows a query has, over all pages. */
export function countTieRows(context: MirrorReadContext, query: TieQuery): number {
  const { from, sql, parameters } = fromAndWhere(context, query);
  return readCount(context.database.get(`SELECT count(*) AS n FROM ${from} ${sql}`, ...parameters));
}

/** Of all coverages. */
function countByIndex(database: SqliteDatabase, query: TieQuery): number {
  const { sql, parameters } = conditionsOf(query).where();
  const index = query.bounds === null ? 'invoices_by_status' : 'invoices_by_finished';
  return readCount(database.get(`SELECT count(*) AS n FROM invoices AS i INDEXED BY ${index} ${sql}`, ...parameters));
}

/** How many rows each coverage has, over all pages: a pass over them with what was told. */
export function coverageCounts(database: SqliteDatabase, query: Omit<TieQuery, 'coverage'>): CoverageCounts {
  const { sql, parameters } = conditionsOf(query).where();
  const counts = { three: 0, two: 0, none: 0 };
  // Counted here: to group them, the database would keep what each is judged by in memory, 170 MB of 700,000.
  for (const row of database.each(`SELECT ${COVERAGE} AS coverage FROM ${FROM} ${sql}`, ...parameters))
    counts[readWord(row, 'coverage', TIE_COVERAGES)] += 1;
  return counts;
}

function tieRow(fact: InvoiceTieFact, verdict: TieVerdict): TieRow {
  const { uuid, externalId, customerId, currency, method, finishedAt, amount, settledUsdt, asOf } = fact;
  const told = verdict.untold === null ? fact.told : null;
  return {
    uuid,
    externalId,
    customerId,
    currency,
    method,
    finishedAt,
    amount,
    expectedFiat: fact.adjustment?.expected_amount_fiat ?? null,
    actualUsdt: fact.adjustment?.actual_amount_usdt ?? null,
    settledUsdt,
    creditedUsdt: told?.creditedUsdt ?? null,
    toldAt: told?.deliveredAt ?? null,
    ...verdict,
    asOf,
  };
}

export const tieRowsReads = {
  'tie.rows': tieRows,
  'tie.told': toldStandings,
} as const;
