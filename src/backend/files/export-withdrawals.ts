/** The columns of the export of withdrawals. Not here: who reads the records (backend/workers). */
import type { Withdrawal } from '../../domain/withdrawal.ts';
import type { CsvColumn } from './csv.ts';

export interface WithdrawalFact {
  readonly record: Withdrawal;
  readonly asOf: string;
}

const column = (
  title: string,
  type: 'text' | 'number',
  cell: CsvColumn<WithdrawalFact>['cell'],
): CsvColumn<WithdrawalFact> => ({ title, type, cell });

/** The columns, by the API's names. */
export const WITHDRAWAL_COLUMNS: readonly CsvColumn<WithdrawalFact>[] = [
  column('uuid', 'text', ({ record }) => record.uuid),
  column('status', 'text', ({ record }) => record.status),
  column('token', 'text', ({ record }) => record.token),
  column('network', 'text', ({ record }) => record.network),
  column('amount', 'number', ({ record }) => record.amount),
  column('network_commission', 'number', ({ record }) => record.network_commission),
  column('amount_to_send', 'number', ({ record }) => record.amount_to_send),
  column('address', 'text', ({ record }) => record.address),
  column('tx_hash', 'text', ({ record }) => record.tx_hash),
  column('reject_code', 'text', ({ record }) => record.reject_code),
  column('reject_reason', 'text', ({ record }) => record.reject_reason),
  column('created_at', 'text', ({ record }) => record.created_at),
  column('processed_at', 'text', ({ record }) => record.processed_at),
  column('actor', 'text', ({ record }) => record.actor),
  column('balance_type', 'text', ({ record }) => record.balance_type),
  column('read_at', 'text', ({ asOf }) => asOf),
];
