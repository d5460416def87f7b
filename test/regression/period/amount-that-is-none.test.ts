/**
 * An item whose amount was no amount brought a bug instead of a refusal: its value was asked for all the same. `dispatch.test.ts` met it once in
 * thousands of runs.
 */
import { expect, test } from 'vitest';
import { calls } from '../../../src/contract/calls.ts';

const ITEM = {
  itemId: '0199f0aa-0000-7000-8000-000000000001',
  token: 'USDT',
  kind: 'timing',
  day: '2026-10-31',
  text: 'sent on the last day',
};
const parse = (amount: string) => calls['periods.addItem'].input.safeParse({ ...ITEM, amount });

test.each(['%2F', '', '1e3', '--1'])('%j is refused as no amount', (amount) => {
  const { error } = parse(amount);
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['amount'], 'not an amount in the accepted notation (49.90)'],
  ]);
});

test('nothing is refused as explaining nothing, and an amount is taken', () => {
  expect(parse('0.00').error?.issues.map(({ message }) => message)).toEqual(['explains nothing']);
  expect(parse('-12.50').error).toBeUndefined();
});
