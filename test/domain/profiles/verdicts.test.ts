/** Tables over the closed unions of the domain: fulfilment, codes, delivery states, withdrawals, payment methods. */
import { describe, expect, it } from 'vitest';
import { adviceFor, API_CODES, isApiCode, isAuthenticationCode } from '../../../src/domain/kernel/failure/api-code.ts';
import { deliveryState, latestDelivery } from '../../../src/domain/webhooks/delivery.ts';
import { FRESH_FOR_MS, fulfilmentOf } from '../../../src/domain/records/fulfilment.ts';
import { acceptsAmount, commissionsWithinCeiling } from '../../../src/domain/records/payment-method.ts';
import { rejectionInWords, sentAmountTies } from '../../../src/domain/records/withdrawal.ts';
import { anAttempt, aDelivery, aMethod, anAdjustment, anInvoice, aWithdrawal } from '../../support/records.ts';

const AS_OF = '2026-11-21T12:00:00Z';

describe('fulfilment', () => {
  const adjusted = { is_adjusted: true, adjustment: anAdjustment() };
  it.each([
    ['success', {}, 0, 'fulfil'],
    ['success', {}, FRESH_FOR_MS, 'fulfil'],
    ['success', {}, FRESH_FOR_MS + 1, 'read-again-first'],
    ['success', {}, -1, 'read-again-first'],
    ['success', {}, Number.NaN, 'read-again-first'],
    ['success', adjusted, 0, 'fulfil-for'],
    ['success', adjusted, FRESH_FOR_MS + 1, 'read-again-first'],
    ['success', { settled_amount_usdt: null }, 0, 'check'],
    ['success', { settled_amount_usdt: null }, FRESH_FOR_MS + 1, 'check'],
    ['pending', {}, 0, 'do-not-fulfil-yet'],
    ['expired', {}, 0, 'do-not-fulfil'],
    ['canceled', {}, 0, 'do-not-fulfil'],
    ['fail', {}, 0, 'escalate'],
    ['refunded', {}, 0, 'check'],
    ['SUCCESS', {}, 0, 'check'],
  ] as const)('%s %j read %i ms ago → %s', (status, change, ageMs, verdict) => {
    expect(fulfilmentOf(anInvoice({ status, ...change }), AS_OF, ageMs)).toMatchObject({ verdict, asOf: AS_OF });
  });
  it.each([
    ['success', 'escalate'],
    ['pending', 'escalate'],
    ['refunded', 'escalate'],
    ['expired', 'do-not-fulfil'],
  ] as const)('%s that the API does not show any more → %s', (status, verdict) => {
    expect(fulfilmentOf(anInvoice({ status }), AS_OF, 0, true)).toMatchObject({ verdict, asOf: AS_OF });
  });
  it('names the credited amount of an adjusted invoice and never words fail as unpaid', () => {
    const invoice = anInvoice({ ...adjusted, settled_amount_usdt: '81.370000000000000001' });
    expect(fulfilmentOf(invoice, AS_OF, 0).reason).toContain('81.370000000000000001 USDT');
    expect(fulfilmentOf(anInvoice({ status: 'fail' }), AS_OF, 0).reason).toMatch(/may have paid/);
  });
});

describe('codes of the API', () => {
  it('are 26, each with a sentence and a next step of its own', () => {
    expect(API_CODES).toHaveLength(26);
    const sentences = API_CODES.map((code) => adviceFor(code, 400));
    expect(new Set(sentences.map(({ sentence }) => sentence)).size).toBe(26);
    for (const { sentence, nextStep } of sentences) expect(sentence.length > 10 && nextStep.length > 10).toBe(true);
  });
  it('unknown ones are named and judged by their status', () => {
    expect(isApiCode('NEW_CODE')).toBe(false);
    const said = [400, 429, 500].map((status) => adviceFor('NEW_CODE', status));
    for (const { sentence } of said) expect(sentence).toContain('NEW_CODE');
    expect(new Set(said.map(({ nextStep }) => nextStep)).size).toBe(3);
  });
  it('DEALS_DISABLED stops creating and nothing else', () => {
    expect(isAuthenticationCode('DEALS_DISABLED')).toBe(false);
    expect(
      ['API_KEY_INVALID', 'UNAUTHORIZED', 'API_KEY_REVOKED', 'BUSINESS_NOT_ACTIVE', 'MERCHANT_BLOCKED'].every(
        isAuthenticationCode,
      ),
    ).toBe(true);
  });
});

