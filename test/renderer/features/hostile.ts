/**
 * Records that do their worst, and a scene full of them: markup, direction marks, four thousand characters, sixty digits, eighteen
 * decimals, unknown words, nulls everywhere. Not here: the plain scenes (scenes.ts).
 */
import type { AdjustedRow } from '../../../src/domain/reconcile/adjusted.ts';
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { attempt, delivery, HOSTILE, invoice, method, rate, withdrawal } from './records.ts';
import {
  ago,
  asRow,
  estimateOf,
  EUR_TOTAL,
  HOUR,
  invoiceAnswer,
  livingScene,
  MINUTE,
  MOVES,
  rateSeries,
  type Scene,
  uuidAt,
} from './scenes.ts';

const HOSTILE_CURRENCY = { id: null, code: HOSTILE.script.slice(0, 24), name: HOSTILE.rtl, symbol: '<b>' };

/** An invoice of which every field is as bad as the contract allows. */
export function hostileInvoice(): Invoice {
  return invoice({
    external_id: HOSTILE.script,
    customer_id: HOSTILE.rtl,
    purpose: HOSTILE.long,
    amount: HOSTILE.manyDigits,
    amount_to_send: HOSTILE.manyDigits,
    currency: HOSTILE_CURRENCY,
    status: HOSTILE.status,
    payment_url: `javascript:alert(1)//${'x'.repeat(400)}`,
    callback_url: HOSTILE.script,
    payment_method: { name: HOSTILE.script, logo_url: 'https://evil.example/x.png' },
    rate: HOSTILE.manyDecimals,
    settled_amount_usdt: HOSTILE.manyDecimals,
    is_adjusted: true,
    adjustment: {
      expected_amount_fiat: HOSTILE.manyDigits,
      actual_amount_fiat: HOSTILE.manyDecimals,
      expected_amount_usdt: HOSTILE.manyDecimals,
      actual_amount_usdt: HOSTILE.manyDigits,
    },
    extra: { [HOSTILE.script]: HOSTILE.script, nested: { deep: [HOSTILE.rtl] } },
  });
}

/** An invoice of which everything that may be null is null. */
export function emptyInvoice(): Invoice {
  return invoice({
    customer_id: null,
    purpose: null,
    amount_to_send: null,
    status: 'pending',
    callback_url: null,
    success_url: null,
    fail_url: null,
    payment_url: null,
    expires_at: null,
    finished_at: null,
    payment_method: null,
    rate: null,
    settled_amount_usdt: null,
  });
}

function hostileWithdrawal(): Withdrawal {
  return withdrawal({
    token: HOSTILE.script,
    network: HOSTILE.script,
    address: HOSTILE.long,
    amount: HOSTILE.manyDigits,
    network_commission: HOSTILE.manyDecimals,
    amount_to_send: HOSTILE.manyDigits,
    status: HOSTILE.status,
    tx_hash: HOSTILE.script,
    reject_code: HOSTILE.rtl,
    reject_reason: HOSTILE.long,
    extra: { [HOSTILE.script]: { a: HOSTILE.rtl } },
  });
}

function hostileDelivery(): Delivery {
  return delivery({
    event: HOSTILE.script,
    status: HOSTILE.status,
    target_url: `javascript:${HOSTILE.long}`,
    last_error: HOSTILE.script,
    payload: { html: HOSTILE.script, long: HOSTILE.long },
    attempts_history: [
      attempt({ triggered_by: HOSTILE.script, response_body: HOSTILE.long, error: HOSTILE.rtl }),
      attempt({
        attempt_number: null,
        round: null,
        triggered_by: null,
        success: null,
        duration_ms: null,
        created_at: null,
        status_code: null,
        response_body: null,
      }),
    ],
    extra: { strange: true },
  });
}

