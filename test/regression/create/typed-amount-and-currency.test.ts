/**
 * The form of a new invoice refused "eur" and "49,90" with sentences that are not true: that no payment method takes the currency, and that an amount
 * has no comma. What can be read in one way only is taken, and how is said; what can be read in two ways is asked about.
 */
import { expect, it } from 'vitest';
import { orderBody } from '../../../src/domain/create/order.ts';
import { draftOf, notesOn, orderOf } from '../../../src/renderer/features/invoices/create/draft.ts';
import { method } from '../../renderer/features/records.ts';

const DRAFT = { ...draftOf({}), external_id: 'order-1', customer_id: 'c-1' };
const CONTEXT = { methods: [method()], allowLoopback: false };

it.each([
  ['49,90', 'eur', '49.90'],
  ['1 234,50', 'Eur', '1234.50'],
  ['1.234,50', ' eur ', '1234.50'],
  ['1,234.50', 'EUR', '1234.50'],
])('%j %j is sent as %s EUR', (amount, currency, sent) => {
  const draft = { ...DRAFT, amount, currency };
  expect(JSON.parse(orderBody(orderOf(draft, CONTEXT.methods)))).toMatchObject({ amount: sent, currency: 'EUR' });
  expect(Object.values(notesOn(draft, CONTEXT)).every(({ tone }) => tone === 'taken')).toBe(true);
});

it('three letters are a code in capitals while the catalogue is not known', () => {
  expect(orderOf({ ...DRAFT, amount: '1', currency: 'eur' }, null).currency).toBe('EUR');
});

it('what may be a thousand or one and a bit is asked about', () => {
  expect(notesOn({ ...DRAFT, amount: '1,234', currency: 'EUR' }, CONTEXT).amount).toEqual({
    tone: 'stop',
    words: 'This can be read as 1234 and as 1.234. Type 1234.00 if that is meant; there are at most two decimals.',
  });
});
