/**
 * Scripted answers about periods: a statement with 18 decimals and every kind of line, closes, a readiness, adjustments, take rates. Not here: the server
 * (scripted-engine.ts).
 */
import type { CallOutput } from '../../../src/contract/calls.ts';
import {
  type CheckedClose,
  CLOSE_REQUIREMENTS,
  type PriorPeriodAdjustment,
  type RequirementStanding,
} from '../../../src/domain/period/close.ts';
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { addMoney, subtractMoney } from '../../../src/domain/kernel/money/money.ts';
import type { Period } from '../../../src/domain/period/period.ts';
import {
  isCreditLine,
  STATEMENT_LINES,
  type StatementRow,
  type TokenStatement,
  type TypedBalance,
} from '../../../src/domain/period/statement.ts';
import type { TieOutReport } from '../../../src/domain/reconcile/tie-out.ts';
import type { ScriptedEngine } from './scripted-engine.ts';

type Answer = CallOutput<'reconciliation.statement'>;

export const OCTOBER: Period = { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' };
export const CLOSE_ID = 'c10e0000-0000-4000-8000-000000000010';
export const SHA = '9f2c41d07be35a6684c2d1e90b7f3a5c8e1d24f6a0b97c35e8d1f2a4b6c8e0d2';
const PREVIOUS = '1b7d90e4c2a35f6884c2d1e90b7f3a5c8e1d24f6a0b97c35e8d1f2a4b6c8e0aa';
export const AUDIT_SHA = '5c0ffee04bd7e35a6684c2d1e90b7f3a5c8e1d24f6a0b97c35e8d1f2a4b6c8e0';
const READ_AT = '2026-11-01T02:14:07Z';

const AMOUNTS: Readonly<Record<string, readonly [number, string, number]>> = {
  credits: [8_214, '1702217.896548233510000001', 2],
  'credits-without-amount': [3, '0', 0],
  withdrawals: [9, '1204100.5', 0],
  'reserved-pending': [2, '15000.25', 0],
  'reserved-processed-later': [1, '2500', 0],
  rejected: [1, '998.4', 0],
};

/** USDT of a month: opened and closed by hand, with adjustments of a month before. */
export function usdtAccount(typed: TypedBalance | undefined, locked = false): TokenStatement {
  const opening = locked
    ? ({ source: 'previous-close', closeId: CLOSE_ID, amount: '250000.12' } as const)
    : typed?.opening === undefined
      ? null
      : ({ source: 'typed', amount: typed.opening } as const);
  const movement = subtractMoney('1702217.896548233510000001', '1204100.5');
  const impliedClosing = opening === null ? null : addMoney(opening.amount, movement);
  const typedClosing = typed?.closing ?? null;
  return {
    token: 'USDT',
    opening,
    lines: STATEMENT_LINES.map((kind) => {
      const [count, amount, notShown] = AMOUNTS[kind] ?? [0, '0', 0];
      return { kind, count, amount, notShown };
    }),
    creditsByCurrency: [
      { currency: 'EUR', count: 2_614, settledUsdt: '452105.338104' },
      { currency: 'GBP', count: 1_207, settledUsdt: '255760.018233510000000001' },
      { currency: 'IDR', count: 1_436, settledUsdt: '583010.44' },
      { currency: 'PLN', count: 2_054, settledUsdt: '347221.600211' },
      { currency: 'TRY', count: 903, settledUsdt: '64120.5' },
    ],
    withdrawalsByBalance: [
      withdrawn('main', 'merchant', 7, '1004100.5', '21.5', '1004079'),
      { ...withdrawn('main', 'operator', 1, '150000', '0', '0'), commissionMissing: 1 },
      withdrawn(null, null, 1, '50000', '3', '49997'),
    ],
    movement,
    impliedClosing,
    noClosing: opening === null ? 'opening-not-typed' : null,
    typedClosing,
    typedReadAt: null,
    difference: typedClosing === null || impliedClosing === null ? null : subtractMoney(typedClosing, impliedClosing),
    reserved: '17500.25',
    available: impliedClosing === null ? null : subtractMoney(impliedClosing, '17500.25'),
    priorPeriodAdjustments: { count: 1, amount: '-12.60' },
    broughtForward: { count: 0, amount: '0' },
    split: null,
  };
}

function withdrawn(
  balanceType: string | null,
  actor: string | null,
  count: number,
  amount: string,
  networkCommission: string,
  amountToSend: string,
): TokenStatement['withdrawalsByBalance'][number] {
  return { balanceType, actor, count, amount, networkCommission, amountToSend, commissionMissing: 0 };
}

/** Withdrawals in a token that is never credited. */
export function trxAccount(): TokenStatement {
  return {
    token: 'TRX',
    opening: null,
    lines: STATEMENT_LINES.filter((kind) => !isCreditLine(kind)).map((kind) =>
      kind === 'withdrawals'
        ? { kind, count: 1, amount: '40', notShown: 0 }
        : { kind, count: 0, amount: '0', notShown: 0 },
    ),
    creditsByCurrency: [],
    withdrawalsByBalance: [withdrawn('main', 'merchant', 1, '40', '1.1', '38.9')],
    movement: '-40',
    impliedClosing: null,
    noClosing: 'no-credits-in-token',
    typedClosing: null,
    typedReadAt: null,
    difference: null,
    reserved: '0',
    available: null,
    priorPeriodAdjustments: { count: 0, amount: '0' },
    broughtForward: { count: 0, amount: '0' },
    split: null,
  };
}

/** A difference of 12.30: an item that is carried forward, what the API gives no date of, and what nobody knows. */
export function splitAccount(): TokenStatement {
  const typed = { token: 'USDT', opening: '250000.12', closing: '748129.816548233510000001' };
  return {
    ...usdtAccount(typed),
    priorPeriodAdjustments: { count: 0, amount: '0' },
    split: {
      causes: [
        { cause: 'without-date', count: 2, amount: '4' },
        { cause: 'timing', count: 1, amount: '6.00' },
      ],
      items: [
        {
          id: 'item-0001',
          kind: 'timing',
          amount: '6.00',
          day: '2026-09-29',
          text: 'Booked by the bank in October',
          evidence: 'ticket 17',
          addedAt: '2026-10-02T09:14:00Z',
          addedBy: 'eva',
          ageDays: 32,
          isCarried: true,
        },
      ],
      unexplained: '2.300000000000000000',
      unplaced: 3,
    },
  };
}

/** The statement of a period as the engine answers it. */
export function statementAnswer(
  period: Period,
  typed: readonly TypedBalance[] = [],
  closeId: string | null = null,
): Answer {
  return {
    statement: {
      period,
      bounds: { from: `${period.from}T00:00:00Z`, to: `${period.to}T00:00:00Z` },
      tokens: [
        usdtAccount(
          typed.find(({ token }) => token === 'USDT'),
          closeId !== null,
        ),
        trxAccount(),
      ],
      unreadable: { invoices: 1, withdrawals: 0 },
      oldestReading: '2026-11-01T01:58:40Z',
    },
    closeId,
    lastClose: null,
    computedAt: READ_AT,
    unknown: [],
  };
}

/** Rows behind a line of it. */
export function rowAt(index: number, isCredit: boolean): StatementRow {
  return {
    list: isCredit ? 'invoices' : 'withdrawals',
    uuid: `3f1c2b1e-0000-4000-8000-${String(index).padStart(12, '0')}`,
    label: isCredit ? `order-${1000 + index}` : `TQ5NMqJjcAv${index}pXmZ8kQ1c7R4vT2wB9yH`,
    status: isCredit ? 'success' : 'approved',
    token: isCredit ? 'USDT' : 'USDT',
    currency: isCredit ? 'EUR' : null,
    amount: `${index * 7 + 11}.${String(index % 100).padStart(2, '0')}`,
    createdAt: '2026-10-14T08:00:00Z',
    endedAt: '2026-10-14T08:12:31Z',
    balanceType: isCredit ? null : 'main',
    actor: isCredit ? null : 'merchant',
    asOf: READ_AT,
    missingSince: null,
  };
}

/** What a close needs; those named are missing. */
export function standings(missing: Readonly<Record<string, number>> = {}): RequirementStanding[] {
  return CLOSE_REQUIREMENTS.map((requirement) => ({
    requirement,
    met: missing[requirement] === undefined,
    count: missing[requirement] ?? 0,
    at: requirement.endsWith('certified') ? READ_AT : null,
  }));
}

const TIE_OUT: TieOutReport = {
  invoices: { count: 8_217, three: 6_904, two: 1_310, none: 3 },
  untold: {
    'webhook-not-read': 1_202,
    'nothing-delivered': 106,
    'webhook-unreadable': 2,
    'record-older-than-webhook': 0,
    'webhook-older-than-record': 0,
  },
  missing: { settled_amount_usdt: 3, adjustment: 0, credited_usdt: 0 },
  currencies: [],
  findings: [
    { kind: 'adjusted', unit: 'USDT', count: 31, delta: '-402.118' },
    { kind: 'settled-missing', unit: null, count: 3, delta: null },
  ],
  withdrawals: { count: 12, tied: 11, differing: 0, unknown: 1 },
  undated: { invoices: 0, withdrawals: 0 },
  unreadable: { invoices: 1, withdrawals: 0 },
  oldestReading: '2026-11-01T01:58:40Z',
};

/** October, closed in November. */
export function closeOf(overrideReason: string | null = null): CheckedClose {
  const typed = { token: 'USDT', closing: '748117.516548233510000001' };
  const certificate = { certificate: 'certified', asOf: READ_AT, seen: 12_512, total: 12_512 } as const;
  return {
    id: CLOSE_ID,
    document: {
      version: 2,
      statement: statementAnswer(OCTOBER, [typed], CLOSE_ID).statement,
      tieOut: TIE_OUT,
      certificates: { invoices: certificate, withdrawals: { ...certificate, seen: 40, total: 40 } },
      requirements: standings(overrideReason === null ? {} : { 'facts-fresh': 12, 'all-readable': 1 }),
      overrideReason,
      closedAt: '2026-11-03T09:30:12Z',
      closedBy: 'finance',
      business: { profile: 'Sandbox', origin: 'sandbox', sandbox: true },
      previousSha256: PREVIOUS,
      supersedes: null,
      auditHead: { entries: 41, sha256: AUDIT_SHA },
    },
    facts: 8_229,
    sha256: SHA,
    unknown: [],
    proof: { verified: true, faults: [], sha256: SHA, checkedAt: '2026-11-21T10:00:00Z' },
  };
}

/** A dispute after the close. */
export const LATE: PriorPeriodAdjustment = {
  id: 1,
  closeId: CLOSE_ID,
  list: 'invoices',
  recordUuid: '3f1c2b1e-0000-4000-8000-000000000005',
  label: 'order-1055',
  token: 'USDT',
  amount: '-12.60',
  before: { line: 'credits', status: 'success', settled_amount_usdt: '105.70', finished_at: '2026-10-30T18:02:11Z' },
  after: { line: 'credits', status: 'success', settled_amount_usdt: '93.10', finished_at: '2026-10-30T18:02:11Z' },
  firstSeenAt: '2026-11-05T10:20:30Z',
};

const METHODS: CallOutput<'reconciliation.takeRates'>['methods'] = [
  takeRate('SEPA instant', 'EUR', 2_614, '0.02500000', { catalogue: '0.025', catalogueMatches: 1 }),
  takeRate('Blik', 'PLN', 2_054, '0.03400000', {
    catalogue: '0.025',
    catalogueMatches: 1,
    offCatalogue: 2_051,
    outliers: 3,
  }),
  takeRate('Bank transfer', 'GBP', 1_207, '0.01200000', {
    catalogue: null,
    catalogueMatches: 2,
    uncounted: 4,
    clientShareOff: 1,
  }),
];

function takeRate(
  method: string,
  currency: string,
  count: number,
  median: string,
  more: Partial<CallOutput<'reconciliation.takeRates'>['methods'][number]>,
): CallOutput<'reconciliation.takeRates'>['methods'][number] {
  return {
    method,
    currency,
    count,
    uncounted: 0,
    median,
    lowest: '0.01100000',
    highest: '0.05125000',
    catalogue: null,
    catalogueMatches: 0,
    offCatalogue: 0,
    outliers: 0,
    clientShareOff: 0,
    ...more,
  };
}

/** Three methods, one of which takes more than its catalogue says. */
export function takeRateAnswer(tolerance = '0.005', offset = 0, limit = 50): CallOutput<'reconciliation.takeRates'> {
  const total = 120;
  return {
    methods: METHODS,
    tolerance,
    total,
    uncounted: 4,
    catalogueAsOf: READ_AT,
    rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => ({
      uuid: `3f1c2b1e-0000-4000-8000-${String(offset + at).padStart(12, '0')}`,
      externalId: `order-${2000 + offset + at}`,
      method: 'Blik',
      currency: 'PLN',
      finishedAt: '2026-10-14T08:12:31Z',
      paidFiat: '410.00',
      isAdjusted: at === 2,
      rate: '4.02',
      settledUsdt: '98.10',
      takeRate: '0.03814634',
      median: '0.03400000',
      catalogue: '0.025',
      amountToSend: at === 1 ? '425.00' : null,
      expectedToSend: at === 1 ? '420.25' : null,
      clientPercent: at === 1 ? '2.5' : null,
      kinds: at === 1 ? ['off-catalogue', 'client-share-off'] : ['off-catalogue'],
    })),
  };
}