function hostileAdjusted(): AdjustedRow {
  return {
    uuid: hostileInvoice().uuid,
    externalId: HOSTILE.script,
    customerId: HOSTILE.long,
    currency: HOSTILE_CURRENCY.code,
    status: HOSTILE.status,
    method: HOSTILE.rtl,
    finishedAt: 'never',
    amount: HOSTILE.manyDigits,
    expectedFiat: HOSTILE.manyDigits,
    actualFiat: HOSTILE.manyDecimals,
    deltaFiat: `-${HOSTILE.manyDigits}`,
    deltaFiatPercent: '-100.0000',
    expectedUsdt: HOSTILE.manyDecimals,
    actualUsdt: HOSTILE.manyDigits,
    deltaUsdt: HOSTILE.manyDigits,
    deltaUsdtPercent: null,
    settledUsdt: null,
    asOf: ago(HOUR),
    findings: ['adjustment-missing', 'ordered-differs', 'settled-differs', 'settled-missing'],
    exception: { id: 'e', state: 'open', assignee: HOSTILE.rtl, reason: null, note: HOSTILE.script },
  };
}

/** Records that do their worst on every screen. */
export function hostileScene(): Scene {
  const bad = hostileInvoice();
  const blank = emptyInvoice();
  const payout = hostileWithdrawal();
  return {
    ...livingScene(),
    'invoices.page': () => success({ rows: [asRow(bad), asRow({ ...blank, uuid: uuidAt(2) })], total: 2 }),
    'invoices.facets': () =>
      success({
        currencies: [{ value: HOSTILE.script, count: 1 }],
        methods: [{ value: HOSTILE.rtl, count: 1 }],
        statuses: [{ value: HOSTILE.status, count: 2 }],
      }),
    'invoices.get': ({ ident }) => success(invoiceAnswer(ident === bad.uuid ? bad : { ...blank, uuid: ident })),
    'deliveries.ofInvoice': () =>
      success({ deliveries: [hostileDelivery()], asOf: ago(1_000), source: 'api', quarantined: 3 }),
    'reconciliation.adjusted': () =>
      success({
        rows: [hostileAdjusted()],
        total: 1,
        totals: [
          { ...EUR_TOTAL, currency: HOSTILE.script, expectedFiat: HOSTILE.manyDigits, deltaUsdt: HOSTILE.manyDecimals },
        ],
        triage: { open: 1, resolved: 0 },
      }),
    'withdrawals.page': () =>
      success({
        rows: [{ ...payout, asOf: ago(MINUTE) }],
        total: 1,
        totals: [
          {
            token: HOSTILE.script,
            network: null,
            status: HOSTILE.status,
            count: 1,
            amount: HOSTILE.manyDigits,
            networkCommission: HOSTILE.manyDecimals,
            amountToSend: HOSTILE.manyDigits,
          },
        ],
      }),
    'withdrawals.get': () => success({ withdrawal: payout, asOf: ago(MINUTE), source: 'mirror' }),
    'rates.latest': () =>
      success({
        rates: [
          rate({
            currency: HOSTILE.script,
            source: HOSTILE.rtl,
            price: HOSTILE.manyDecimals,
            max_amount: HOSTILE.manyDigits,
          }),
          rate({
            currency: null,
            source: null,
            side: null,
            price: null,
            min_amount: null,
            max_amount: null,
            updated_at: 'soon',
          }),
        ],
        currencies: [HOSTILE.long.slice(0, 300)],
        asOf: ago(1_000),
        quarantined: 2,
      }),
    'paymentMethods.list': () =>
      success({
        methods: [...HOSTILE_METHODS],
        asOf: ago(1_000),
        quarantined: 0,
      }),
    'pricing.estimate': (asked) => success(estimateOf(asked, HOSTILE_METHODS, [])),
    'rates.history': () =>
      success({
        series: rateSeries().map((one) => ({ ...one, source: HOSTILE.script, side: HOSTILE.rtl })),
        currencies: [HOSTILE.script],
        since: null,
      }),
    'catalogue-changes.page': () =>
      success({
        rows: [
          { ...MOVES[0], method: HOSTILE.script, currency: HOSTILE.rtl, after: HOSTILE.manyDecimals },
          { ...MOVES[1], field: 'name', before: HOSTILE.long.slice(0, 256), after: HOSTILE.script },
        ],
        total: 2,
        since: 'soon',
      }),
  };
}

const HOSTILE_METHODS = [
  method({
    name: HOSTILE.script,
    min_amount: HOSTILE.manyDigits,
    client_commission_percent: HOSTILE.manyDecimals,
  }),
  method({
    id: null,
    name: HOSTILE.long,
    min_amount: null,
    max_amount: null,
    total_commission_percent: null,
    client_commission_percent: null,
    merchant_commission_percent: null,
    currency: HOSTILE_CURRENCY,
  }),
];
