/** Withdrawals out of the mirror: pages with exact totals, single ones, and the values that filters offer. */
import type { Sort } from '../../../domain/kernel/list.ts';
import { MoneySum } from '../../../domain/kernel/money/money.ts';
import type { WithdrawalTotals } from '../../../domain/records/totals.ts';
import type { WithdrawalFilter, WithdrawalSortField } from '../../../domain/records/withdrawal.ts';
import { cellText, cellTextOrNull, readCount, readInteger, readTextOrNull, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { json, rowReader } from '../../sqlite/rows.ts';
import type {
  Facet,
  WithdrawalFacets,
  WithdrawalPage,
  WithdrawalPageInput,
  KeptWithdrawal,
} from '../kernel/answers.ts';
import { withdrawalWhere } from '../kernel/conditions.ts';
import type { Where } from '../../sqlite/terms.ts';
import type { MirrorReadContext } from '../kernel/context.ts';
import { checkPage } from './invoices/pages.ts';
import { type ListOrder, orderBy } from '../kernel/order.ts';
import { readFacet } from '../kernel/facets.ts';
import { KEPT, parseWithdrawal } from '../kernel/records.ts';

const COLUMNS = 'w.record, w.as_of, w.first_seen_at, w.missing_since';

const SORTED_BY: ListOrder<WithdrawalSortField>['columns'] = {
  uuid: 'w.uuid',
  token: 'w.token',
  network: 'w.network',
  address: 'w.address',
  amount: 'w.amount_key',
  network_commission: 'w.network_commission_key',
  amount_to_send: 'w.amount_to_send_key',
  status: 'w.status',
  tx_hash: 'w.tx_hash',
  reject_code: 'w.reject_code',
  created_at: 'w.created_at_key',
  processed_at: 'w.processed_at_key',
};

const ORDER: ListOrder<WithdrawalSortField> = {
  columns: SORTED_BY,
  ties: ['w.uuid'],
  falling: new Set(['amount', 'network_commission', 'amount_to_send', 'created_at', 'processed_at']),
};

/** The newest first when nothing is asked for. */
function orderOf(sort: readonly Sort<WithdrawalSortField>[]): string {
  return orderBy(sort.length === 0 ? [{ by: 'created_at', direction: 'desc' }] : sort, ORDER);
}

export function withdrawalPage(
  { database, books, memo }: MirrorReadContext,
  input: WithdrawalPageInput,
): WithdrawalPage {
  checkPage(input.offset, input.limit);
  const where = withdrawalWhere(input.filter);
  const order = orderOf(input.sort);
  // The ids first: what is put in order is narrow.
  const page = `SELECT w.id FROM withdrawals AS w ${where.sql} ${order} LIMIT ? OFFSET ?`;
  const ids = database.all(page, ...where.parameters, input.limit, input.offset).map((row) => readInteger(row, 'id'));
  const rows = rowsOf(database, ids);
  const marks = books.marksOf(
    'withdrawals',
    rows.map(({ record }) => record.uuid),
  );
  const sums = memo.withdrawalSums.get(JSON.stringify(input.filter), () => {
    const count = database.get(`SELECT count(*) AS n FROM withdrawals AS w ${where.sql}`, ...where.parameters);
    return { total: readCount(count), totals: totalsOf(database, where) };
  });
  return { rows: rows.map((row) => ({ ...row, marks: marks.get(row.record.uuid) ?? null })), ...sums };
}

function rowsOf(database: SqliteDatabase, ids: readonly number[]): readonly KeptWithdrawal[] {
  const sql = `SELECT w.id, ${COLUMNS} FROM withdrawals AS w WHERE w.id IN (SELECT value FROM json_each(?))`;
  const found = new Map(
    database.all(sql, JSON.stringify(ids)).map((row) => [readInteger(row, 'id'), readRow(row)] as const),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** All withdrawals of the filter in order, one at a time; for exports, within one snapshot of the file. */
export function* eachWithdrawal(
  database: SqliteDatabase,
  filter: WithdrawalFilter,
  sort: readonly Sort<WithdrawalSortField>[],
): IterableIterator<Omit<KeptWithdrawal, 'firstSeenAt'>> {
  const where = withdrawalWhere(filter);
  const sql = `SELECT w.record, w.as_of, w.missing_since FROM withdrawals AS w ${where.sql} ${orderOf(sort)}`;
  for (const [record, asOf, missingSince = null] of database.iterate(sql, ...where.parameters)) {
    yield {
      record: parseWithdrawal(cellText(record)),
      asOf: cellText(asOf),
      missingSince: cellTextOrNull(missingSince),
    };
  }
}

/** The oldest reading of a withdrawal of the filter, server's time; null without any. */
export function oldestWithdrawalReading(database: SqliteDatabase, filter: WithdrawalFilter): string | null {
  const where = withdrawalWhere(filter);
  const row = database.get(`SELECT min(w.as_of) AS oldest FROM withdrawals AS w ${where.sql}`, ...where.parameters);
  return row === null ? null : readTextOrNull(row, 'oldest');
}

function withdrawalByUuid({ database }: MirrorReadContext, input: { readonly uuid: string }): KeptWithdrawal | null {
  const row = database.get(`SELECT ${COLUMNS} FROM withdrawals AS w WHERE w.uuid = ?`, input.uuid);
  return row === null ? null : readRow(row);
}

/** `withdrawals.facets`: the values that occur, the most frequent first, each filter counted under all the others. */
function withdrawalFacets(
  { database }: MirrorReadContext,
  { filter }: { readonly filter: WithdrawalFilter },
): WithdrawalFacets {
  const facet = (column: 'status' | 'token' | 'network' | 'address'): readonly Facet[] => {
    const { sql, parameters } = withdrawalWhere({ ...filter, [column]: undefined });
    const where = sql === '' ? 'WHERE' : `${sql} AND`;
    const counted = `SELECT w.${column} AS value, count(*) AS n FROM withdrawals AS w ${where} w.${column} IS NOT NULL
      GROUP BY value ORDER BY n DESC, value LIMIT 500`;
    return database.all(counted, ...parameters).map(readFacet);
  };
  return {
    statuses: facet('status'),
    tokens: facet('token'),
    networks: facet('network'),
    addresses: facet('address'),
  };
}

const readRow: (row: Row) => KeptWithdrawal = rowReader({ record: json(parseWithdrawal), ...KEPT });

/** Tokens and networks never mix; a missing commission or sent amount is not in its sum. */
function totalsOf(database: SqliteDatabase, where: Where): readonly WithdrawalTotals[] {
  const emptySums = (token: string | null, network: string | null, status: string) => {
    const sums = { amount: new MoneySum(), commission: new MoneySum(), sent: new MoneySum() };
    return { token, network, status, count: 0, ...sums };
  };
  const groups = new Map<string, ReturnType<typeof emptySums>>();
  const sql = `SELECT w.token, w.network, w.status, w.amount, w.network_commission, w.amount_to_send
    FROM withdrawals AS w ${where.sql}`;
  for (const cells of database.iterate(sql, ...where.parameters)) {
    const [token = null, network = null, status = null, amount = null, commission = null, sent = null] =
      cells.map(cellTextOrNull);
    const key = JSON.stringify([token, network, status]);
    const sums = groups.get(key) ?? emptySums(token, network, status ?? '');
    groups.set(key, sums);
    sums.count += 1;
    if (amount !== null) sums.amount.add(amount);
    if (commission !== null) sums.commission.add(commission);
    if (sent !== null) sums.sent.add(sent);
  }
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, { token, network, status, count, amount, commission, sent }]) => ({
      token,
      network,
      status,
      count,
      amount: amount.total(),
      networkCommission: commission.total(),
      amountToSend: sent.total(),
    }));
}

export const withdrawalPagesReads = {
  'withdrawals.page': withdrawalPage,
  'withdrawals.get': withdrawalByUuid,
  'withdrawals.facets': withdrawalFacets,
} as const;
