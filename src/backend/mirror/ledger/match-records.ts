// The few records of a match that something is found in, or that a person has matched, read one by one as people are
// shown them; and those that could not be read.
import { isFields } from '../../../domain/kernel/fields.ts';
import type { FactList } from '../../../domain/kernel/finding.ts';
import type { MatchedRecord, UnreadRecord } from '../../../domain/ledger/match.ts';
import { type Certificate, CERTIFICATES } from '../../../domain/profiles/profile.ts';
import { CREDIT_TOKEN } from '../../../domain/period/statement.ts';
import { readFlag, readText, readTextOrNull, readWord, type Row } from '../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import { StoreError } from '../../sqlite/errors.ts';

/** A record of the mirror; null when it has none of that uuid. */
export function matchedRecord(database: SqliteDatabase, list: FactList, uuid: string): MatchedRecord | null {
  const row = database.get(RECORD[list], uuid);
  if (row === null) return null;
  return list === 'invoices' ? invoiceOf(row) : withdrawalOf(row);
}

const RECORD = {
  invoices: `SELECT i.uuid, i.external_id, i.customer_id, i.payment_method, i.status, i.currency, i.amount, i.settled_amount_usdt,
      coalesce(i.finished_at, i.created_at) AS at, i.missing_since, i.is_adjusted,
      CASE WHEN i.is_adjusted = 1 THEN (SELECT json_extract(r.record, '$.adjustment.actual_amount_fiat') FROM invoice_records AS r
        WHERE r.id = i.id) END AS actual
    FROM invoices AS i WHERE i.uuid = ?`,
  withdrawals: `SELECT uuid, address, status, token, amount, amount_to_send, coalesce(processed_at, created_at) AS at, missing_since
    FROM withdrawals WHERE uuid = ?`,
} as const satisfies Readonly<Record<FactList, string>>;

function invoiceOf(row: Row): MatchedRecord {
  const unit = readText(row, 'currency');
  const [settled, actual] = [readTextOrNull(row, 'settled_amount_usdt'), readTextOrNull(row, 'actual')];
  return {
    list: 'invoices',
    uuid: readText(row, 'uuid'),
    ident: readText(row, 'external_id'),
    status: readText(row, 'status'),
    at: readTextOrNull(row, 'at'),
    missingSince: readTextOrNull(row, 'missing_since'),
    method: readTextOrNull(row, 'payment_method'),
    customerId: readTextOrNull(row, 'customer_id'),
    isAdjusted: readFlag(row, 'is_adjusted'),
    amounts: {
      amount: { amount: readText(row, 'amount'), unit },
      ...(actual === null ? {} : { 'adjustment.actual_amount_fiat': { amount: actual, unit } }),
      ...(settled === null ? {} : { settled_amount_usdt: { amount: settled, unit: CREDIT_TOKEN } }),
    },
  };
}

function withdrawalOf(row: Row): MatchedRecord {
  const [unit, sent] = [readTextOrNull(row, 'token'), readTextOrNull(row, 'amount_to_send')];
  return {
    list: 'withdrawals',
    uuid: readText(row, 'uuid'),
    ident: readTextOrNull(row, 'address'),
    status: readText(row, 'status'),
    at: readTextOrNull(row, 'at'),
    missingSince: readTextOrNull(row, 'missing_since'),
    method: null,
    customerId: null,
    isAdjusted: false,
    amounts: {
      'withdrawal.amount': { amount: readText(row, 'amount'), unit },
      ...(sent === null ? {} : { amount_to_send: { amount: sent, unit } }),
    },
  };
}

/** The records of a list that could not be read: what was received may be cut, and need not be a record at all. */
export function unreadRecords(database: SqliteDatabase, list: FactList): readonly UnreadRecord[] {
  return database.all('SELECT uuid, raw FROM quarantine WHERE list = ? ORDER BY id', list).map((row) => {
    const uuid = readTextOrNull(row, 'uuid');
    const ident = identOf(readText(row, 'raw'), list === 'invoices' ? 'external_id' : 'tx_hash');
    return { uuid, ident };
  });
}

function identOf(raw: string, field: 'external_id' | 'tx_hash'): string | null {
  try {
    const record: unknown = JSON.parse(raw);
    const ident = isFields(record) ? record[field] : null;
    return typeof ident === 'string' ? ident.trim() : null;
  } catch {
    return null;
  }
}

/** How complete a list is, and whether it was ever read to its end. */
export function certificateOf(database: SqliteDatabase, list: FactList): Certificate {
  const row = database.get('SELECT certificate FROM list_state WHERE list = ?', list);
  if (row === null) throw new StoreError('corrupt', 'mirror', `the state of the list ${list} is missing`);
  return readWord(row, 'certificate', CERTIFICATES);
}
