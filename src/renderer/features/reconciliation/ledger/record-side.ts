// Records of the mirror as the other side of a match. Pure.
import type { CallOutput } from '../../../../contract/calls.ts';
import { plainText } from '../../../../domain/kernel/text/plain-text.ts';
import type { ShownRecordSide } from './entry-view.ts';

type InvoiceRow = CallOutput<'invoices.page'>['rows'][number];
type WithdrawalRow = CallOutput<'withdrawals.page'>['rows'][number];

type SideAmount = ShownRecordSide['amounts'][number];

/** Nothing where the record has none. */
function amountOf(field: SideAmount['field'], amount: string | null, unit: string | null): readonly SideAmount[] {
  return amount === null ? [] : [{ field, amount, unit }];
}

/** An invoice with what an order can be held against. */
export function invoiceSide(row: InvoiceRow): ShownRecordSide {
  const { uuid, external_id: ident, status, amount, currency, adjustment, settled_amount_usdt: settled } = row;
  return {
    list: 'invoices',
    uuid,
    ident,
    status,
    amounts: [
      { field: 'amount', amount, unit: currency.code },
      ...amountOf('adjustment.actual_amount_fiat', adjustment?.actual_amount_fiat ?? null, currency.code),
      ...amountOf('settled_amount_usdt', settled, 'USDT'),
    ],
    at: row.finished_at ?? row.created_at,
    txHash: null,
    customerId: row.customer_id,
    missingSince: row.missingSince ?? null,
  };
}

/** A withdrawal with what a line of a wallet can be held against. */
export function withdrawalSide(row: WithdrawalRow): ShownRecordSide {
  const { uuid, address, status, token, amount, amount_to_send: sent } = row;
  return {
    list: 'withdrawals',
    uuid,
    ident: address,
    status,
    amounts: [...amountOf('amount_to_send', sent, token), { field: 'withdrawal.amount', amount, unit: token }],
    at: row.processed_at ?? row.created_at,
    txHash: row.tx_hash,
    customerId: null,
    missingSince: row.missingSince ?? null,
  };
}

export function recordName({ ident, uuid }: Pick<ShownRecordSide, 'ident' | 'uuid'>): string {
  return plainText((ident === null || ident.trim() === '' ? uuid : ident).slice(0, 120));
}
