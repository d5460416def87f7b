/** Amounts, dates and units as files have them: exact, in the marks and the order of the format, and nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AmountReader, unitOf } from '../../../../../src/backend/files/reading/cell-amount.ts';
import { DateReader } from '../../../../../src/backend/files/reading/cell-date.ts';
import type { DateOrder, DecimalMark, ThousandsMark } from '../../../../../src/domain/ledger/import.ts';
import { instantKey, instantOfLocal } from '../../../../../src/domain/kernel/time/time.ts';
import { scaled } from '../../../../support/scale.ts';

function amount(text: string, decimal: DecimalMark = '.', thousands: ThousandsMark = '', unit = 'EUR'): string | null {
  return new AmountReader(decimal, thousands).read(text, unit);
}

describe('an amount', () => {
  test.each<[string, string | null, DecimalMark, ThousandsMark]>([
    ['1234.50', '1234.5', '.', ''],
    ['007', '7', '.', ''],
    ['0.00', '0', '.', ''],
    ['-0.0', '0', '.', ''],
    ['.5', '0.5', '.', ''],
    ['+5', '5', '.', ''],
    ['1,234,567.8', '1234567.8', '.', ','],
    ['12,34,567.8', '1234567.8', '.', ','],
    ['1,23', null, '.', ','],
    ['0.123', null, ',', '.'],
    ['-0.123', null, ',', '.'],
    ['00.500', null, ',', '.'],
    ['01.234', null, ',', '.'],
    ['0,500', null, '.', ','],
    ['0 500', null, '.', ' '],
    ["0'500", null, '.', "'"],
    ['000', '0', '.', ','],
    ['0,123', '0.123', ',', '.'],
    ['1234,567', null, '.', ','],
    ['1,234', null, '.', ''],
    ['1.234.567,80', '1234567.8', ',', '.'],
    ['1.234', '1234', ',', '.'],
    ['1.23', null, ',', '.'],
    ['1234.5', null, ',', ''],
    ['1 234,50', '1234.5', ',', ' '],
    ['1\u00a0234\u202f567,5', '1234567.5', ',', ' '],
    ['1’234.50', '1234.5', '.', "'"],
    ["1'234.50", '1234.5', '.', "'"],
    ['5-', '-5', '.', ''],
    ['\u22125.10', '-5.1', '.', ''],
    ['(1,234.50)', '-1234.5', '.', ','],
    ['(-5)', null, '.', ''],
    ['--5', null, '.', ''],
    ['-5-', null, '.', ''],
    ['€ 5.10', '5.1', '.', ''],
    ['-€5.10', '-5.1', '.', ''],
    ['5.10 EUR', '5.1', '.', ''],
    ['EUR 5.10-', '-5.1', '.', ''],
    ['($5.10)', null, '.', ''],
    ['5.10 USD', null, '.', ''],
    ['EUR 5 EUR', null, '.', ''],
    ['1.2.3', null, '.', ''],
    ['5.', '5', '.', ''],
    ['-5.', '-5', '.', ''],
    ['12,', '12', ',', ''],
    ['1.234,', '1234', ',', '.'],
    ['5.', null, ',', '.'],
    ['5,', null, '.', ','],
    ['5..', null, '.', ''],
    ['5.-', null, '.', ''],
    ['1e3', null, '.', ''],
    ['٣', null, '.', ''],
    ['0x10', null, '.', ''],
    ['', null, '.', ''],
    ['.', null, '.', ''],
  ])('%s is %s with %s and "%s"', (text, expected, decimal, thousands) => {
    expect(amount(text, decimal, thousands)).toBe(expected);
  });

  test('has the sign of its own currency only', () => {
    expect(amount('$5', '.', '', 'USD')).toBe('5');
    expect(amount('$5', '.', '', 'GBP')).toBeNull();
    expect(amount('5 zł', '.', '', 'PLN')).toBe('5');
    expect(amount('5 руб.', '.', '', 'RUB')).toBe('5');
    expect(amount('5,00 kr.', ',', '', 'DKK')).toBe('5');
  });

  test('is the number that was written, in every way of writing it', () => {
    const ways = fc.record({
      units: fc.bigInt({ min: 0n, max: 10n ** 20n }),
      decimals: fc.integer({ min: 0, max: 8 }),
      isNegative: fc.boolean(),
      decimal: fc.constantFrom<DecimalMark>('.', ','),
      thousands: fc.constantFrom<ThousandsMark>('', ',', '.', ' ', "'"),
      sign: fc.constantFrom('leading', 'trailing', 'brackets'),
      currency: fc.constantFrom('', 'before', 'behind'),
    });
    fc.assert(
      fc.property(ways, (own) => {
        fc.pre(own.thousands !== own.decimal);
        const digits = own.units.toString().padStart(own.decimals + 1, '0');
        const whole = digits.slice(0, digits.length - own.decimals);
        const fraction = digits.slice(digits.length - own.decimals);
        const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, own.thousands);
        let text = fraction === '' ? grouped : `${grouped}${own.decimal}${fraction}`;
        if (own.currency === 'before') text = `EUR ${text}`;
        if (own.currency === 'behind') text = `${text} €`;
        if (own.isNegative)
          text = own.sign === 'leading' ? `-${text}` : own.sign === 'trailing' ? `${text}-` : `(${text})`;
        const read = amount(text, own.decimal, own.thousands) ?? 'none';
        const [left = '', right = ''] = read.replace('-', '').split('.');
        expect(BigInt(left + right.padEnd(own.decimals, '0'))).toBe(own.units);
        expect(read.startsWith('-')).toBe(own.isNegative && own.units > 0n);
        expect(read).not.toMatch(/\.\d*0$|^-?0\d/);
      }),
      { seed: 8, numRuns: scaled(20_000) },
    );
  });
});

/** Of the days that these tests read. */
const LAST = '2034-12-31';

