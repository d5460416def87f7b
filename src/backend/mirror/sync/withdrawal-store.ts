/** The columns of a withdrawal, and storing pages of them (`withdrawals.store`). */
import { isFinalWithdrawal, type Withdrawal, WITHDRAWAL } from '../../../domain/records/withdrawal.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { StoreInput, StoreResult } from '../kernel/answers.ts';
import type { MirrorWriteContext } from '../kernel/context.ts';
import { diffWithdrawal } from '../kernel/diff.ts';
import { moneyKey, moneyProblem, timeKey } from '../kernel/freshness.ts';
import { parseWithdrawal, storedText } from '../kernel/records.ts';
import { searchText } from '../kernel/search.ts';
import { type ListTable, storedRecords, type StoredRecord, storeList } from './store-list.ts';

export function storeWithdrawals(context: MirrorWriteContext, input: StoreInput<Withdrawal>): StoreResult {
  return storeList(context, WITHDRAWALS, input);
}

const WITHDRAWALS: ListTable<Withdrawal> = {
  list: 'withdrawals',
  problem: (record) => moneyProblem(WITHDRAWAL.fields, record),
  find,
  diff: diffWithdrawal,
  reverts: (before, after) => isFinalWithdrawal(before.status) && after.status === 'pending',
  insert: (database, records, { asOf, pass }) => {
    for (const record of records) {
      const cells = cellsOf(record);
      const columns = Object.keys(cells);
      database.run(
        `INSERT INTO withdrawals (${columns.join(', ')}, as_of, first_seen_at, last_changed_at, last_seen_pass)
          VALUES (${columns.map((column) => `@${column}`).join(', ')}, @asOf, @asOf, @asOf, @pass)`,
        { ...cells, asOf, pass },
      );
    }
  },
  replace: (database, id, record) => {
    const cells = cellsOf(record);
    const sets = Object.keys(cells).map((column) => `${column} = @${column}`);
    database.run(`UPDATE withdrawals SET ${sets.join(', ')} WHERE id = @id`, { ...cells, id });
  },
};

function find(database: SqliteDatabase, uuids: readonly string[]): ReadonlyMap<string, StoredRecord<Withdrawal>> {
  const sql = 'SELECT uuid, id, as_of, record FROM withdrawals WHERE uuid IN (SELECT value FROM json_each(?))';
  return storedRecords(database.all(sql, JSON.stringify(uuids)), parseWithdrawal);
}

/** Everything of a row that comes from the record, by its column. */
function cellsOf(record: Withdrawal) {
  return {
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
}

export const withdrawalStoreWrites = {
  'withdrawals.store': storeWithdrawals,
} as const;