const FEES = [
  {
    currency: 'EUR',
    count: 2_614,
    uncounted: 0,
    paid: '430000.10',
    grossUsdt: '463697.782671',
    netUsdt: '452105.338104',
    creditedUsdt: '452105.338104',
    customerFee: '4300.55',
    customerFeeUsdt: '4637.123456',
    customerUnknown: 14,
  },
  {
    currency: 'PLN',
    count: 2_050,
    uncounted: 4,
    paid: '1400000',
    grossUsdt: '359000',
    netUsdt: '347221.600211',
    creditedUsdt: '347301.600211',
    customerFee: '21000',
    customerFeeUsdt: '5384.615385',
    customerUnknown: 0,
  },
] as const satisfies CallOutput<'reconciliation.feeTotals'>['currencies'];

const METHOD_FEES: CallOutput<'reconciliation.feeTotals'>['methods'] = [
  {
    ...FEES[0],
    method: 'SEPA instant',
    count: 2_600,
    paid: '400000.10',
    grossUsdt: '433697.782671',
    netUsdt: '422605.338104',
    creditedUsdt: '422605.338104',
    customerUnknown: 0,
  },
  {
    ...FEES[0],
    method: null,
    count: 14,
    paid: '30000',
    grossUsdt: '30000',
    netUsdt: '29500',
    creditedUsdt: '29500',
    customerFee: '0',
    customerFeeUsdt: '0',
  },
  { ...FEES[1], method: 'BLIK' },
];

