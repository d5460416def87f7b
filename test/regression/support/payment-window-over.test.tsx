/**
 * A pending invoice past its `expires_at` said "the payment link is still open" and offered its link for the customer: the verdict went by the
 * status alone, and the API may end an invoice later than its window closes. Only the reply for support knew better, by a rule of its own. Now the
 * verdict, the link of a created order and its outcome go by the window, on the API's clock.
 */
import { describe, expect, it } from 'vitest';
import { fulfilmentOf } from '../../../src/domain/records/fulfilment.ts';
import { isWindowOver } from '../../../src/domain/records/payment-window.ts';
import { outcomeWords } from '../../../src/renderer/features/invoices/create/outcome-words.ts';
import { verdictNow } from '../../../src/renderer/features/invoices/use-invoice.ts';
import { anInvoice } from '../../support/records.ts';

const CLOSES = Date.parse('2026-11-20T10:20:00Z');
const open = anInvoice({
  status: 'pending',
  finished_at: null,
  settled_amount_usdt: null,
  expires_at: '2026-11-20T10:20:00Z',
});
const AS_OF = '2026-11-20T10:10:00Z';
const TEN_MINUTES = 600_000;

describe('a pending invoice', () => {
  it.each([
    ['read within its window', 0, true],
    ['in the last instant of it', TEN_MINUTES, true],
    ['read within it, looked at after it', TEN_MINUTES + 1, false],
    ['of an age that nobody knows', Number.NaN, true],
  ])('%s: is its link open?', (_name, ageMs, isOpen) => {
    const { verdict, reason } = fulfilmentOf(open, AS_OF, ageMs);
    expect(verdict).toBe('do-not-fulfil-yet');
    expect(reason.includes('link is open')).toBe(isOpen);
    expect(reason.includes('window is over')).toBe(!isOpen);
  });

  it('read after its window does not say so either', () => {
    expect(fulfilmentOf(open, '2026-11-20T10:20:01Z', 0).reason).toContain('window is over');
  });

  it('that stands on a screen while its window closes does not keep saying so', () => {
    const answer = {
      invoice: open,
      asOf: AS_OF,
      source: 'mirror' as const,
      fulfilment: fulfilmentOf(open, AS_OF, 0),
      history: [],
    };
    expect(verdictNow(answer, CLOSES).reason).toContain('link is open');
    expect(verdictNow(answer, CLOSES + 1).reason).toContain('window is over');
  });

  it('that was just created is not offered for the customer any more', () => {
    const record = { outcome: 'created', invoice: open } as const;
    const words = (nowMs: number) => outcomeWords({ ...CREATED, ...record }, nowMs);
    expect(words(CLOSES).words).toContain('Send its payment link');
    expect(words(CLOSES + 1)).toMatchObject({ tone: 'warn', words: expect.stringContaining('no payment any more') });
  });
});

const CREATED = {
  intentId: 'i',
  state: 'ended',
  body: '{}',
  order: { external_id: 'a', customer_id: 'b', amount: '1', currency: 'EUR' },
  armedAt: AS_OF,
  endedAt: AS_OF,
} as const;

it('knows no window of a closed invoice, or of one without an end', () => {
  expect(isWindowOver(anInvoice({ status: 'success', expires_at: '2020-01-01T00:00:00Z' }), CLOSES)).toBe(false);
  expect(isWindowOver({ status: 'pending', expires_at: null }, CLOSES)).toBe(false);
});
