/** Amounts as people type them: what is read, what is asked about, what is none; and no digit is ever lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTypedAmount } from '../../../../src/domain/kernel/money/typed-amount.ts';

const NARROW = '\u202f';
const HARD = '\u00a0';

describe('an amount that can be read in one way', () => {
  it.each([
    ['49.90', '49.90'],
    ['49,90', '49.90'],
    ['49,9', '49.9'],
    ['49', '49'],
    [' 49.90 ', '49.90'],
    ['1 234,50', '1234.50'],
    [`1${HARD}234,50`, '1234.50'],
    [`1${NARROW}234${NARROW}567.8`, '1234567.8'],
    ['1 234', '1234'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ["1'234.50", '1234.50'],
    ['1’234.50', '1234.50'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1,234,567.89', '1234567.89'],
    ['12,34,567.89', '1234567.89'],
    ['1 234,567', '1234.567'],
    ['1234,567', '1234.567'],
    ['0,123', '0.123'],
    ['1.234', '1.234'],
    ['1,2345', '1.2345'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['5.', '5'],
    ['007.50', '7.50'],
    ['0', '0'],
    ['-5', '-5'],
    ['−5,5', '-5.5'],
  ])('%j is %s', (text, amount) => {
    expect(readTypedAmount(text)).toEqual({ kind: 'amount', amount });
  });
});

it.each([
  ['1,234', '1234', '1.234'],
  ['12,345', '12345', '12.345'],
  ['-999,000', '-999000', '-999.000'],
])('%j is asked about', (text, whole, decimal) => {
  expect(readTypedAmount(text)).toEqual({ kind: 'ambiguous', readings: [whole, decimal] });
});

it.each([
  '',
  ' ',
  '.',
  ',',
  '-',
  '+5',
  '1e3',
  '0x10',
  '٣',
  '５',
  '12 34',
  '1 2345',
  '1,23,4',
  '0.123,5',
  '1.234.56,7',
  '1.2.3',
  '1..2',
  '12,50.00',
  "1'23",
  '5 EUR',
  '€5',
  '--5',
  '1-2',
  'NaN',
  '9'.repeat(65),
])('%j is none', (text) => {
  expect(readTypedAmount(text)).toEqual({ kind: 'none' });
});

it('keeps every digit of an amount, whatever stands between them', () => {
  const whole = fc.bigInt({ min: 1000n, max: 10n ** 15n });
  const fraction = fc.integer({ min: 0, max: 99 }).map((cents) => String(cents).padStart(2, '0'));
  const marks = fc.constantFrom<readonly [string, string]>([' ', ','], ['.', ','], [',', '.'], ["'", '.'], ['', ',']);
  fc.assert(
    fc.property(whole, fraction, marks, (units, cents, [thousands, decimal]) => {
      const typed = `${units.toString().replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${cents}`;
      expect(readTypedAmount(typed)).toEqual({ kind: 'amount', amount: `${units}.${cents}` });
    }),
    { seed: 7, numRuns: 500 },
  );
});