describe('deliveries', () => {
  it.each([
    ['pending', 0, 'queued'],
    ['pending', 2, 'retrying'],
    ['delivering', 1, 'in-flight'],
    ['delivered', 1, 'delivered'],
    ['failed', 7, 'failed'],
    ['frozen', 1, 'unknown'],
    [null, null, 'unknown'],
  ] as const)('%s after %s attempts is %s', (status, attempts, state) => {
    expect(deliveryState(aDelivery({ status, attempts }))).toBe(state);
  });
  it('counts the history when the API gives no number', () => {
    expect(deliveryState(aDelivery({ status: 'pending', attempts: null, attempts_history: [anAttempt()] }))).toBe(
      'retrying',
    );
  });
  it('the latest is the newest, the last of the list on a tie', () => {
    const [old, young] = [
      aDelivery({ uuid: 'a', created_at: '2026-01-01T00:00:00Z' }),
      aDelivery({ uuid: 'b', created_at: '2026-01-02T00:00:00Z' }),
    ];
    expect([latestDelivery([young, old])?.uuid, latestDelivery([old, young])?.uuid, latestDelivery([])]).toEqual([
      'b',
      'b',
      null,
    ]);
  });
});

describe('the latest delivery of one second', () => {
  it('is found by time, not by text', () => {
    const first = aDelivery({ uuid: 'a', created_at: '2026-01-01T00:00:00Z' });
    const second = aDelivery({ uuid: 'b', created_at: '2026-01-01T00:00:00.5Z' });
    expect([latestDelivery([second, first])?.uuid, latestDelivery([first, second])?.uuid]).toEqual(['b', 'b']);
  });
});

describe('withdrawals', () => {
  it.each([
    ['transfer_error', null, /blockchain failed/],
    ['brand_new', null, /brand_new/],
    ['toString', null, /toString/],
    [null, 'Typed by a person', /Typed by a person/],
    [null, null, /neither a code nor a reason/],
    ['', '', /neither a code nor a reason/],
  ])('rejected with %j and %j', (reject_code, reject_reason, words) => {
    expect(rejectionInWords(aWithdrawal({ status: 'rejected', reject_code, reject_reason }))).toMatch(words);
  });
  it('says nothing about one that was not rejected', () => {
    expect(rejectionInWords(aWithdrawal({ status: 'approved', reject_code: 'transfer_error' }))).toBeNull();
  });
  it.each([
    ['100', '1.5', '98.50', 'ties'],
    ['100', '1.5', '98.51', 'differs'],
    ['100', null, '98.5', 'unknown'],
  ] as const)('%s − %s = %s %s', (amount, network_commission, amount_to_send, result) => {
    expect(sentAmountTies(aWithdrawal({ amount, network_commission, amount_to_send }))).toBe(result);
  });
});

describe('payment methods', () => {
  it.each([
    ['1.5', '1.0', '2.5', 'within'],
    ['1.5', '1.01', '2.5', 'above'],
    ['1.5', null, '2.5', 'unknown'],
  ] as const)('%s + %s under %s: %s', (client, merchant, total, result) => {
    const method = aMethod({
      client_commission_percent: client,
      merchant_commission_percent: merchant,
      total_commission_percent: total,
    });
    expect(commissionsWithinCeiling(method)).toBe(result);
  });
  it('accepts amounts within the range, bounds included, compared as decimals', () => {
    const method = aMethod({ min_amount: '9', max_amount: '100.00' });
    expect(['8.99', '9.00', '10', '100', '100.01'].map((amount) => acceptsAmount(method, amount))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
