/**
 * What the business of the million invoices looks like, drawn from a seed: five currencies, about seven of ten paid, one in fifty of those
 * corrected, credits with six decimals and some with eighteen, a webhook delivered for most, and a few records that do not agree or
 * lack a fact. Newest first, as a walk would have stored them. Not here: storing it (million.ts).
 */
import type { Delivery } from '../../src/domain/webhooks/delivery.ts';
import type { Invoice } from '../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../src/domain/records/withdrawal.ts';
import { uuidFrom } from '../../test/support/independent-api/world.ts';
import { aDelivery, anInvoice, aWithdrawal } from '../../test/support/records.ts';

/** The invoices span this year; everything was read after it. */
const FROM_MS = Date.UTC(2025, 10, 1);
const SPAN_MS = 365 * 86_400_000;
export const READ_AT = '2026-11-02T00:00:00.000Z';

export const CURRENCIES = ['EUR', 'USD', 'PLN', 'GBP', 'CZK'] as const;
/** Fiat for one USDT in cents, so that all is whole numbers. */
const CENTS_A_USDT = [92, 100, 395, 79, 2_280] as const;
const METHODS = ['Card', 'Bank transfer', 'BLIK', 'Faster payments', 'Open banking'] as const;

/** A whole number from 0 up to `below`, the same for the same three. */
export function drawn(seed: number, index: number, what: number, below: number): number {
  let mixed = (seed ^ Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(what + 1, 0x85ebca6b)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

function fiat(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Millionths of a USDT as text; one in ten has twelve digits more. */
function usdt(micros: number, tail: number): string {
  const short = `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, '0')}`;
  return tail % 10 === 0 ? `${short}${String(tail).padStart(12, '0').slice(-12)}` : short;
}

/** The invoice at a place of the list, 0 the newest. */
export function invoiceAt(index: number, size: number, seed: number): Invoice {
  const draw = (what: number, below: number): number => drawn(seed, index, what, below);
  const createdMs = FROM_MS + Math.floor((SPAN_MS / size) * (size - 1 - index));
  const which = draw(0, CURRENCIES.length);
  const cents = 500 + draw(1, 200_000);
  const lot = draw(2, 1000);
  const status =
    lot < 700 ? 'success' : lot < 880 ? 'expired' : lot < 960 ? 'canceled' : lot < 985 ? 'fail' : 'pending';
  const uuid = uuidFrom(`reports ${seed} ${index}`);
  const isPaid = status === 'success';
  const isAdjusted = isPaid && draw(3, 50) === 0;
  const actualCents = isAdjusted ? Math.max(1, cents - draw(4, cents)) : cents;
  const tail = draw(5, 1_000_000_000);
  const perCent = CENTS_A_USDT[which] ?? 100;
  const credited = usdt(Math.floor((actualCents * 985_000) / perCent), tail);
  const expected = usdt(Math.floor((cents * 985_000) / perCent), tail);
  return anInvoice({
    uuid,
    external_id: `ORDER-${size - index}`,
    customer_id: `customer-${draw(6, 30_000)}`,
    purpose: `Order ${size - index} of the shop`,
    amount: fiat(cents),
    amount_to_send: fiat(cents + Math.floor(cents / 50)),
    currency: { id: which + 1, code: CURRENCIES[which] ?? 'EUR', name: 'Money', symbol: '¤' },
    status,
    payment_url: `https://pay.example/${uuid}`,
    created_at: isoOf(createdMs),
    expires_at: isoOf(createdMs + 1_800_000),
    finished_at: status === 'pending' || draw(7, 5_000) === 0 ? null : isoOf(createdMs + 60_000 + draw(8, 1_700_000)),
    payment_method: isPaid ? { name: METHODS[draw(9, METHODS.length)] ?? 'Card', logo_url: null } : null,
    rate: isPaid ? fiat(perCent) : null,
    settled_amount_usdt: !isPaid || draw(10, 5_000) === 0 ? null : credited,
    is_adjusted: isAdjusted,
    adjustment: isAdjusted
      ? {
          expected_amount_fiat: fiat(cents),
          actual_amount_fiat: fiat(actualCents),
          expected_amount_usdt: expected,
          actual_amount_usdt: draw(11, 200) === 0 ? expected : credited,
        }
      : null,
  });
}

/** What was delivered for it: of nineteen successes in twenty, and of nothing else. */
export function deliveryOf(invoice: Invoice, index: number, seed: number): Delivery | null {
  if (invoice.status !== 'success' || drawn(seed, index, 12, 20) === 0) return null;
  const at = isoOf(Date.parse(invoice.finished_at ?? invoice.created_at) + 3_000);
  const isDelivered = drawn(seed, index, 13, 50) !== 0;
  const settled = invoice.settled_amount_usdt ?? '1.000000';
  return aDelivery({
    uuid: uuidFrom(`delivery ${seed} ${index}`),
    invoice_uuid: invoice.uuid,
    status: isDelivered ? 'delivered' : 'failed',
    attempts: isDelivered ? 1 : 7,
    created_at: at,
    updated_at: at,
    delivered_at: isDelivered ? at : null,
    last_status_code: isDelivered ? 200 : 500,
    payload: {
      event: 'invoice.paid',
      data: {
        invoice_uuid: invoice.uuid,
        external_id: invoice.external_id,
        status: 'success',
        currency: invoice.currency.code,
        amount: invoice.adjustment?.actual_amount_fiat ?? invoice.amount,
        credited_usdt: drawn(seed, index, 14, 1_000) === 0 ? `${settled}1` : settled,
        adjusted: invoice.is_adjusted,
        ...(invoice.is_adjusted ? { original_amount: invoice.amount } : {}),
      },
    },
  });
}

/** The withdrawal at a place of the list, 0 the newest. */
export function withdrawalAt(index: number, count: number, seed: number): Withdrawal {
  const draw = (what: number, below: number): number => drawn(seed, index, 100 + what, below);
  const createdMs = FROM_MS + Math.floor((SPAN_MS / count) * (count - 1 - index));
  const lot = draw(0, 100);
  const status = lot < 90 ? 'approved' : lot < 95 ? 'rejected' : 'pending';
  const token = draw(1, 20) === 0 ? (draw(2, 2) === 0 ? 'TRX' : null) : 'USDT';
  const micros = 50_000_000 + draw(3, 900_000_000);
  const fee = 1_000_000 + draw(4, 2_000_000);
  return aWithdrawal({
    uuid: uuidFrom(`withdrawal ${seed} ${index}`),
    actor: ['merchant', 'system', null][draw(5, 3)] ?? null,
    balance_type: ['main', 'reserve'][draw(6, 2)] ?? null,
    token,
    amount: usdt(micros, 1),
    network_commission: usdt(fee, 1),
    amount_to_send: usdt(draw(7, 500) === 0 ? micros : micros - fee, 1),
    status,
    tx_hash: status === 'approved' ? uuidFrom(`hash ${seed} ${index}`) : null,
    created_at: isoOf(createdMs),
    processed_at: status === 'pending' || draw(8, 2_000) === 0 ? null : isoOf(createdMs + draw(9, 7) * 86_400_000),
  });
}