function feeRowsAnswer(offset: number, limit: number): CallOutput<'reconciliation.feeRows'> {
  const total = 2_050;
  const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => ({
    uuid: `00000000-0000-4000-8000-${String(offset + at + 1).padStart(12, '0')}`,
    externalId: `order-${offset + at + 1}`,
    method: 'BLIK',
    currency: 'PLN',
    finishedAt: '2026-10-05T10:10:00Z',
    isAdjusted: at % 7 === 3,
    paid: '410.00',
    rate: '4.02',
    grossUsdt: '101.990050',
    feeUsdt: '3.890050',
    customerFee: at % 7 === 3 ? null : '6.15',
    customerFeeUsdt: at % 7 === 3 ? null : '1.529851',
    creditedUsdt: '98.10',
  }));
  return { rows, total, totals: [{ ...FEES[1], uncounted: 0, creditedUsdt: FEES[1].netUsdt }] };
}

const DAY_FEES: CallOutput<'reconciliation.feeTotals'>['days'] = [
  { ...FEES[0], day: '2026-10-01', count: 10, grossUsdt: '1000', netUsdt: '974.5', creditedUsdt: '974.5' },
  { ...FEES[1], day: '2026-10-01', count: 5, grossUsdt: '500', netUsdt: '490', creditedUsdt: '570' },
  { ...FEES[0], day: '2026-10-03', count: 4, grossUsdt: '200', netUsdt: '194', creditedUsdt: '194' },
];

