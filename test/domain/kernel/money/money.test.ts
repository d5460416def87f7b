/** Exact money against an independent oracle of BigInt rationals. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  canonicalMoney,
  compareMoney,
  divideMoney,
  isMoney,
  MAX_MONEY_LENGTH,
  MoneySum,
  moneySortKey,
  multiplyMoney,
  percentOf,
  roundMoney,
  sameMoney,
  subtractMoney,
  toScaled,
  toUnits,
} from '../../../../src/domain/kernel/money/money.ts';

/** A rational number: numerator over a power of ten. Shares no code with the subject. */
function rational(text: string): { n: bigint; d: bigint } {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const n = BigInt(whole + fraction);
  return { n: negative ? -n : n, d: 10n ** BigInt(fraction.length) };
}
const absolute = (number: bigint): bigint => (number < 0n ? -number : number);
const equal = (left: { n: bigint; d: bigint }, right: { n: bigint; d: bigint }): boolean =>
  left.n * right.d === right.n * left.d;

const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
const amount = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.option(digits(18)))
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`);

describe('the notation', () => {
  it.each(['0', '-0', '1', '100.00', '0.000000000000000001', '-12.50', '9'.repeat(MAX_MONEY_LENGTH)])(
    'accepts %s',
    (text) => expect(isMoney(text)).toBe(true),
  );
  it.each([
    '',
    ' 1',
    '1 ',
    '01',
    '+1',
    '.5',
    '5.',
    '1e3',
    '0x10',
    '1_0',
    '1,000.00',
    'Infinity',
    'NaN',
    '--1',
    '1.2.3',
    '１',
    '9'.repeat(MAX_MONEY_LENGTH + 1),
    '1\n',
  ])('refuses %j', (text) => expect(isMoney(text)).toBe(false));
  it.each([1, 1.5, null, undefined, {}, ['1']])('refuses a %j that is no text', (value) => {
    expect(isMoney(value)).toBe(false);
  });
  it('throws on what is not money instead of guessing', () => {
    expect(() => addMoney('1', '1e3')).toThrow(RangeError);
    expect(() => multiplyMoney('NaN', '1')).toThrow(RangeError);
    expect(() => moneySortKey('')).toThrow(RangeError);
  });
});

describe('arithmetic', () => {
  it('keeps the digits that a double and a 20-digit decimal lose', () => {
    expect(addMoney('100000000000000.12', '0.0000001')).toBe('100000000000000.1200001');
    expect(subtractMoney('0.3', '0.1')).toBe('0.2');
    expect(addMoney('1.10', '2')).toBe('3.10');
    expect(subtractMoney('1', '1.00')).toBe('0.00');
  });
  it('equals the rational oracle', () => {
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const [a, b] = [rational(left), rational(right)];
        expect(equal(rational(addMoney(left, right)), { n: a.n * b.d + b.n * a.d, d: a.d * b.d })).toBe(true);
        expect(equal(rational(subtractMoney(left, right)), { n: a.n * b.d - b.n * a.d, d: a.d * b.d })).toBe(true);
        expect(equal(rational(multiplyMoney(left, right)), { n: a.n * b.n, d: a.d * b.d })).toBe(true);
      }),
    );
  });
  it('sums in any order to the same value', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 40 }), (amounts) => {
        const forward = new MoneySum();
        const backward = new MoneySum();
        for (const each of amounts) forward.add(each);
        for (const each of amounts.toReversed()) backward.add(each);
        expect(sameMoney(forward.total(), backward.total())).toBe(true);
      }),
    );
  });
  it('takes short amounts as numbers without losing a digit: the split is that of any amount, refusals too', () => {
    const text = fc.oneof(
      amount,
      fc.stringMatching(/^[-.0-9]{0,20}$/),
      fc.stringMatching(/^-?[0-9]{1,16}[.][0-9]{1,3}$/),
    );
    const split = (of: typeof toScaled | typeof toUnits, one: string) => {
      try {
        const { units, scale } = of(one);
        return { units: BigInt(units), scale };
      } catch (error) {
        return error instanceof RangeError;
      }
    };
    fc.assert(
      fc.property(text, (one) => {
        expect(split(toUnits, one)).toEqual(split(toScaled, one));
      }),
      { numRuns: 2_000 },
    );
  });
  it('sums very many of the largest short amounts, with either sign and of several scales, as the oracle does', () => {
    const large = fc.tuple(
      fc.boolean(),
      fc.bigInt({ min: 10n ** 14n, max: 10n ** 15n - 1n }),
      fc.integer({ min: 0, max: 3 }),
    );
    fc.assert(
      fc.property(fc.array(large, { minLength: 20, maxLength: 200 }), (drawn) => {
        const sum = new MoneySum();
        let exact = 0n;
        for (const [negative, units, scale] of drawn) {
          const digits = units.toString();
          const whole = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
          sum.add(negative ? `-${whole}` : whole);
          exact += (negative ? -units : units) * 10n ** BigInt(3 - scale);
        }
        const { n, d } = rational(sum.total());
        expect(n * 1000n).toBe(exact * d);
      }),
    );
  });
  it.each([
    ['1', '3', 4, 'half-even', '0.3333'],
    ['2', '3', 2, 'down', '0.66'],
    ['2', '3', 2, 'up', '0.67'],
    ['1', '8', 2, 'half-even', '0.12'],
    ['1', '8', 2, 'half-up', '0.13'],
  ] as const)('divides %s by %s to %i places %s', (left, right, places, mode, expected) => {
    expect(divideMoney(left, right, places, mode)).toBe(expected);
  });
  it.each(['half-even', 'half-up', 'down', 'up'] as const)('divides any two amounts, rounded %s', (mode) => {
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 9 }), (left, right, places) => {
        const [dividend, divisor] = [rational(left), rational(right)];
        fc.pre(divisor.n !== 0n);
        const quotient = rational(divideMoney(left, right, places, mode) ?? 'none');
        // |quotient − left ÷ right| in halves of the last place, over one denominator.
        const [exactN, exactD] = [dividend.n * divisor.d, dividend.d * divisor.n];
        const gap = 2n * (quotient.n * exactD - exactN * quotient.d) * 10n ** BigInt(places);
        const off = (gap < 0n ? -gap : gap) - absolute(exactD * quotient.d);
        if (mode === 'half-even' || mode === 'half-up') expect(off <= 0n).toBe(true);
        else expect(off < absolute(exactD * quotient.d)).toBe(true);
        const size = absolute(quotient.n * exactD) - absolute(exactN * quotient.d);
        if (mode === 'down') expect(size <= 0n).toBe(true);
        if (mode === 'up') expect(size >= 0n).toBe(true);
        if (off === 0n && mode === 'half-even')
          expect((quotient.n / (quotient.d / 10n ** BigInt(places))) % 2n).toBe(0n);
        if (off === 0n && mode === 'half-up') expect(size > 0n).toBe(true);
      }),
    );
  });
  it.each([
    ['-12.60', '100.00', 4, '-12.6000'],
    ['1', '3', 4, '33.3333'],
    ['-2', '3', 2, '-66.67'],
    ['0.0000005', '1', 4, '0.0000'],
    ['0.0000015', '1', 4, '0.0002'],
    ['-0.0000004', '1', 4, '0.0000'],
    ['0', '7', 1, '0.0'],
    ['1', '0.00', 4, null],
  ] as const)('%s of %s in per cent, %i places: %s', (part, whole, places, expected) => {
    expect(percentOf(part, whole, places)).toBe(expected);
  });
  it('has no answer for a division by zero', () => expect(divideMoney('1', '0.00', 2, 'down')).toBeNull());
  it.each([
    ['2.5', 'half-even', '2'],
    ['3.5', 'half-even', '4'],
    ['2.5', 'half-up', '3'],
    ['-2.5', 'down', '-2'],
    ['-2.5', 'up', '-3'],
  ] as const)('rounds %s %s to %s', (text, mode, expected) => expect(roundMoney(text, 0, mode)).toBe(expected));
});

describe('results longer than an amount may be', () => {
  const wide = `${'9'.repeat(60)}.5`;
  const fine = `0.${'0'.repeat(40)}1`;
  it('are added, compared, ordered and rounded all the same', () => {
    const sum = addMoney(wide, fine);
    expect(sum.length).toBeGreaterThan(MAX_MONEY_LENGTH);
    expect(isMoney(sum)).toBe(false);
    expect(subtractMoney(sum, fine)).toBe(`${wide}${'0'.repeat(40)}`);
    expect(compareMoney(sum, wide)).toBe(1);
    expect(moneySortKey(sum) > moneySortKey(wide)).toBe(true);
    expect(roundMoney(sum, 1, 'down')).toBe(wide);
  });
});

describe('comparing', () => {
  it.each([
    ['100', '100.00'],
    ['0', '-0'],
    ['-0.0', '0'],
    ['1.10', '1.1'],
  ])('%s is %s', (left, right) => {
    expect(sameMoney(left, right)).toBe(true);
    expect(canonicalMoney(left)).toBe(canonicalMoney(right));
    expect(moneySortKey(left)).toBe(moneySortKey(right));
  });
  it('orders as the oracle, by comparison and by sort key', () => {
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const [a, b] = [rational(left), rational(right)];
        const difference = a.n * b.d - b.n * a.d;
        const expected = difference < 0n ? -1 : difference > 0n ? 1 : 0;
        expect(compareMoney(left, right)).toBe(expected);
        const [one, other] = [moneySortKey(left), moneySortKey(right)];
        expect(one < other ? -1 : one > other ? 1 : 0).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
