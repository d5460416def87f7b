/** What happened to an invoice, in its order and its words, whatever the API leaves out. */
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../src/domain/webhooks/delivery.ts';
import { happenings } from '../../../src/renderer/features/invoices/what-happened.tsx';
import { attempt as anyAttempt, delivery, invoice } from './records.ts';

const attempt = (number: number, at: string | null, fields: Partial<Attempt> = {}): Attempt =>
  anyAttempt({
    attempt_number: number,
    created_at: at,
    success: false,
    status_code: null,
    error: 'connect ECONNREFUSED 203.0.113.7:443',
    ...fields,
  });
const PAID = invoice({ created_at: '2026-11-20T10:00:00Z', finished_at: '2026-11-20T10:05:00Z', status: 'success' });
const late = { list: 'invoices', recordUuid: PAID.uuid, source: 'a walk', late: 'adjusted-later' } as const;

describe('what happened to an invoice', () => {
  it('is told the latest first, each attempt by what came back', () => {
    const told = happenings({ invoice: PAID, history: [] }, [
      delivery({
        payload: null,
        attempts_history: [
          attempt(1, '2026-11-20T10:05:01Z'),
          attempt(2, '2026-11-20T10:06:01Z', { status_code: 503, error: null }),
          attempt(3, '2026-11-20T10:11:01Z', { success: true, status_code: 200, error: null }),
        ],
      }),
    ]);
    expect(told.map(({ words }) => words)).toEqual([
      'Webhook delivered',
      'Attempt 2: HTTP 503',
      'Attempt 1: connection refused',
      'Paid',
      expect.stringMatching(/^Created for [\d.,]+ [A-Z]{3}$/),
    ]);
  });

  it('names once what one answer found changed, and the amount paid where it is known', () => {
    const seenAt = '2026-11-21T08:00:00Z';
    const change = { ...late, seenAt, before: null, after: 'true' };
    const history = [
      { ...change, field: 'is_adjusted' },
      { ...change, field: 'adjustment.actual_amount_fiat' },
      { ...change, field: 'status', late: undefined, seenAt: '2026-11-20T10:05:30Z' },
    ];
    const told = delivery({
      attempts_history: [],
      event: 'invoice.paid',
      payload: { event: 'invoice.paid', data: { amount: '49.90' } },
    });
    expect(happenings({ invoice: PAID, history }, [told]).map(({ words }) => words)).toEqual([
      'Found adjusted',
      `Paid 49.90 ${PAID.currency.code}`,
      expect.stringContaining('Created'),
    ]);
  });

  it.each([
    ['expired', 'Expired unpaid'],
    ['canceled', 'Canceled'],
    ['fail', 'Failed'],
    ['refunded', 'Ended as “refunded”'],
  ])('a %s one ended so', (status, words) => {
    expect(happenings({ invoice: { ...PAID, status }, history: [] }, [])[0]?.words).toBe(words);
  });

  it('leaves out what has no time', () => {
    const bare = invoice({ created_at: 'then', finished_at: 'soon', status: 'success' });
    expect(happenings({ invoice: bare, history: [] }, [delivery({ attempts_history: [attempt(1, null)] })])).toEqual(
      [],
    );
  });
});
