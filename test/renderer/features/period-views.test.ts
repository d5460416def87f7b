/** Periods, statements, closes and take rates as the screens word them: pure parts, without a page. */
import { describe, expect, it } from 'vitest';
import { CLOSE_REQUIREMENTS } from '../../../src/domain/close.ts';
import { costWords } from '../../../src/renderer/features/periods/reading-panel.tsx';
import { needsReading, reasonAgainst, refusalWords, shortHash } from '../../../src/renderer/features/periods/words.ts';
import { explainedOf, negated, noClosingWords } from '../../../src/renderer/features/statement/words.ts';
import { formulaOf, fractionOf, percentOf, shortPercent } from '../../../src/renderer/features/take-rates/view.ts';
import { readQuery } from '../../../src/renderer/ui/route.ts';
import {
  periodIn,
  periodOrLastMonth,
  periodQuery,
  periodWords,
  restOfMonth,
} from '../../../src/renderer/ui/period/period-address.ts';
import { amountTyped, typedIn, withTyped } from '../../../src/renderer/ui/period/statement-address.ts';
import { OCTOBER, SHA, standings, usdtAccount } from '../support/period-scripts.ts';

describe('a period in an address', () => {
  it('names its last day and its zone, and is read back', () => {
    expect(periodQuery(OCTOBER)).toEqual({ from: '2026-10-01', to: '2026-10-31', zone: 'UTC' });
    const query = readQuery(new URLSearchParams(periodQuery(OCTOBER)).toString());
    expect(periodIn(query, 'Europe/Warsaw')).toEqual(OCTOBER);
  });

  it.each([['from=2026-10-31&to=2026-10-01'], ['from=2026-13-01&to=2026-13-02'], ['from=2026-10-01'], ['']])(
    '%s is none',
    (query) => {
      expect(periodIn(readQuery(query), 'UTC')).toBeNull();
    },
  );

  it('is the last whole month of the zone where the address names none', () => {
    const now = Date.parse('2026-10-31T23:30:00Z');
    expect(periodOrLastMonth(readQuery(''), now, 'UTC').from).toBe('2026-09-01');
    expect(periodOrLastMonth(readQuery('zone=Europe/Warsaw'), now, 'UTC')).toEqual({
      ...OCTOBER,
      timeZone: 'Europe/Warsaw',
    });
    expect(periodOrLastMonth(readQuery('zone=Nowhere'), Date.parse('2026-01-05T00:00:00Z'), 'UTC').from).toBe(
      '2025-12-01',
    );
  });

  it('is said as a month, a day or days', () => {
    expect(periodWords(OCTOBER)).toBe('October 2026');
    expect(periodWords({ from: '2026-10-05', to: '2026-10-06' })).toBe('2026-10-05');
    expect(periodWords({ from: '2026-12-05', to: '2027-01-01' })).toBe('2026-12-05 – 2026-12-31');
    expect(restOfMonth('2026-12-16', 'UTC')).toEqual({ from: '2026-12-16', to: '2027-01-01', timeZone: 'UTC' });
  });
});

describe('typed balances', () => {
  it('stand in the address, exact, and what is no amount says nothing', () => {
    const query = readQuery('opening=USDT 1250.000000000000000001&closing=USDT -3&opening=A B 7&closing=TRX nonsense');
    expect(typedIn(query)).toEqual([
      { token: 'USDT', opening: '1250.000000000000000001', closing: '-3' },
      { token: 'A B', opening: '7' },
    ]);
  });

  it('are replaced and taken away for one token only', () => {
    const typed = [
      { token: 'USDT', opening: '1' },
      { token: 'X', opening: '2' },
    ];
    expect(withTyped(typed, 'opening', 'USDT', '9')).toEqual(['X 2', 'USDT 9']);
    expect(withTyped(typed, 'opening', 'X', null)).toEqual(['USDT 1']);
  });

  it.each([
    ['1,250.00', '1250.00'],
    [' −5 ', '-5'],
    ['1250,00', null],
    ['1.250,00', null],
    ['12,50.00', null],
    ['1e3', null],
    ['', null],
  ])('%s is taken as %s', (text, amount) => {
    expect(amountTyped(text)).toBe(amount);
  });
});

describe('a statement in words', () => {
  it('splits the difference into what is explained and what is not, exactly', () => {
    const account = usdtAccount({ token: 'USDT', opening: '250000.12', closing: '748110' });
    expect(account.difference).toBe('-7.516548233510000001');
    expect(explainedOf(account)).toEqual({ explained: '-12.60', unexplained: '5.083451766489999999' });
    expect(explainedOf(usdtAccount(undefined))).toBeNull();
    expect(negated('40')).toBe('-40');
  });

  it('says why there is no closing', () => {
    expect(noClosingWords('no-credits-in-token', 'TRX')).toContain('no credits in TRX');
    expect(noClosingWords('no-credits-in-token', null)).toContain('names no token');
    expect(noClosingWords('opening-not-typed', 'USDT')).toContain('Type the opening balance');
  });
});

describe('closing', () => {
  it('is kept back by what nothing replaces, by reading, and by a missing reason, in this order', () => {
    const reason = 'The auditor agreed to it';
    expect(reasonAgainst(undefined, '', false)).toMatch(/Looking/);
    expect(reasonAgainst(standings(), '', false)).toBeNull();
    expect(reasonAgainst(standings({ 'period-ended': 0, 'facts-fresh': 3 }), reason, false)).toMatch(
      /no reason replaces it/,
    );
    expect(reasonAgainst(standings({ 'facts-fresh': 3 }), reason, true)).toMatch(/read again/);
    expect(reasonAgainst(standings({ 'facts-fresh': 3 }), 'short', false)).toMatch(/at least 10 characters/);
    expect(reasonAgainst(standings({ 'facts-fresh': 3 }), reason, false)).toBeNull();
  });

  it('offers reading only where reading helps', () => {
    const helped = CLOSE_REQUIREMENTS.filter((requirement) => needsReading(standings({ [requirement]: 1 })));
    expect(helped).toEqual(['invoices-certified', 'withdrawals-certified', 'facts-read-after-end', 'facts-fresh']);
  });

  it('says what reading costs, and why nothing was closed', () => {
    expect(costWords(0, undefined)).toMatch(/Every row is fresh/);
    expect(costWords(127, { limit: 100, reserve: 5 })).toMatch(/127 requests: about 2 minutes at 95 a minute/);
    expect(costWords(1, { limit: 100, reserve: 25 })).toMatch(/1 request: within a minute/);
    expect(refusalWords('changed')).toMatch(/Nothing was closed/);
    expect(shortHash(SHA)).toBe('9f2c41d0…b6c8e0d2');
  });
});

describe('take rates in words', () => {
  it('are percent, exact in the tooltip and short in the table', () => {
    expect(percentOf('0.03814634')).toBe('3.814634');
    expect(shortPercent('0.03814634')).toBe('3.815');
    expect(formulaOf({ settledUsdt: '98.10', rate: '4.02', paidFiat: '410.00' })).toBe('1 − 98.10 × 4.02 ÷ 410.00');
  });

  it.each([
    ['0.5', '0.005'],
    ['2 %', '0.02'],
    ['0,5', null],
    ['-1', null],
    ['', null],
  ])('a tolerance of %s is %s', (typed, fraction) => {
    expect(fractionOf(typed)).toBe(fraction);
  });
});
