/** The words of notifications: plain, short, and true whatever the API wrote. */
import { describe, expect, it } from 'vitest';
import { closedNotice, lateNotice, noticeTitle, rejectedNotice } from '../../../src/domain/news/notice.ts';
import type { Withdrawal } from '../../../src/domain/records/withdrawal.ts';
import { withdrawal } from '../../backend/mirror/sample.ts';

const rejected = (change: Partial<Withdrawal> = {}): Withdrawal =>
  withdrawal(1, { amount: '250.00', status: 'rejected', tx_hash: null, reject_code: 'transfer_error', ...change });

describe('a notification', () => {
  it('names the business, and the sandbox as a sandbox', () => {
    expect(noticeTitle({ name: 'Shop', kind: 'business' })).toBe('Shop');
    expect(noticeTitle({ name: 'Sandbox', kind: 'sandbox' })).toBe('SANDBOX · Sandbox');
  });

  it('says of a rejected withdrawal how much, why, and that the balance was returned', () => {
    expect(rejectedNotice([rejected()])).toBe(
      'A withdrawal of 250.00 USDT was rejected. The transfer on the blockchain failed. The balance was returned.',
    );
    expect(rejectedNotice([rejected({ reject_code: null, reject_reason: 'Limit reached' })])).toBe(
      'A withdrawal of 250.00 USDT was rejected. Limit reached. The balance was returned.',
    );
  });

  it.each([
    ['moon_phase', '“moon_phase”'],
    ['constructor', '“constructor”'],
    ['<b>x</b>', '“·b·x·/b·”'],
    ['\u202Egnp', '⟨202E⟩'],
    ['x'.repeat(5000), '…'],
  ])('tells the code %j as it came, on one short line', (code, shown) => {
    const body = rejectedNotice([rejected({ reject_code: code, token: null })]);
    expect(body).toContain(shown);
    expect(body.length).toBeLessThan(320);
    expect(body).toMatch(/^A withdrawal of 250\.00 \(token not told\) was rejected\. .*The balance was returned\.$/);
  });

  it('is one for several, with a sum for each token', () => {
    const several = [rejected(), rejected({ amount: '0.000000000000000001' }), rejected({ token: 'TON', amount: '3' })];
    expect(rejectedNotice(several)).toBe(
      '3 withdrawals were rejected, 250.000000000000000001 USDT, 3 TON. The balance was returned. Withdrawals says why.',
    );
    const tokens = ['A', 'B', 'C', 'D'].map((token) => rejected({ token }));
    expect(rejectedNotice(tokens)).toMatch(/^4 withdrawals were rejected\. /);
  });

  it('says what changed of a final record, and that closed totals stay', () => {
    const late = { list: 'invoices', label: 'order-17', kinds: ['adjusted-later', 'settled-changed'] } as const;
    expect(lateNotice(1, late)).toBe(
      'Invoice order-17 changed after it was final: it was adjusted, its settled amount is another one. Late changes shows it before and after.',
    );
    expect(lateNotice(1, { ...late, list: 'withdrawals', label: null })).toMatch(/^One withdrawal changed/);
    expect(lateNotice(12, late)).toMatch(/^12 records changed after they were final\./);
    const change = { list: 'invoices', label: 'order-17', token: 'USDT', amount: '-4.00' } as const;
    expect(closedNotice(1, change, [change])).toBe(
      'A fact of a closed period changed: invoice order-17, -4.00 USDT. The closed totals stay; Changed after their close shows it.',
    );
    expect(closedNotice(2, change, [change, { ...change, amount: '1.5' }])).toBe(
      '2 facts of closed periods changed, -2.50 USDT. The closed totals stay; Changed after their close shows them.',
    );
  });
});