const NETWORKS: CallOutput<'reconciliation.feeTotals'>['networks'] = [
  { day: '2026-10-02', token: 'USDT', count: 1, missing: 0, fee: '1.5' },
  { day: '2026-10-03', token: 'USDT', count: 2, missing: 0, fee: '11.02' },
  { day: '2026-10-03', token: 'TRX', count: 1, missing: 1, fee: '0' },
];

const DAYS: CallOutput<'reconciliation.movements'>['days'] = [
  day('2026-10-01', 270, '55120.500000000000000001', 0, '0', '55120.500000000000000001', '55120.500000000000000001'),
  day('2026-10-02', 0, '0', 1, '50000', '-50000', '5120.500000000000000001'),
  day('2026-10-03', 0, '0', 0, '0', '0', '5120.500000000000000001'),
];

function day(
  name: string,
  creditCount: number,
  credits: string,
  withdrawalCount: number,
  withdrawals: string,
  movement: string,
  cumulative: string,
): CallOutput<'reconciliation.movements'>['days'][number] {
  return { day: name, creditCount, credits, withdrawalCount, withdrawals, movement, cumulative };
}

/** October is open, nothing is closed yet, and everything a close needs is there. */
export function scriptPeriods(engine: ScriptedEngine): ScriptedEngine {
  return engine
    .on('reconciliation.statement', ({ period, typed }) => success(statementAnswer(period, typed ?? [])))
    .on('reconciliation.statementRows', ({ line, offset, limit }) => {
      const [total] = AMOUNTS[line] ?? [0];
      const length = Math.max(0, Math.min(limit, total - offset));
      const rows = Array.from({ length }, (_, at) => rowAt(offset + at, isCreditLine(line)));
      return success({ rows, total, source: 'mirror', keepsSplits: true });
    })
    .on('reconciliation.movements', () => success({ days: DAYS, computedAt: READ_AT, source: 'mirror' }))
    .on('reconciliation.feeTotals', () =>
      success({ currencies: [...FEES], methods: METHOD_FEES, days: DAY_FEES, networks: NETWORKS, computedAt: READ_AT }),
    )
    .on('reconciliation.feeRows', ({ offset, limit }) => success(feeRowsAnswer(offset, limit)))
    .on('reconciliation.takeRates', ({ tolerance, offset, limit }) => success(takeRateAnswer(tolerance, offset, limit)))
    .on('periods.list', () => success({ rows: [], total: 0, next: null }))
    .on('periods.versions', () => success({ versions: [] }))
    .on('periods.readiness', () => success(readinessAnswer({})))
    .on('periods.adjustments', () => success({ rows: [], total: 0, totals: [], comparedAt: READ_AT }));
}