describe('a date', () => {
  test.each<[DateOrder, string, string | null]>([
    ['iso', '2026-11-21', '2026-11-21T00:00:00Z'],
    ['iso', '20261121', '2026-11-21T00:00:00Z'],
    ['iso', '2026-11-21T14:03:09Z', '2026-11-21T14:03:09Z'],
    ['iso', '2026-11-21 14:03', '2026-11-21T14:03:00Z'],
    ['iso', '2026-11-21T14:03:09.123456+02:00', '2026-11-21T12:03:09.123456Z'],
    ['iso', '2026-11-21T14:03:09-0530', '2026-11-21T19:33:09Z'],
    ['iso', '21.11.2026', null],
    ['iso', '2026-1-2', null],
    ['iso', '2026-02-29', null],
    ['iso', '2026-11-21T24:00:00', null],
    ['iso', '2026-11-21T14:60', null],
    ['iso', '2026-11-21Tx', null],
    ['ymd', '2026/1/2', '2026-01-02T00:00:00Z'],
    ['ymd', '2026.11.21 1:02:03', '2026-11-21T01:02:03Z'],
    ['dmy', '21.11.2026', '2026-11-21T00:00:00Z'],
    ['dmy', '1/2/26 14:03', '2026-02-01T14:03:00Z'],
    ['dmy', '21.11/2026', null],
    ['dmy', '11-21-2026', null],
    ['dmy', '21.11.2026, 14:03:09', '2026-11-21T14:03:09Z'],
    ['mdy', '11/21/2026 2:03 PM', '2026-11-21T14:03:00Z'],
    ['mdy', '11/21/2026 12:03 am', '2026-11-21T00:03:00Z'],
    ['mdy', '11/21/2026 13:03 pm', null],
    ['mdy', '21/11/2026', null],
    ['dmy', '21.11.2026T14:03:09Z', '2026-11-21T14:03:09Z'],
    ['dmy', '21.11.2026 14:03:09Z', '2026-11-21T14:03:09Z'],
    ['ymd', '2026/11/21T14:03:09Z', '2026-11-21T14:03:09Z'],
    ['iso', '2026-11-21 14:03:09Z', '2026-11-21T14:03:09Z'],
    ['iso', '2026-11-21T24:03:09Z', null],
    ['dmy', '', null],
    // No day of a ledger: before 2000, or after what is read can be of.
    ['dmy', '31.12.1999', null],
    ['iso', '2000-01-01', '2000-01-01T00:00:00Z'],
    ['dmy', '01.01.99', null],
    ['iso', '2034-12-31', '2034-12-31T00:00:00Z'],
    ['iso', '2035-01-01', null],
  ])('%s: %s', (order, text, expected) => {
    expect(new DateReader(order, 'UTC', LAST).read(text)).toBe(expected === null ? null : instantKey(expected));
  });

  test('in a zone is what its clocks showed, the first of two times, and never one that they left out', () => {
    const warsaw = new DateReader('iso', 'Europe/Warsaw', LAST);
    expect(warsaw.read('2026-03-29T02:30:00')).toBeNull();
    expect(warsaw.fault).toBe('no-such-time');
    expect(warsaw.read('2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000000000Z');
    expect(warsaw.read('2026-07-01')).toBe('2026-06-30T22:00:00.000000000Z');
    // There was no midnight on that day.
    expect(new DateReader('iso', 'America/Sao_Paulo', LAST).read('2018-11-04')).toBe('2018-11-04T03:00:00.000000000Z');
    expect(new DateReader('iso', 'Asia/Kathmandu', LAST).read('2026-11-21T00:05:00')).toBe(
      '2026-11-20T18:20:00.000000000Z',
    );
  });

  test('counts the days of its zone, also where they begin within an hour of UTC', () => {
    const daysOf = (...texts: readonly string[]): unknown => {
      const reader = new DateReader('iso', 'Asia/Kolkata', LAST);
      for (const text of texts) {
        reader.read(text);
        reader.count();
      }
      return [...reader.rowsOfDays()];
    };
    expect(daysOf()).toEqual([]);
    expect(daysOf('2026-11-21T18:29:59Z')).toEqual([['2026-11-21', 1]]);
    expect(daysOf('2026-11-21T18:29:59Z', '2026-11-21T18:30:00Z')).toEqual([
      ['2026-11-21', 1],
      ['2026-11-22', 1],
    ]);
    expect(daysOf('2026-11-21T18:30:00Z', '2026-11-21T05:00:00Z', '2026-11-21T18:31:00Z')).toEqual([
      ['2026-11-22', 2],
      ['2026-11-21', 1],
    ]);
    expect(daysOf('2026-11-21T23:30:00', '2026-11-20T20:00:00+02:00')).toEqual([
      ['2026-11-21', 1],
      ['2026-11-20', 1],
    ]);
  });

  test('is what the one slow way says, at any time in many zones', () => {
    const zones = [
      'UTC',
      'Europe/Warsaw',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Pacific/Apia',
    ];
    const readers = new Map(zones.map((zone) => [zone, new DateReader('iso', zone, LAST)]));
    const times = fc.record({
      ms: fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2034, 11, 31) }),
      zone: fc.constantFrom(...zones),
    });
    fc.assert(
      fc.property(times, ({ ms, zone }) => {
        const local = new Date(ms).toISOString().slice(0, 19);
        const read = readers.get(zone)?.read(local) ?? null;
        const slow = instantOfLocal(local, zone) ?? '';
        if (read !== null) expect(read).toBe(instantKey(slow));
        else expect(readers.get(zone)?.fault).toBe('no-such-time');
      }),
      { seed: 9, numRuns: scaled(20_000) },
    );
  });
});

test('a unit is a code, or a sign that means one currency', () => {
  expect(['usd', ' Usdt ', '€', 'zł', '₽', '$', '', 'US Dollar', 'E'].map(unitOf)).toEqual([
    'USD',
    'USDT',
    'EUR',
    'PLN',
    'RUB',
    null,
    null,
    null,
    null,
  ]);
  // Letters that are a sign are no code of their own; where the sign stands for several, nothing says which.
  expect(['Ft', 'Fr.', 'kč', 'kr', 'Lei', 'kr.', 'zł'].map(unitOf)).toEqual([
    'HUF',
    'CHF',
    'CZK',
    null,
    null,
    'DKK',
    'PLN',
  ]);
});
