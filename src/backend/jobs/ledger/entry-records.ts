// The records that entries are held against, out of the mirror, and by which words the merchant may call them.
import type { RecordSide } from '../../../domain/ledger/entry.ts';
import type { KeptInvoice, KeptWithdrawal } from '../../mirror/kernel/answers.ts';
import type { Mirror } from '../../mirror/mirror.ts';

/** The record with that uuid, whichever list it is in; null when the mirror has none. */
export async function recordSide(mirror: Mirror, uuid: string): Promise<RecordSide | null> {
  const invoice = await mirror.read('invoices.get', { uuid });
  if (invoice !== null) return ofInvoice(invoice);
  const withdrawal = await mirror.read('withdrawals.get', { uuid });
  return withdrawal === null ? null : ofWithdrawal(withdrawal);
}

/** What the merchant may have written down for a record; by these its entries are found. */
export async function identsOfRecord(mirror: Mirror, uuid: string): Promise<readonly string[]> {
  const side = await recordSide(mirror, uuid);
  return side === null ? [] : [side.ident, side.txHash].filter((text) => text !== null);
}

const CREDITED_IN = 'USDT';

function ofInvoice({ record, missingSince }: KeptInvoice): RecordSide {
  const { code } = record.currency;
  const actual = record.adjustment?.actual_amount_fiat ?? null;
  const credited = record.settled_amount_usdt;
  return {
    list: 'invoices',
    uuid: record.uuid,
    ident: record.external_id,
    status: record.status,
    amounts: [
      { field: 'amount', amount: record.amount, unit: code },
      ...(actual === null ? [] : [{ field: 'adjustment.actual_amount_fiat' as const, amount: actual, unit: code }]),
      ...(credited === null ? [] : [{ field: 'settled_amount_usdt' as const, amount: credited, unit: CREDITED_IN }]),
    ],
    at: record.finished_at ?? record.created_at,
    txHash: null,
    customerId: record.customer_id,
    missingSince,
  };
}

function ofWithdrawal({ record, missingSince }: KeptWithdrawal): RecordSide {
  const sent = record.amount_to_send;
  return {
    list: 'withdrawals',
    uuid: record.uuid,
    ident: record.address,
    status: record.status,
    amounts: [
      ...(sent === null ? [] : [{ field: 'amount_to_send' as const, amount: sent, unit: record.token }]),
      { field: 'withdrawal.amount', amount: record.amount, unit: record.token },
    ],
    at: record.processed_at ?? record.created_at,
    txHash: record.tx_hash,
    customerId: null,
    missingSince,
  };
}
