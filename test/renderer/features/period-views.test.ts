/** Periods, statements, closes and take rates as the screens word them: pure parts, without a page. */
import { describe, expect, it } from 'vitest';
import { CLOSE_REQUIREMENTS } from '../../../src/domain/period/close.ts';
import { FAILURE_KINDS } from '../../../src/domain/kernel/failure/failure.ts';
import { feeDays, feePercent, feeSum } from '../../../src/renderer/features/statements/fees/fee-figures.tsx';
import {
  type CloseStanding,
  isLost,
  needsReading,
  reasonAgainst,
  REFUSAL_WORDS,
  rowsOfRequirement,
} from '../../../src/renderer/features/statements/closes/words.ts';
import {
  monthName,
  printOf,
  technical,
  threeThings,
} from '../../../src/renderer/features/statements/month/use-month.ts';
import { openMonths } from '../../../src/renderer/features/statements/months/months-page.tsx';
import { sheetLines } from '../../../src/renderer/features/statements/statement/sheet-lines.ts';
import { costWords, progressWords } from '../../../src/renderer/features/statements/closes/reading-panel.tsx';
import { shortHash } from '../../../src/renderer/ui/text/foreign-text.tsx';
import { negated, noClosingWords } from '../../../src/renderer/features/statements/statement/words.ts';
import { formulaOf, fractionOf, percentOf, shortPercent } from '../../../src/renderer/features/statements/fees/view.ts';
import { differenceOf } from '../../../src/renderer/parts/period/lines.ts';
import { readQuery } from '../../../src/renderer/ui/window/route.ts';
import {
  periodIn,
  periodOrLastMonth,
  periodQuery,
  periodWords,
  restOfMonth,
} from '../../../src/renderer/parts/period/address.ts';
import {
  adjustmentsIn,
  adjustmentsPath,
  amountTyped,
  feeRowsIn,
  feeRowsPath,
  typedIn,
  withTyped,
  wrongIn,
  wrongWords,
} from '../../../src/renderer/parts/period/statement-address.ts';
import { OCTOBER, SHA, standings, trxAccount, usdtAccount } from '../support/period-scripts.ts';
import { NOT_ON_TOP } from '../support/scripts.ts';

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
    // Of a close that is older than causes, by its adjustments.
    expect(differenceOf(account)).toEqual({
      causes: [{ cause: 'changed-after-close', count: 1, amount: '-12.60' }],
      items: [],
      unexplained: '5.083451766489999999',
      unplaced: 0,
    });
    expect(differenceOf(usdtAccount(undefined))).toMatchObject({ unexplained: null });
    expect(differenceOf(trxAccount())).toBeNull();
    expect(negated('40')).toBe('-40');
  });

  it('says why there is no closing', () => {
    expect(noClosingWords('no-credits-in-token', 'TRX')).toContain('no credits in TRX');
    expect(noClosingWords('no-credits-in-token', null)).toContain('names no token');
    expect(noClosingWords('opening-not-typed', 'USDT')).toContain('Enter the balance from your dashboard');
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
    // The dialog asks for it.
    expect(against({ 'facts-fresh': 3 }, { reason: null })).toBeNull();
  });

  it('may have happened only where the answer did not come', () => {
    const lost = FAILURE_KINDS.filter((kind) => isLost({ kind }));
    expect(lost).toEqual(['unavailable-offline', 'unknown-outcome', 'bug']);
  });

  it('leads to exactly the rows that stand in the way', () => {
    const account = usdtAccount(undefined);
    const [line, ...others] = rowsOfRequirement('no-undated-facts', OCTOBER, [account]);
    expect(line?.label).toBe('Paid invoices without a net amount, USDT: 3');
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
    expect(REFUSAL_WORDS.changed).toMatch(/Nothing was closed/);
    expect(shortHash(SHA)).toBe('9f2c41d0…b6c8e0d2');
  });
});

describe('the three things of a close', () => {
  const open = (count: number, lookedAt: string | null = '2026-11-01T00:00:00Z') => ({ count, lookedAt });
  const review = { statement: 'reviewed', leavesOpen: false } as const;
  const entered = [usdtAccount({ token: 'USDT', opening: '1', closing: '2' })];

  it('are all seen to, or say which is not', () => {
    expect(threeThings(open(0), review, entered)).toEqual({ exceptions: true, statement: true, balance: true });
    expect(threeThings(open(93), review, entered).exceptions).toBe(false);
    expect(threeThings(open(0, null), review, entered).exceptions).toBe(false);
    expect(threeThings(open(93), { ...review, leavesOpen: true }, entered).exceptions).toBe(true);
    expect(threeThings(open(0), { ...review, statement: 'changed' }, entered).statement).toBe(false);
    expect(threeThings(open(0), review, [usdtAccount({ token: 'USDT', opening: '1' })]).balance).toBe(false);
    expect(threeThings(open(0), review, [usdtAccount({ token: 'USDT', closing: '1' })]).balance).toBe(false);
    expect(threeThings(open(0), review, [trxAccount()]).balance).toBe(true);
  });

  it('a review is of the figures that the rows make, whatever is typed', () => {
    const [account] = entered;
    const of = (tokens: Parameters<typeof printOf>[0]['tokens']): string => printOf({ tokens });
    expect(of(entered)).toBe(of([usdtAccount(undefined)]));
    const lines = (account?.lines ?? []).map((line, at) => (at === 0 ? { ...line, count: line.count + 1 } : line));
    expect(of(entered.map((one) => ({ ...one, lines })))).not.toBe(of(entered));
  });

  it('leave ten technical checks, which are one line when all hold', () => {
    expect(technical(standings())).toHaveLength(10);
    expect(monthName(OCTOBER)).toBe('October');
    expect(monthName({ from: '2026-10-05', to: '2026-10-06' })).toBe('2026-10-05');
  });
});

