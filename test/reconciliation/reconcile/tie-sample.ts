/** One invoice and one withdrawal that tie out, as the tie-out sees them, with whatever a test changes in them. */
import type { InvoiceAdjustment } from '../../../src/domain/records/invoice.ts';
import type { InvoiceTieFact, WithdrawalTieFact } from '../../../src/domain/reconcile/tie-out.ts';
import type { ToldPayload } from '../../../src/domain/webhooks/told-payload.ts';

export const TOLD: ToldPayload = {
  deliveryUuid: 'delivery-1',
  deliveredAt: '2026-10-05T10:10:01Z',
  event: 'invoice.paid',
  status: 'success',
  creditedUsdt: '93.10',
  amount: '100.00',
  originalAmount: null,
  adjusted: false,
};

export const ADJUSTMENT: InvoiceAdjustment = {
  expected_amount_fiat: '100.00',
  actual_amount_fiat: '87.40',
  expected_amount_usdt: '93.10',
  actual_amount_usdt: '81.3694',
};

export function invoice(change: Partial<InvoiceTieFact> = {}): InvoiceTieFact {
  return {
    kind: 'invoice',
    uuid: 'invoice-1',
    externalId: 'order-1',
    customerId: 'customer-1',
    method: 'Card',
    status: 'success',
    currency: 'EUR',
    amount: '100.00',
    settledUsdt: '93.10',
    isAdjusted: false,
    adjustment: null,
    finishedAt: '2026-10-05T10:10:00Z',
    told: TOLD,
    deliveries: { count: 1, readAt: '2026-11-01T00:00:00Z' },
    callbackUrl: 'https://shop.example/hook',
    untold: null,
    toldReadAt: '2026-11-01T00:00:00Z',
    lastChangedAt: '2026-10-05T10:00:00Z',
    changeSeenAt: null,
    firstSeenAt: '2026-10-05T10:00:00Z',
    asOf: '2026-11-01T00:00:00Z',
    ...change,
  };
}

/** Corrected after the receiver was told; the receiver was told again. */
export function adjusted(change: Partial<InvoiceTieFact> = {}): InvoiceTieFact {
  return invoice({
    isAdjusted: true,
    adjustment: ADJUSTMENT,
    settledUsdt: '81.3694',
    changeSeenAt: '2026-10-07T00:00:00Z',
    told: { ...TOLD, creditedUsdt: '81.3694', amount: '87.40', originalAmount: '100.00', adjusted: true },
    ...change,
  });
}

export function withdrawal(change: Partial<WithdrawalTieFact> = {}): WithdrawalTieFact {
  return {
    uuid: 'withdrawal-1',
    address: 'T-address',
    token: 'USDT',
    status: 'approved',
    amount: '50.5',
    networkCommission: '1.5',
    amountToSend: '49',
    createdAt: '2026-10-05T10:00:00Z',
    processedAt: '2026-10-06T10:00:00Z',
    txHash: 'hash-1',
    lastChangedAt: '2026-10-06T10:00:00Z',
    asOf: '2026-11-01T00:00:00Z',
    ...change,
  };
}
