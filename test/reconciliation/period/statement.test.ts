/** The rules of the period statement case by case: openings, what was first seen later, and that nothing is lost between parts and whole. */
import { describe, expect, it } from 'vitest';
import { MoneySum } from '../../../src/domain/kernel/money/money.ts';
import type {
  CreditFact,
  LastClose,
  Statement,
  TokenStatement,
  WithdrawalFact,
} from '../../../src/domain/period/statement.ts';
import { buildStatement, NOTHING_BESIDE, type StatementInput } from '../../../src/reconciliation/period/statement.ts';
import { assertConserved } from '../../../src/reconciliation/period/statement-check.ts';

const key = (day: string): string => `${day}T00:00:00.000000000Z`;
const PERIOD = { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' };
const BOUNDS = { from: '2026-10-01T00:00:00Z', to: '2026-11-01T00:00:00Z' };

function credit(change: Partial<CreditFact> = {}): CreditFact {
  return {
    status: 'success',
    currency: 'EUR',
    amount: '10.5',
    createdKey: key('2026-10-02'),
    finishedKey: key('2026-10-02'),
    notShown: false,
    asOf: '2026-11-02T00:00:00.000Z',
    ...change,
  };
}

function withdrawal(change: Partial<WithdrawalFact> = {}): WithdrawalFact {
  return {
    token: 'USDT',
    status: 'approved',
    amount: '4',
    networkCommission: '1',
    amountToSend: '3',
    createdKey: key('2026-10-03'),
    processedKey: key('2026-10-04'),
    balanceType: 'main',
    actor: 'owner',
    notShown: false,
    asOf: '2026-11-01T09:00:00Z',
    ...change,
  };
}

function statement(change: Partial<StatementInput> = {}): Statement {
  return buildStatement({
    period: PERIOD,
    bounds: BOUNDS,
    credits: [credit()],
    withdrawals: [withdrawal()],
    typed: [],
    lastClose: null,
    adjustments: [],
    unreadable: { invoices: 0, withdrawals: 0 },
    beside: NOTHING_BESIDE,
    ...change,
  });
}

const usdt = (change: Partial<StatementInput> = {}): TokenStatement =>
  statement(change).tokens.find(({ token }) => token === 'USDT') ?? expect.unreachable();

const lastClose = (to: string, amount: string | null): LastClose => ({
  id: 'september',
  period: { from: '2026-09-01', to: '2026-10-01', timeZone: 'UTC' },
  bounds: { from: '2026-09-01T00:00:00Z', to },
  closings: [{ token: 'USDT', amount }],
});

describe('the line of a record', () => {
  const lineOf = (change: Partial<StatementInput>): readonly string[] =>
    statement({ credits: [], withdrawals: [], ...change }).tokens.flatMap(({ token, lines }) =>
      lines.filter(({ count }) => count > 0).map(({ kind }) => `${token ?? 'none'} ${kind}`),
    );

  it.each<[string, Partial<CreditFact>, readonly string[]]>([
    ['in the period', {}, ['USDT credits']],
    ['on its first instant', { finishedKey: key('2026-10-01') }, ['USDT credits']],
    ['on its end', { finishedKey: key('2026-11-01') }, []],
    ['before it', { finishedKey: '2026-09-30T23:59:59.999999999Z' }, []],
    ['without an amount', { amount: null }, ['USDT credits-without-amount']],
    ['without a date', { finishedKey: null }, ['USDT credits-without-date']],
    ['with neither', { finishedKey: null, amount: null }, ['USDT credits-without-date']],
    ['that failed', { status: 'fail' }, []],
    ['in a status nobody knows', { status: 'refunded', finishedKey: null }, ['USDT credits-unknown-status']],
    ['in such a status, later', { status: 'refunded', createdKey: key('2026-11-01') }, []],
  ])('of an invoice %s', (_what, change, lines) => {
    expect(lineOf({ credits: [credit(change)] })).toEqual(lines);
  });

  const LATER = key('2026-11-05');
  it.each<[string, Partial<WithdrawalFact>, readonly string[]]>([
    ['approved in the period', {}, ['USDT withdrawals']],
    ['approved on its end', { processedKey: key('2026-11-01') }, ['USDT reserved-processed-later']],
    ['approved before', { processedKey: key('2026-09-30') }, []],
    ['approved, nobody knows when', { processedKey: null }, ['USDT withdrawals-without-date']],
    ['pending', { status: 'pending', processedKey: null }, ['USDT reserved-pending']],
    ['pending, asked for later', { status: 'pending', createdKey: LATER, processedKey: null }, []],
    ['pending, asked for at no known time', { status: 'pending', createdKey: null }, ['USDT reserved-without-date']],
    ['rejected later', { status: 'rejected', processedKey: LATER }, ['USDT reserved-processed-later']],
    ['of later altogether', { createdKey: LATER, processedKey: LATER }, []],
    [
      'approved later, asked for at no known time',
      { createdKey: null, processedKey: LATER },
      ['USDT reserved-without-date'],
    ],
    ['rejected', { status: 'rejected' }, ['USDT rejected']],
    ['rejected, nobody knows when', { status: 'rejected', processedKey: null }, ['USDT rejected-without-date']],
    ['in a status nobody knows', { status: 'held', processedKey: null }, ['USDT unknown-status']],
    ['of another token', { token: 'TRX' }, ['TRX withdrawals']],
    ['of no token', { token: null }, ['none withdrawals']],
  ])('of a withdrawal %s', (_what, change, lines) => {
    expect(lineOf({ withdrawals: [withdrawal(change)] })).toEqual(lines);
  });
});

describe('a row whose date has no order', () => {
  const NEVER = '+012026-10-05T00:00:00.000000000Z';
  it.each<[string, Partial<StatementInput>]>([
    ['a success', { credits: [credit({ finishedKey: NEVER })] }],
    ['an approved withdrawal', { withdrawals: [withdrawal({ processedKey: NEVER })] }],
    ['a rejected one', { withdrawals: [withdrawal({ status: 'rejected', processedKey: '2026-09-30' })] }],
    ['a pending one', { withdrawals: [withdrawal({ status: 'pending', createdKey: 'x', processedKey: null })] }],
  ])('is never passed over: %s', (_what, change) => {
    expect(() => statement(change)).toThrow(/in no line/);
  });
});

describe('opening and closing', () => {
  it('are typed as long as nothing is closed', () => {
    const typed = [{ token: 'USDT', opening: '100', closing: '106' }];
    expect(usdt({ typed })).toMatchObject({
      opening: { source: 'typed', amount: '100' },
      movement: '6.5',
      impliedClosing: '106.5',
      noClosing: null,
      difference: '-0.5',
      available: '106.5',
    });
    expect(usdt()).toMatchObject({ opening: null, impliedClosing: null, noClosing: 'opening-not-typed' });
  });

  it('follow the locked closing where the period begins at its end, whatever is typed', () => {
    const typed = [{ token: 'USDT', opening: '100', closing: '9' }];
    // The same instant in another spelling.
    expect(usdt({ typed, lastClose: lastClose('2026-10-01T00:00:00.000Z', '2.5') })).toMatchObject({
      opening: { source: 'previous-close', closeId: 'september', amount: '2.5' },
      impliedClosing: '9.0',
      difference: '0.0',
    });
  });

  it('are not there where the period does not follow the last close', () => {
    const typed = [{ token: 'USDT', opening: '100', closing: '9' }];
    expect(usdt({ typed, lastClose: lastClose('2026-09-30T22:00:00Z', '2.5') })).toMatchObject({
      opening: null,
      impliedClosing: null,
      noClosing: 'not-after-last-close',
      typedClosing: '9',
      difference: null,
      available: null,
    });
  });

  it('count what was first seen in the period beside the difference, not in the closing', () => {
    const adjustments = [
      { token: 'USDT', amount: '-3.25', firstSeenAt: '2026-10-01T00:00:00Z' },
      { token: 'USDT', amount: '1', firstSeenAt: '2026-10-31T23:59:59.999Z' },
      { token: 'USDT', amount: '50', firstSeenAt: '2026-11-01T00:00:00Z' },
      { token: 'TRX', amount: '7', firstSeenAt: '2026-10-05T00:00:00Z' },
    ];
    const { tokens } = statement({ adjustments, typed: [{ token: 'USDT', opening: '0' }] });
    expect(tokens.map(({ token, priorPeriodAdjustments: { count, amount } }) => [token, count, amount])).toEqual([
      ['USDT', 2, '-2.25'],
      ['TRX', 1, '7'],
    ]);
    expect(tokens[0]?.impliedClosing).toBe('6.5');
  });

  it('bring forward what was first seen before the period, which no opening contains', () => {
    const adjustments = [
      { token: 'USDT', amount: '-10', firstSeenAt: '2026-09-30T23:59:59.999Z' },
      { token: 'USDT', amount: '0.25', firstSeenAt: '2026-08-15T00:00:00Z' },
      { token: 'USDT', amount: '-1', firstSeenAt: '2026-10-15T00:00:00Z' },
      { token: 'USDT', amount: '50', firstSeenAt: '2026-11-01T00:00:00Z' },
    ];
    const typed = [{ token: 'USDT', closing: '145.75' }];
    expect(usdt({ adjustments, typed, lastClose: lastClose(BOUNDS.from, '150') })).toMatchObject({
      impliedClosing: '156.5',
      // Of which −9.75 and −1 are explained, and nothing else is.
      difference: '-10.75',
      broughtForward: { count: 2, amount: '-9.75' },
      priorPeriodAdjustments: { count: 1, amount: '-1' },
    });
  });

  it('are the same two periods later, and the difference stays explained', () => {
    const adjustments = [{ token: 'USDT', amount: '-10', firstSeenAt: '2026-10-15T00:00:00Z' }];
    const [october, november] = [
      { period: PERIOD, bounds: BOUNDS, lastClose: lastClose(BOUNDS.from, '100'), credits: [credit({ amount: '54' })] },
      {
        period: { from: '2026-11-01', to: '2026-12-01', timeZone: 'UTC' },
        bounds: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
        lastClose: lastClose('2026-11-01T00:00:00Z', '150'),
        credits: [],
      },
    ].map((of) => usdt({ ...of, adjustments, typed: [{ token: 'USDT', closing: '140' }] }));
    expect(october).toMatchObject({
      impliedClosing: '150',
      difference: '-10',
      broughtForward: { count: 0, amount: '0' },
      priorPeriodAdjustments: { count: 1, amount: '-10' },
    });
    expect(november).toMatchObject({
      opening: { amount: '150' },
      difference: '-10',
      broughtForward: { count: 1, amount: '-10' },
      priorPeriodAdjustments: { count: 0, amount: '0' },
    });
  });
});

describe('a statement', () => {
  it('knows its oldest reading, what is not shown any more, and what has no commission', () => {
    const withdrawals = [withdrawal(), withdrawal({ networkCommission: null, amountToSend: null, notShown: true })];
    const said = statement({ withdrawals });
    expect(said.oldestReading).toBe('2026-11-01T09:00:00Z');
    expect(said.tokens[0]?.withdrawalsByBalance).toEqual([
      {
        balanceType: 'main',
        actor: 'owner',
        count: 2,
        amount: '8',
        networkCommission: '1',
        amountToSend: '3',
        commissionMissing: 1,
      },
    ]);
    expect(said.tokens[0]?.lines.find(({ kind }) => kind === 'withdrawals')).toMatchObject({ count: 2, notShown: 1 });
  });

  it('of nothing still has the token of the credits', () => {
    const said = statement({ credits: [], withdrawals: [] });
    expect(said.tokens.map(({ token }) => token)).toEqual(['USDT']);
    expect(said.oldestReading).toBeNull();
  });

  it.each<[string, Partial<StatementInput>]>([
    ['more than 200 tokens', { withdrawals: Array.from({ length: 300 }, (_, at) => withdrawal({ token: `T${at}` })) }],
    ['more than 500 currencies', { credits: Array.from({ length: 501 }, (_, at) => credit({ currency: `C${at}` })) }],
    [
      'more than 500 balances',
      { withdrawals: Array.from({ length: 501 }, (_, at) => withdrawal({ actor: `A${at}` })) },
    ],
  ])('of %s is refused in words, as nobody has so many', (words, change) => {
    const issue = { path: 'period', message: expect.stringContaining(words) };
    expect(() => statement(change)).toThrow(
      expect.objectContaining({ failure: { kind: 'invalid-input', issues: [issue] } }),
    );
  });

  it('of bounds that are no period is refused', () => {
    expect(() => statement({ bounds: { from: BOUNDS.to, to: BOUNDS.from } })).toThrow(RangeError);
  });
});

describe('conservation', () => {
  const said = statement({
    credits: [credit(), credit({ currency: 'PLN', amount: '0.000001' })],
    withdrawals: [withdrawal(), withdrawal({ status: 'pending' }), withdrawal({ token: null })],
    typed: [{ token: 'USDT', opening: '1', closing: '2' }],
  });
  const controlOf = (count: number, amount: string): { count: number; sum: MoneySum } => {
    const sum = new MoneySum();
    sum.add(amount);
    return { count, sum };
  };
  const controls = {
    credits: controlOf(2, '10.500001'),
    withdrawals: new Map([
      ['USDT', controlOf(2, '8')],
      [null, controlOf(1, '4')],
    ]),
  };
  const changed = (change: (token: TokenStatement) => TokenStatement): Statement => ({
    ...said,
    tokens: said.tokens.map((token, at) => (at === 0 ? change(token) : token)),
  });
  const line = (kind: string, change: object) => (token: TokenStatement) => ({
    ...token,
    lines: token.lines.map((one) => (one.kind === kind ? { ...one, ...change } : one)),
  });

  it('holds for what the engine says', () => {
    expect(() => assertConserved(said, controls)).not.toThrow();
  });

  it.each<[string, Statement]>([
    ['a credit is lost', changed(line('credits', { amount: '10.5' }))],
    ['a row is counted twice', changed(line('reserved-pending', { count: 2 }))],
    ['a withdrawal is in two lines', changed(line('rejected', { amount: '4' }))],
    ['a currency is lost', changed((token) => ({ ...token, creditsByCurrency: token.creditsByCurrency.slice(1) }))],
    ['a balance is lost', changed((token) => ({ ...token, withdrawalsByBalance: [] }))],
    ['the movement is another', changed((token) => ({ ...token, movement: '6' }))],
    ['the closing is another', changed((token) => ({ ...token, impliedClosing: '7.5' }))],
    ['the difference is another', changed((token) => ({ ...token, difference: '0' }))],
    ['what is reserved is another', changed((token) => ({ ...token, reserved: '0' }))],
    ['what is available is another', changed((token) => ({ ...token, available: '0' }))],
    ['a token is lost', { ...said, tokens: said.tokens.slice(0, 1) }],
    ['the credits are lost', { ...said, tokens: said.tokens.slice(1) }],
  ])('fails when %s', (_what, broken) => {
    expect(() => assertConserved(broken, controls)).toThrow(/parts|lost|stand in/);
  });
});
