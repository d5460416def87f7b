/** The columns of a withdrawal, and storing pages of them (`withdrawals.store`). */
import { isFinalWithdrawal, type Withdrawal, WITHDRAWAL } from '../../../domain/records/withdrawal.ts';
import { readInteger, readText } from '../../sqlite/columns.ts';
import type { SqliteDatabase, SqlValue } from '../../sqlite/database.ts';
import type { StoreInput, StoreResult } from '../kernel/answers.ts';
import type { MirrorWriteContext } from '../kernel/context.ts';
import { diffWithdrawal } from '../kernel/diff.ts';
import { moneyKey, moneyProblem, timeKey } from '../kernel/freshness.ts';
import { parseWithdrawal, storedText } from '../kernel/records.ts';
import { searchText } from '../kernel/search.ts';
import { type ListTable, type StoredRecord, storeList } from './store-list.ts';

/** `withdrawals.store`. */
export function storeWithdrawals(context: MirrorWriteContext, input: StoreInput<Withdrawal>): StoreResult {
  return storeList(context, WITHDRAWALS, input);
}

const COLUMNS = [
  'uuid',
  'token',
  'network',
  'address',
  'amount',
  'amount_key',
  'network_commission',
  'network_commission_key',
  'amount_to_send',
  'amount_to_send_key',
  'status',
  'tx_hash',
  'reject_code',
  'created_at',
  'created_at_key',
  'processed_at',
  'processed_at_key',
  'search',
  'record',
] as const;

const WITHDRAWALS: ListTable<Withdrawal> = {
  list: 'withdrawals',
  problem: (record) => moneyProblem(WITHDRAWAL.fields, record),
  find,
  diff: diffWithdrawal,
  reverts: (before, after) => isFinalWithdrawal(before.status) && after.status === 'pending',
  insert: (database, record, { asOf, pass }) => {
    database.run(
      `INSERT INTO withdrawals (${COLUMNS.join(', ')}, as_of, first_seen_at, last_changed_at, last_seen_pass)
        VALUES (${COLUMNS.map(() => '?').join(', ')}, ?, ?, ?, ?)`,
      ...cellsOf(record),
      asOf,
      asOf,
      asOf,
      pass,
    );
  },
  replace: (database, id, record) => {
    const sets = COLUMNS.map((column) => `${column} = ?`).join(', ');
    database.run(`UPDATE withdrawals SET ${sets} WHERE id = ?`, ...cellsOf(record), id);
  },
};

function find(database: SqliteDatabase, uuid: string): StoredRecord<Withdrawal> | null {
  const row = database.get('SELECT id, as_of, record FROM withdrawals WHERE uuid = ?', uuid);
  if (row === null) return null;
  const text = readText(row, 'record');
  return { id: readInteger(row, 'id'), asOf: readText(row, 'as_of'), text, parse: () => parseWithdrawal(text) };
}

function cellsOf(record: Withdrawal): readonly SqlValue[] {
  const cells: Record<(typeof COLUMNS)[number], SqlValue> = {
    uuid: record.uuid,
    token: record.token,
    network: record.network,
    address: record.address,
    amount: record.amount,
    amount_key: moneyKey(record.amount),
    network_commission: record.network_commission,
    network_commission_key: moneyKey(record.network_commission),
    amount_to_send: record.amount_to_send,
    amount_to_send_key: moneyKey(record.amount_to_send),
    status: record.status,
    tx_hash: record.tx_hash,
    reject_code: record.reject_code,
    created_at: record.created_at,
    created_at_key: timeKey(record.created_at),
    processed_at: record.processed_at,
    processed_at_key: timeKey(record.processed_at),
    search: searchText([record.uuid, record.address, record.tx_hash]),
    record: storedText(record),
  };
  return COLUMNS.map((column) => cells[column]);
}

export const withdrawalStoreWrites = {
  'withdrawals.store': storeWithdrawals,
} as const;
