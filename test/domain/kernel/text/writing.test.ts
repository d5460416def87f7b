/** Every writing of numbers and days: exactly the same decimal comes back, however long; a day is written as its order says. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupedAmount, moneyParts } from '../../../../src/domain/kernel/money/parts.ts';
import { readTypedAmount } from '../../../../src/domain/kernel/money/typed-amount.ts';
import { countWords, grouped } from '../../../../src/domain/kernel/text/count-words.ts';
import {
  type NumberWriting,
  PLAIN_WRITING,
  writeDay,
  writeDecimal,
} from '../../../../src/domain/kernel/text/writing.ts';

const writing = (decimal: string, group: string, size: 2 | 3 = 3, least = 4): NumberWriting => ({
  decimal,
  group,
  size,
  least,
});
const WRITINGS: readonly NumberWriting[] = [
  PLAIN_WRITING.numbers,
  writing(',', '.'),
  writing(',', '\u00a0'),
  writing(',', '\u202f', 3, 5),
  writing('.', '’'),
  writing('.', ',', 2),
  writing(',', '', 3),
  writing('.', '·'),
];

const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^\d{0,18}$/))
  .map(([isNegative, whole, fraction]) => `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`);

describe.each(WRITINGS.map((one) => [groupedAmount('1234567.891', one), one] as const))('%s', (_, numbers) => {
  test('is read back to the last digit', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        const read = readTypedAmount(groupedAmount(value, numbers), numbers);
        expect(read.kind === 'ambiguous' ? read.readings[0] : read).toEqual(
          read.kind === 'ambiguous' ? value : { kind: 'amount', amount: value },
        );
      }),
      { numRuns: 500 },
    );
  });

  test('loses no digit in its parts', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        const parts = moneyParts(value, 0, false, numbers);
        const shown = `${parts?.whole}${parts?.cents}${parts?.tail}`;
        expect(shown).toBe(writeDecimal(value.replace('-', ''), numbers));
        expect(shown.replaceAll(/\D/g, '')).toBe(value.replaceAll(/\D/g, ''));
      }),
      { numRuns: 200 },
    );
  });
});

test('an amount that nobody can be sure of has its own reading first, and the other one', () => {
  const readings = (text: string, numbers: NumberWriting) => readTypedAmount(text, numbers);
  const [german, french, swiss] = [writing(',', '.'), writing(',', '\u202f'), writing('.', '’')];
  expect(readings('1.234', german)).toEqual({ kind: 'ambiguous', readings: ['1234', '1.234'] });
  expect(readings('1,234', german)).toEqual({ kind: 'amount', amount: '1.234' });
  expect(readings('1.234', french)).toEqual({ kind: 'ambiguous', readings: ['1.234', '1234'] });
  expect(readings('1,234', swiss)).toEqual({ kind: 'ambiguous', readings: ['1234', '1.234'] });
  expect(readings('1,234', PLAIN_WRITING.numbers)).toEqual({ kind: 'ambiguous', readings: ['1234', '1.234'] });
  expect(readings('1.234', PLAIN_WRITING.numbers)).toEqual({ kind: 'amount', amount: '1.234' });
  expect(readings('1.234,5', PLAIN_WRITING.numbers)).toEqual({ kind: 'amount', amount: '1234.5' });
  expect(readings('1,234.5', german)).toEqual({ kind: 'amount', amount: '1234.5' });
});

test('groups where the writing has them', () => {
  expect(grouped(1234)).toBe('1,234');
  expect(grouped(-1_234_567)).toBe('-1,234,567');
  expect(grouped(99.5)).toBe('99.5');
  expect(grouped(123, writing(',', '.'))).toBe('123');
  expect(grouped(1234, writing(',', ' ', 3, 5))).toBe('1234');
  expect(grouped(12_345, writing(',', ' ', 3, 5))).toBe('12 345');
  expect(grouped(123_456_789, writing('.', ',', 2))).toBe('12,34,56,789');
  expect(countWords(1, 'row', 'rows', writing(',', '.'))).toBe('1 row');
  expect(countWords(2500, 'row', 'rows', writing(',', '.'))).toBe('2.500 rows');
});

test('a day is written in its order, and what comes after it stays', () => {
  expect(writeDay('2026-11-21', { order: 'dmy', mark: '.' })).toBe('21.11.2026');
  expect(writeDay('2026-11-21 14:03:09', { order: 'mdy', mark: '/' })).toBe('11/21/2026 14:03:09');
  expect(writeDay('2026-11-21', PLAIN_WRITING.days)).toBe('2026-11-21');
  expect(writeDay('14:03', { order: 'dmy', mark: '.' })).toBe('14:03');
  expect(writeDay('SO-2026-11-21', { order: 'dmy', mark: '.' })).toBe('SO-2026-11-21');
});