describe('the months', () => {
  const now = Date.parse('2026-11-23T08:00:00Z');
  const words = (rows: ReturnType<typeof openMonths>) => rows.map(({ period, isRunning }) => [period.from, isRunning]);

  it('are open from where the last close ends to the running one, the latest first', () => {
    expect(words(openMonths({ from: '2026-09-16', timeZone: 'UTC' }, now, 'UTC'))).toEqual([
      ['2026-11-01', true],
      ['2026-10-01', false],
      ['2026-09-16', false],
    ]);
    expect(words(openMonths(null, now, 'UTC')).map(([from]) => from)).toEqual([
      '2026-11-01',
      '2026-10-01',
      '2026-09-01',
    ]);
    expect(openMonths({ from: '2026-12-01', timeZone: 'UTC' }, now, 'UTC')).toEqual([]);
  });
});

describe('a statement as lines', () => {
  const bounds = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };
  const fees = [
    {
      currency: 'EUR',
      count: 2,
      uncounted: 0,
      paid: '10.50',
      grossUsdt: '12',
      netUsdt: '11.5',
      creditedUsdt: '11.5',
      ...NOT_ON_TOP,
    },
  ];
  const linesOf = (typed: Parameters<typeof usdtAccount>[0]) =>
    sheetLines({ account: usdtAccount(typed), period: OCTOBER, bounds, isLocked: false, fees, values: [] });

  it('go from the opening to the difference, and what is in no sum stands below', () => {
    const lines = linesOf({ token: 'USDT', opening: '250000.12', closing: '748110' });
    const amountOf = (title: string) => lines.find((line) => line.title === title)?.amount;
    expect(amountOf('Calculated balance')).toBe('748117.516548233510000001');
    expect(amountOf('Reported balance')).toBe('748110');
    expect(amountOf('Difference')).toBe('-7.516548233510000001');
    expect(amountOf('Unexplained')).toBe('5.083451766489999999');
    expect(amountOf('Withdrawals')).toBe('-1204100.5');
    expect(amountOf('Sent')).toBe('-1054076');
    expect(amountOf('Network fees')).toBe('-24.5');
    expect(amountOf('Not included: rejected withdrawals')).toBe('998.4');
    expect(amountOf('Estimated fees, already taken from net')).toBe('0.5');
    expect(lines.find(({ title }) => title === 'EUR')?.gross).toEqual({ amount: '10.50', currency: 'EUR' });
    expect(lines.findIndex(({ look }) => look === 'aside')).toBeGreaterThan(
      lines.findIndex(({ title }) => title === 'Difference'),
    );
  });

  it('have no balance without an opening, and only movements of a token that is never credited', () => {
    expect(linesOf(undefined).map(({ title }) => title)).not.toContain('Calculated balance');
    const lines = sheetLines({ account: trxAccount(), period: OCTOBER, bounds, isLocked: false, fees: [], values: [] });
    expect(lines[0]?.title).toBe('Withdrawals');
  });
});

describe('fees', () => {
  const ONE = {
    currency: 'EUR',
    count: 2,
    uncounted: 1,
    paid: '10',
    grossUsdt: '12.5',
    netUsdt: '12.25',
    creditedUsdt: '13',
    customerFee: '0.4',
    customerFeeUsdt: '0.5',
    customerUnknown: 0,
  };
  it('are the gross less the net, and a share of the gross', () => {
    const totals = [
      { ...ONE, uncounted: 0, creditedUsdt: '12.25' },
      { ...ONE, currency: 'PLN', count: 1, grossUsdt: '2.5', netUsdt: '2.5', creditedUsdt: '2.75', customerUnknown: 1 },
    ];
    expect(feeSum(totals)).toEqual({
      gross: '15.0',
      net: '14.75',
      fee: '0.25',
      customer: '1.0',
      unknown: '0.25',
      count: 3,
      uncounted: 1,
      customerUnknown: 1,
    });
    expect(feePercent('0.25', '15.0')).toBe('1.67 %');
    expect(feePercent('0', '0')).toBeNull();
  });

  it('of a day are those of all its currencies', () => {
    const days = [
      { ...ONE, day: '2026-10-01' },
      { ...ONE, day: '2026-10-01', currency: 'PLN', count: 1, grossUsdt: '2.5', netUsdt: '2.5' },
      { ...ONE, day: '2026-10-03', count: 0, grossUsdt: '0', netUsdt: '0' },
    ];
    expect(feeDays(days)).toMatchObject([
      { day: '2026-10-01', count: 3, gross: '15.0', net: '14.75', fee: '0.25', percent: '1.67' },
      { day: '2026-10-03', count: 0, gross: '0', net: '0', fee: '0', percent: null },
    ]);
  });

  it.each([
    { method: 'Card & more', currency: 'EUR', part: 'known' },
    { method: null },
    { method: 'yes', part: 'unknown' },
    { currency: 'PLN' },
    {},
  ] as const)('the rows behind them stand in an address: %o', (asked) => {
    const path = feeRowsPath(OCTOBER, asked);
    const query = readQuery(path.split('?')[1] ?? '');
    expect(feeRowsIn(query)).toEqual(asked);
    expect(periodIn(query, 'UTC')).toEqual(OCTOBER);
  });
});

describe('fees in words', () => {
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
