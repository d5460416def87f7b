// The columns of the export of withdrawals.
import type { Withdrawal } from '../../domain/withdrawal.ts';
import { columnsOf } from './table.ts';

export interface WithdrawalFact {
  readonly record: Withdrawal;
  readonly asOf: string;
  readonly missingSince: string | null;
}

const { text, amount, instant } = columnsOf<WithdrawalFact>();

/** The columns, by the API's names. */
export const WITHDRAWAL_COLUMNS = [
  text('uuid', ({ record }) => record.uuid),
  text('status', ({ record }) => record.status),
  text('token', ({ record }) => record.token),
  text('network', ({ record }) => record.network),
  amount('amount', ({ record }) => record.amount),
  amount('network_commission', ({ record }) => record.network_commission),
  amount('amount_to_send', ({ record }) => record.amount_to_send),
  text('address', ({ record }) => record.address),
  text('tx_hash', ({ record }) => record.tx_hash),
  text('reject_code', ({ record }) => record.reject_code),
  text('reject_reason', ({ record }) => record.reject_reason),
  instant('created_at', ({ record }) => record.created_at),
  instant('processed_at', ({ record }) => record.processed_at),
  text('actor', ({ record }) => record.actor),
  text('balance_type', ({ record }) => record.balance_type),
  instant('not_shown_since', ({ missingSince }) => missingSince),
  instant('read_at', ({ asOf }) => asOf),
] as const;
