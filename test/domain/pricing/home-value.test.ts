/** Values in the home currency: which rate is taken, what is a gap, how rates are pasted. Not here: the values of a journal (test/reconciliation/period/journal.test.ts). */
import { describe, expect, it } from 'vitest';
import { fromScaled, toScaled } from '../../../src/domain/kernel/money/money.ts';
import { homeDecimals, readRateLines, roundedHome, valuerOf } from '../../../src/domain/pricing/home-value.ts';

const rate = (unit: string, from: string, to: string, price: string | null) => ({ unit, from, to, rate: price });
const RATES = [
  rate('USDT', '2026-10-01', '2026-10-31', '0.92'),
  rate('USDT', '2026-10-05', '2026-10-05', '0.93'),
  rate('USDT', '2026-10-07', '2026-10-07', null),
  rate('PLN', '2026-10-01', '2026-10-02', '0.2341'),
];
const valued = (unit: string | null, day: string | null, deal?: { currency: string; rate: string | null }) => {
  const value = valuerOf({ currency: 'EUR', rates: RATES })({ amount: toScaled('100.50'), unit, day, deal });
  return value === null ? null : fromScaled(value);
};

describe('a value', () => {
  it('is the amount itself, that of the deal, or of the last rate that was saved for the day', () => {
    expect(valued('EUR', null)).toBe('100.50');
    expect(valued('USDT', '2026-10-05', { currency: 'EUR', rate: '0.9' })).toBe('90.450');
    expect(valued('USDT', '2026-10-05', { currency: 'PLN', rate: '4' })).toBe('93.4650');
    expect(valued('USDT', '2026-10-04')).toBe('92.4600');
    expect(valued('USDT', '2026-10-31', { currency: 'EUR', rate: null })).toBe('92.4600');
  });

  it('of a gap is not known: of a day without a rate, of one that was taken away, of no day and of no unit', () => {
    expect(['2026-09-30', '2026-11-01', '2026-10-07', null].map((day) => valued('USDT', day))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([valued('PLN', '2026-10-03'), valued('TRX', '2026-10-01'), valued(null, '2026-10-01')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('is rounded half to even to the minor unit of its currency', () => {
    expect(['2.345', '2.355', '-2.345', '2.3450001'].map((text) => roundedHome(toScaled(text), 'EUR'))).toEqual([
      '2.34',
      '2.36',
      '-2.34',
      '2.35',
    ]);
    expect([roundedHome(toScaled('2.5'), 'JPY'), roundedHome(toScaled('2.0005'), 'KWD')]).toEqual(['2', '2.000']);
    expect(['EUR', 'JPY', 'KWD', 'XYZ'].map(homeDecimals)).toEqual([2, 0, 3, 2]);
  });
});

describe('pasted rates', () => {
  const read = (text: string) =>
    readRateLines(text, (said) => (/^\d+([.,]\d+)?$/.test(said) ? said.replace(',', '.') : null));

  it('are read whether tabs, semicolons or blanks part them', () => {
    const one = {
      kind: 'rate',
      unit: 'USDT',
      from: '2026-10-01',
      to: '2026-10-31',
      rate: '0.92',
      source: 'ECB monthly',
    };
    expect(
      read('2026-10-01..2026-10-31\tUSDT\t0.92\tECB monthly\r\n\n2026-10-01..2026-10-31; USDT; 0,92; ECB monthly'),
    ).toEqual([one, one]);
    expect(read('2026-10-05 PLN none a bank holiday')).toEqual([
      { kind: 'rate', unit: 'PLN', from: '2026-10-05', to: '2026-10-05', rate: null, source: 'a bank holiday' },
    ]);
  });

  it('that cannot be read say in which line, and why', () => {
    const why = (text: string) =>
      read(text).map((line) => (line.kind === 'problem' ? `${line.line}: ${line.why}` : 'read'));
    expect(
      why(
        '2026-02-30 USDT 1 x\n2026-10-02..2026-10-01 USDT 1 x\n2026-10-01 USDT zero x\n2026-10-01 USDT 0 x\n2026-10-01 USDT 1',
      ),
    ).toEqual([
      '1: a day is missing: 2026-10-05, or 2026-10-01..2026-10-31',
      '2: the days end before they begin',
      '3: the rate is no amount',
      '4: a rate is more than nothing',
      '5: where it was read is missing',
    ]);
  });
});
