/** Reading withdrawals (specification, "Withdrawal"): uuid, amount and status are indispensable, the rest may be null. */
import type { Withdrawal } from '../../../domain/withdrawal.ts';
import { type Fields, type Reading, readRecord } from './fields.ts';

/** One withdrawal. */
export function readWithdrawal(source: unknown): Reading<Withdrawal> {
  return readRecord('withdrawal', source, withdrawalOf);
}

function withdrawalOf(fields: Fields): Withdrawal {
  const withdrawal = {
    uuid: fields.requiredUuid('uuid'),
    actor: fields.text('actor'),
    balance_type: fields.text('balance_type'),
    token: fields.text('token'),
    network: fields.text('network'),
    address: fields.text('address'),
    amount: fields.requiredMoney('amount'),
    network_commission: fields.money('network_commission'),
    amount_to_send: fields.money('amount_to_send'),
    status: fields.requiredText('status', 64),
    tx_hash: fields.text('tx_hash'),
    reject_code: fields.text('reject_code'),
    reject_reason: fields.text('reject_reason'),
    logo_url: fields.text('logo_url'),
    created_at: fields.text('created_at'),
    processed_at: fields.text('processed_at'),
  };
  return { ...withdrawal, extra: fields.extra() };
}
