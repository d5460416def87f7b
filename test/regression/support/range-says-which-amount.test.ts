/** A range of amounts in the finder found an invoice by what was paid and showed what was ordered, so that the line said an amount outside of what was asked for. */
import { expect, it } from 'vitest';
import { matchedAmount } from '../../../src/domain/records/matched-amount.ts';
import { invoice } from '../../backend/mirror/sample.ts';

const one = { ...invoice(1, { amount: '48.80', amount_to_send: '49.90' }), paid: { amount: '61.00' } };

it('says which amount lies in the range', () => {
  expect(matchedAmount(one, { from: '60', to: '70' })).toMatchObject({ word: 'Paid', amount: '61.00' });
  expect(matchedAmount(one, { from: '40', to: '49' })).toMatchObject({ word: 'Ordered', amount: '48.80' });
  expect(matchedAmount(one, { from: '49', to: '50' })).toMatchObject({ word: 'To pay', amount: '49.90' });
  expect(matchedAmount(one, { from: '100' })).toMatchObject({ word: 'Net', unit: 'USDT' });
});

it('of the amounts that were asked for alone', () => {
  expect(matchedAmount(one, { of: ['net'], from: '1' })).toMatchObject({ word: 'Net' });
  expect(matchedAmount(one, { of: ['ordered', 'toPay'], from: '40', to: '70' })).toMatchObject({ word: 'Ordered' });
});
