/** What cells can hold: amounts to fifteen digits by the nearest, sums of them to the cent however many there are, times to the millisecond. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellDate, cellNumber, SOUND_SUM } from '../../../../../src/backend/files/writing/workbook/cell.ts';
import { compareMoney, fromScaled, MoneySum, subtractMoney } from '../../../../../src/domain/kernel/money/money.ts';
import { seeded } from '../../../../support/seeded.ts';

describe('an amount', () => {
  it.each([
    ['0', '0', 0, true],
    ['100.00', '100.00', 2, true],
    ['-5.1', '-5.1', 1, true],
    ['999999999999999', '999999999999999', 0, true],
    ['9999999999999.99', '9999999999999.99', 2, true],
    ['0.000000000000000001', '0.000000000000000001', 18, true],
    ['1000000000000000000000', '1000000000000000000000', 0, true],
    // One digit too many, and more.
    ['9999999999999999', '10000000000000000', 0, false],
    ['1234567890.123456', '1234567890.12346', 5, false],
    ['-1234567890.123456', '-1234567890.12346', 5, false],
    ['0.1234567890123456', '0.123456789012346', 15, false],
    ['93.123456789012345678', '93.1234567890123', 13, false],
    ['12345678901234567890.5', '12345678901234600000', 0, false],
    // Half to even, and a whole step up.
    ['1.000000000000005', '1.00000000000000', 14, false],
    ['1.000000000000015', '1.00000000000002', 14, false],
    ['1.0000000000000050000001', '1.00000000000001', 14, false],
    ['0.9999999999999999', '1.000000000000000', 15, false],
    // Fewer digits, more decimals than a format can show.
    [`0.${'0'.repeat(30)}1`, `0.${'0'.repeat(30)}1`, 30, false],
  ])('%s is the number %s', (text, value, decimals, isWhole) => {
    expect(cellNumber(text)).toEqual({ value, decimals, isWhole });
  });

  it.each(['007', '1e3', '+5', '', '1.', 'NaN', '-', `1${'0'.repeat(100)}`, '1,5'])('%s is text', (text) => {
    expect(cellNumber(text)).toBeNull();
  });

  const amounts = fc.record({
    units: fc.bigInt({ min: -(10n ** 34n), max: 10n ** 34n }),
    scale: fc.integer({ min: 0, max: 24 }),
  });

  it('is the nearest that fifteen digits can be, and whole where it is the one of the API', () => {
    fc.assert(
      fc.property(amounts, (scaled) => {
        const text = fromScaled(scaled);
        const { value, isWhole } = cellNumber(text) ?? { value: '', isWhole: false };
        const digits = text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
        expect([text, isWhole]).toEqual([text, digits.length <= 15]);
        // What any reader makes of it: a double that shows the same fifteen digits.
        expect(Number(Number(value).toPrecision(15))).toBe(Number(value));
        expect(value.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length).toBeLessThanOrEqual(15);
        const off = subtractMoney(text, value).replace('-', '');
        const most = `${text.replace('-', '')}${text.includes('.') ? '' : '.'}`;
        // Half a step of the fifteenth digit is at most 5 × 10^-15 of the amount.
        expect([text, compareMoney(shifted(off, 15), times5(most)) <= 0]).toEqual([text, true]);
      }),
      { numRuns: 3000 },
    );
  });

  it('adds up to the exact sum to the cent at the bound that is named, however many rows that takes', () => {
    const random = seeded(7);
    for (const [whole, rows] of [
      [6, 20_000],
      [9, 1700],
      [11, 17],
    ] as const) {
      const [exact, cells] = [new MoneySum(), new MoneySum()];
      for (let row = 0; row < rows; row += 1) {
        const text = `${Math.floor(random() * 10 ** whole)}.${digitsOf(random)}${digitsOf(random)}`;
        exact.add(text);
        cells.add(cellNumber(text)?.value ?? '');
      }
      const off = subtractMoney(exact.total(), cells.total()).replace('-', '');
      expect([whole, compareMoney(exact.total(), SOUND_SUM), compareMoney(off, '0.005')]).toEqual([whole, -1, -1]);
    }
  });
});

/** Nine decimals. */
function digitsOf(random: () => number): string {
  return `${Math.floor(random() * 1e9)}`.padStart(9, '0');
}

/** × 10^by */
function shifted(text: string, by: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.padEnd(by, '0');
  const left = digits.slice(by);
  return `${BigInt(whole + digits.slice(0, by))}${left === '' ? '' : `.${left}`}`;
}

function times5(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return fromScaled({ units: BigInt(whole + fraction) * 5n, scale: fraction.length });
}

describe('a time', () => {
  it.each([
    ['2026-11-21', '46347', 'day'],
    ['2026-11-21T00:00:00Z', '46347', 'moment'],
    ['2026-11-21T12:00:00Z', '46347.5000000000', 'moment'],
    ['2026-11-21 18:00:00', '46347.7500000000', 'moment'],
    ['2026-11-21T23:59:59.999Z', '46347.9999999884', 'instant'],
    ['1900-03-01', '61', 'day'],
    ['9999-12-31T00:00:00Z', '2958465', 'moment'],
  ])('%s is day %s', (text, value, look) => {
    expect(cellDate(text)).toEqual({ value, look });
  });

  it.each(['', '1900-02-28', '2026-02-30', '2026-11-21T25:00:00Z', 'soon', '46347', '2026-11-21 14:03'])(
    '%s is text',
    (text) => {
      expect(cellDate(text)).toBeNull();
    },
  );

  it('comes back to the millisecond', () => {
    const [from, to] = [Date.UTC(1900, 2, 1), Date.UTC(9999, 11, 31)];
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (ms) => {
        const { value } = cellDate(new Date(ms).toISOString()) ?? { value: '0' };
        expect(Date.UTC(1899, 11, 30) + Math.round(Number(value) * 86_400_000)).toBe(ms);
      }),
    );
  });
});
