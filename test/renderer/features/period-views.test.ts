/** Periods, statements, closes and take rates as the screens word them: pure parts, without a page. */
import { describe, expect, it } from 'vitest';
import { CLOSE_REQUIREMENTS } from '../../../src/domain/close.ts';
import { FAILURE_KINDS } from '../../../src/domain/failure.ts';
import { costWords, progressWords } from '../../../src/renderer/features/statements/closes/reading-panel.tsx';
import {
  type CloseStanding,
  isLost,
  needsReading,
  reasonAgainst,
  refusalWords,
  rowsOfRequirement,
} from '../../../src/renderer/features/statements/closes/words.ts';
import { shortHash } from '../../../src/renderer/ui/short-hash.ts';
import { negated, noClosingWords } from '../../../src/renderer/features/statements/statement/words.ts';
import { formulaOf, fractionOf, percentOf, shortPercent } from '../../../src/renderer/features/statements/fees/view.ts';
import { explainedOf } from '../../../src/renderer/ui/period/explained.ts';
import { readQuery } from '../../../src/renderer/ui/route.ts';
import {
  periodIn,
  periodOrLastMonth,
  periodQuery,
  periodWords,
  restOfMonth,
} from '../../../src/renderer/ui/period/period-address.ts';
import {
  adjustmentsIn,
  adjustmentsPath,
  amountTyped,
  typedIn,
  withTyped,
  wrongIn,
  wrongWords,
} from '../../../src/renderer/ui/period/statement-address.ts';
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
  const DAYS = 'from=2026-10-01&to=2026-10-31&zone=UTC';
  const after = (query: string, change: Parameters<typeof withTyped>[2]): ReturnType<typeof readQuery> => {
    const parameters = new URLSearchParams();
    for (const [name, texts] of Object.entries(withTyped(readQuery(query), OCTOBER, change))) {
      for (const text of typeof texts === 'string' ? [texts] : texts) parameters.append(name, text);
    }
    return readQuery(parameters.toString());
  };

  it('stand in the address, exact; what is no amount is in no force and is named', () => {
    const query = readQuery(
      `${DAYS}&opening=USDT 1250.000000000000000001&closing=USDT -3&opening=A B 7&closing=TRX nonsense`,
    );
    expect(typedIn(query, OCTOBER)).toEqual([
      { token: 'USDT', opening: '1250.000000000000000001', closing: '-3' },
      { token: 'A B', opening: '7' },
    ]);
    expect(wrongIn(query, OCTOBER)).toMatchObject([{ token: 'TRX', balance: 'closing', text: 'nonsense' }]);
  });

  it.each([
    ['no days', ''],
    ['no zone', 'from=2026-10-01&to=2026-10-31&'],
    ['no such zone', 'from=2026-10-01&to=2026-10-31&zone=Nowhere&'],
    ['other days', 'from=2026-09-01&to=2026-09-30&zone=UTC&'],
  ])('of an address with %s are those of no period', (_, named) => {
    const query = readQuery(`${named}opening=USDT 5&closing=USDT x`);
    expect([typedIn(query, OCTOBER), wrongIn(query, OCTOBER)]).toEqual([[], []]);
  });

  it('are kept with the period whose they are, also where the address named none', () => {
    const query = after('opening=USDT 9', { balance: 'closing', token: 'USDT', text: '1,250.50' });
    expect(periodIn(query, 'Europe/Warsaw')).toEqual(OCTOBER);
    expect(typedIn(query, OCTOBER)).toEqual([{ token: 'USDT', closing: '1250.50' }]);
  });

  it('are replaced and taken away for one token only', () => {
    const typed = `${DAYS}&opening=USDT 1&opening=X 2`;
    expect(typedIn(after(typed, { balance: 'opening', token: 'USDT', text: '9' }), OCTOBER)).toEqual([
      { token: 'X', opening: '2' },
      { token: 'USDT', opening: '9' },
    ]);
    expect(typedIn(after(typed, { balance: 'opening', token: 'X', text: ' ' }), OCTOBER)).toEqual([
      { token: 'USDT', opening: '1' },
    ]);
  });

  it.each(['12x', '12 50', '5 USDT', '1,250'])('a draft of %s puts the amount before it out of force', (text) => {
    const query = after(`${DAYS}&opening=USDT 1250`, { balance: 'opening', token: 'USDT', text });
    expect(typedIn(query, OCTOBER)).toEqual([]);
    const [wrong] = wrongIn(query, OCTOBER);
    expect(wrong?.text.replaceAll('\u00a0', ' ')).toBe(text);
    expect(wrong === undefined ? '' : wrongWords(wrong)).toMatch(/is no amount, so the opening balance of USDT is not/);
  });

  it.each([
    ['1,250.00', '1250.00'],
    [' −5 ', '-5'],
    ['1250,00', '1250.00'],
    ['1.250,00', '1250.00'],
    ['1,250', null],
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

describe('the adjustments that a figure counts', () => {
  it.each([
    ['USDT', 'within', { token: 'USDT', seenFrom: '2026-10-01T00:00:00Z', seenTo: '2026-11-01T00:00:00Z' }],
    [null, 'before', { token: null, seenTo: '2026-10-01T00:00:00Z' }],
  ] as const)('of %s, %s the period, are what its address asks for', (token, seen, filter) => {
    const [path, query = ''] = adjustmentsPath(OCTOBER, token, seen).split('?');
    expect(path).toBe('/statements/month/adjustments');
    expect(adjustmentsIn(readQuery(query), OCTOBER)).toEqual({ seen, filter });
  });
});

describe('closing', () => {
  it('is kept back by what nothing replaces, by reading, by computing, and by a missing reason, in this order', () => {
    const against = (missing: Readonly<Record<string, number>>, change: Partial<CloseStanding> = {}): string | null =>
      reasonAgainst({
        requirements: standings(missing),
        isComputed: true,
        reason: 'The auditor agreed to it',
        isReading: false,
        ...change,
      });
    expect(against({}, { requirements: undefined })).toMatch(/Looking/);
    expect(against({}, { reason: '' })).toBeNull();
    expect(against({ 'period-ended': 0, 'facts-fresh': 3 })).toMatch(/no reason replaces it/);
    expect(against({ 'facts-fresh': 3 }, { isReading: true, isComputed: false })).toMatch(/read again/);
    expect(against({}, { isComputed: false })).toMatch(/being computed/);
    expect(against({ 'facts-fresh': 3 }, { reason: 'short' })).toMatch(/at least 10 characters/);
    expect(against({ 'facts-fresh': 3 })).toBeNull();
  });

  it('may have happened only where the answer did not come', () => {
    const lost = FAILURE_KINDS.filter((kind) => isLost({ kind }));
    expect(lost).toEqual(['unavailable-offline', 'unknown-outcome', 'bug']);
  });

  it('leads to exactly the rows that stand in the way', () => {
    const account = usdtAccount(undefined);
    const [line, ...others] = rowsOfRequirement('no-undated-facts', OCTOBER, [account]);
    expect(line?.label).toBe('Successes without a credited amount, USDT: 3');
    expect(line?.path).toContain('line=credits-without-amount');
    expect(others).toEqual([]);
    expect(rowsOfRequirement('no-pending-invoices', OCTOBER, [])[0]?.path).toContain(
      'createdTo=2026-11-01T00%3A00%3A00Z',
    );
  });

  it('tells why the reading rests', () => {
    const far = { done: 4_000, total: 8_114, etaSeconds: 61 };
    expect(progressWords({ ...far, state: 'running' })).toMatch(/4,000 of 8,114 rows, about 1 min.* left/);
    expect(progressWords({ ...far, state: 'paused' })).toMatch(/Paused .* because the sync is paused/);
    const failure = { kind: 'unreachable', reason: 'dns' } as const;
    expect(progressWords({ ...far, state: 'waiting', failure })).toMatch(/No server has the name.* by itself/);
    expect(progressWords({ done: 5, total: 5, state: 'running' })).toMatch(/certified again/);
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
    ['0,5', '0.005'],
    ['0,5,5', null],
    ['-1', null],
    ['', null],
  ])('a tolerance of %s is %s', (typed, fraction) => {
    expect(fractionOf(typed)).toBe(fraction);
  });
});
