/** Amounts as lists show them: rounded half away from zero, never to nothing, and never less than what a currency has. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDecimals, shortAmount } from '../../../../src/domain/kernel/money/parts.ts';

describe('a shortened amount', () => {
  it.each([
    ['674.913333', 2, { text: '674.91', isLess: false, isWhole: false }],
    ['0.005', 2, { text: '0.01', isLess: false, isWhole: false }],
    ['-0.005', 2, { text: '-0.01', isLess: false, isWhole: false }],
    ['0.004999', 2, { text: '0.01', isLess: true, isWhole: false }],
    ['-0.000000000000000001', 2, { text: '-0.01', isLess: true, isWhole: false }],
    ['0.000', 2, { text: '0.00', isLess: false, isWhole: true }],
    ['49.9', 2, { text: '49.90', isLess: false, isWhole: true }],
    ['1000', 0, { text: '1000', isLess: false, isWhole: true }],
    ['999.995', 2, { text: '1000.00', isLess: false, isWhole: false }],
  ] as const)('%s at %i decimals', (value, places, expected) => {
    expect(shortAmount(value, places)).toEqual(expected);
  });

  it('is within half of the last place, whatever the digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: 3, max: 18 }),
        (units, scale) => {
          const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
          const value = `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
          const { text, isLess } = shortAmount(value, 2);
          const shown = BigInt(text.replace('.', '')) * 10n ** BigInt(scale - 2);
          const off = shown > units ? shown - units : units - shown;
          if (isLess) expect(units !== 0n && off < 10n ** BigInt(scale - 2)).toBe(true);
          else expect(2n * off <= 10n ** BigInt(scale - 2)).toBe(true);
        },
      ),
    );
  });
});

it('knows the decimals of a currency, and that a token is none', () => {
  expect(['EUR', 'JPY', 'KWD', 'USDT', 'TRX', 'xyz', ''].map(currencyDecimals)).toEqual([
    2,
    0,
    3,
    null,
    null,
    null,
    null,
  ]);
});