/** All is there, and no exception is open, but for what is given. */
export function readinessAnswer(change: Partial<CallOutput<'periods.readiness'>>): CallOutput<'periods.readiness'> {
  const openExceptions = { count: 0, kinds: [], lookedAt: READ_AT, pending: false };
  return { requirements: standings(), readingRequests: 0, openExceptions, reading: null, ...change };
}

/** October is closed, and one of its facts has changed since. */
export function scriptClosed(engine: ScriptedEngine, overrideReason: string | null = null): ScriptedEngine {
  const close = closeOf(overrideReason);
  const { statement } = close.document;
  const totals = [{ token: 'USDT', count: 1, amount: LATE.amount }];
  return engine
    .on('reconciliation.statement', ({ period, typed }) =>
      success(
        period.from === OCTOBER.from
          ? { statement, closeId: CLOSE_ID, lastClose: null, computedAt: close.document.closedAt, unknown: [] }
          : {
              ...statementAnswer(period, typed ?? []),
              lastClose: { id: CLOSE_ID, to: OCTOBER.to, timeZone: OCTOBER.timeZone },
            },
      ),
    )
    .on('periods.list', () =>
      success({
        rows: [
          {
            id: CLOSE_ID,
            period: OCTOBER,
            closedAt: close.document.closedAt,
            closedBy: close.document.closedBy,
            overrideReason,
            sha256: SHA,
            closings: statement.tokens.map(({ token, impliedClosing }) => ({ token, amount: impliedClosing })),
            figures: statement.tokens.map(({ token, movement, difference, lines }) => ({
              token,
              paid: lines.find(({ kind }) => kind === 'credits')?.count ?? 0,
              credits: lines.find(({ kind }) => kind === 'credits')?.amount ?? '0',
              withdrawals: lines.find(({ kind }) => kind === 'withdrawals')?.amount ?? '0',
              movement,
              difference,
            })),
            adjustments: totals,
            correction: null,
            openingGap: null,
          },
        ],
        total: 1,
        next: { from: OCTOBER.to, timeZone: OCTOBER.timeZone },
      }),
    )
    .on('periods.get', () => success(close))
    .on('periods.adjustments', () => success({ rows: [LATE], total: 1, totals, comparedAt: '2026-11-21T10:00:00Z' }));
}
