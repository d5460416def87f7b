/** What is read again before a support reply, as tables over status, age, payment window and deliveries. */
import { describe, expect, it } from 'vitest';
import { areDeliveriesDue, isInvoiceDue } from '../../../src/domain/support/support-reply.ts';
import { aDelivery, anInvoice } from '../../support/records.ts';

const NOW = Date.parse('2026-11-20T10:10:00Z');
const MINUTE_MS = 60_000;
const ago = (minutes: number): string => new Date(NOW - minutes * MINUTE_MS).toISOString();

describe('the invoice', () => {
  it.each([
    ['success', 4.9, false],
    ['success', 5.1, true],
    ['pending', 4.9, false],
    ['pending', 5.1, true],
    ['settling', 5.1, true],
    ['expired', 600, false],
    ['canceled', 600, false],
    ['fail', 600, false],
  ])('%s, read %d minutes ago: %s', (status, minutes, isDue) => {
    const invoice = anInvoice({ status, expires_at: ago(-60) });
    expect(isInvoiceDue(invoice, ago(minutes), NOW)).toBe(isDue);
  });

  it.each([
    ['read before its window closed', 2, 1, true],
    ['read after its window closed', 1, 2, false],
    ['with an open window', 1, -1, false],
  ])('pending, %s', (_name, read, closed, isDue) => {
    const invoice = anInvoice({ status: 'pending', expires_at: ago(closed) });
    expect(isInvoiceDue(invoice, ago(read), NOW)).toBe(isDue);
  });

  it('is due when nobody knows how old the copy is', () => {
    expect(isInvoiceDue(anInvoice(), 'yesterday', NOW)).toBe(true);
  });
});

describe('its deliveries', () => {
  const retrying = (next: number) => [aDelivery({ status: 'pending', next_attempt_at: ago(next) })];

  it.each([
    ['none, read before the end', [], 30, true],
    ['none, read since the end', [], 10, false],
    ['delivered', [aDelivery({ status: 'delivered', next_attempt_at: null })], 30, false],
    ['the next attempt ahead', retrying(-5), 10, false],
    ['the next attempt over', retrying(5), 10, true],
  ] as const)('%s', (_name, deliveries, read, isDue) => {
    const invoice = anInvoice({ finished_at: ago(20) });
    expect(areDeliveriesDue(invoice, { deliveries, asOf: ago(read) }, NOW)).toBe(isDue);
  });

  it('are not waited for while the invoice is pending', () => {
    const invoice = anInvoice({ status: 'pending', finished_at: null });
    expect(areDeliveriesDue(invoice, { deliveries: [], asOf: ago(30) }, NOW)).toBe(false);
  });
});
