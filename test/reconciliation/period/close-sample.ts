/** A small close with every part of the form in it, whose facts are the rows of its lines. Not here: the engine that makes real ones. */
import {
  CLOSE_REQUIREMENTS,
  CLOSE_VERSION,
  type CloseDocument,
  type CloseFact,
} from '../../../src/domain/period/close.ts';
import {
  CREDIT_TOKEN,
  isCreditLine,
  STATEMENT_LINES,
  type StatementLine,
} from '../../../src/domain/period/statement.ts';
import type { TieOutReport } from '../../../src/domain/reconcile/tie-out.ts';

const READ = '2026-11-02T08:00:00.000Z';

const SPLIT = { balanceType: 'main', actor: null, networkCommission: '0.25', amountToSend: '2.00' };

export function sampleFact(change: Partial<CloseFact> & Pick<CloseFact, 'uuid' | 'line' | 'amount'>): CloseFact {
  const isInvoice = isCreditLine(change.line);
  return {
    list: isInvoice ? 'invoices' : 'withdrawals',
    label: isInvoice ? 'order-1' : 'TAddress',
    status: isInvoice ? 'success' : 'approved',
    token: CREDIT_TOKEN,
    currency: isInvoice ? 'EUR' : null,
    createdAt: '2026-10-05T10:00:00Z',
    endedAt: '2026-10-05T10:05:00Z',
    asOf: READ,
    split: isInvoice ? null : SPLIT,
    ...change,
  };
}

/** In the order of the form. */
export const SAMPLE_FACTS: readonly CloseFact[] = [
  sampleFact({ uuid: '0a', line: 'credits', amount: '10.123456789012345678' }),
  sampleFact({ uuid: '0b', line: 'credits', amount: '0.5', label: 'tab\tand\\N' }),
  sampleFact({ uuid: '0c', line: 'credits-without-amount', amount: null }),
  sampleFact({ uuid: '0d', line: 'reserved-pending', amount: '3', status: 'pending', endedAt: null }),
  sampleFact({ uuid: '0e', line: 'withdrawals', amount: '2.25' }),
  sampleFact({ uuid: '0f', line: 'withdrawals', amount: '7', token: 'TRX' }),
];

function linesOf(token: string): readonly StatementLine[] {
  const sums: Readonly<Record<string, string>> = {
    'USDT credits': '10.623456789012345678',
    'USDT reserved-pending': '3',
    'USDT withdrawals': '2.25',
    'TRX withdrawals': '7',
  };
  return STATEMENT_LINES.filter((kind) => token === CREDIT_TOKEN || !isCreditLine(kind)).map((kind) => ({
    kind,
    count: SAMPLE_FACTS.filter((fact) => fact.line === kind && fact.token === token).length,
    amount: sums[`${token} ${kind}`] ?? '0',
    notShown: 0,
  }));
}

const TIE_OUT: TieOutReport = {
  invoices: { count: 3, three: 1, two: 1, none: 1 },
  untold: {
    'webhook-not-read': 1,
    'nothing-delivered': 0,
    'webhook-unreadable': 0,
    'record-older-than-webhook': 0,
    'webhook-older-than-record': 0,
  },
  missing: { settled_amount_usdt: 1, adjustment: 0, credited_usdt: 0 },
  currencies: [
    {
      currency: 'EUR',
      count: 3,
      three: 1,
      two: 1,
      none: 1,
      ordered: '30',
      paid: '29.5',
      settledUsdt: '10.623456789012345678',
      creditedUsdt: '0.5',
      settledOfCreditedUsdt: '0.6',
      paidMissing: 0,
      settledMissing: 1,
    },
  ],
  findings: [
    { kind: 'settled-missing', unit: null, count: 1, delta: null },
    { kind: 'credited-differs', unit: 'USDT', count: 1, delta: '-0.1' },
  ],
  withdrawals: { count: 2, tied: 1, differing: 1, unknown: 0 },
  undated: { invoices: 0, withdrawals: 0 },
  unreadable: { invoices: 0, withdrawals: 0 },
  oldestReading: READ,
};

export const SAMPLE_DOCUMENT: CloseDocument = {
  version: CLOSE_VERSION,
  statement: {
    period: { from: '2026-10-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' },
    bounds: { from: '2026-09-30T22:00:00Z', to: '2026-10-31T23:00:00Z' },
    tokens: [
      {
        token: CREDIT_TOKEN,
        opening: { source: 'previous-close', closeId: 'september', amount: '100.00' },
        lines: linesOf(CREDIT_TOKEN),
        creditsByCurrency: [{ currency: 'EUR', count: 2, settledUsdt: '10.623456789012345678' }],
        withdrawalsByBalance: [
          {
            balanceType: 'main',
            actor: null,
            count: 1,
            amount: '2.25',
            networkCommission: '0.25',
            amountToSend: '2.00',
            commissionMissing: 0,
          },
        ],
        movement: '8.373456789012345678',
        impliedClosing: '108.373456789012345678',
        noClosing: null,
        typedClosing: '108',
        typedReadAt: '2026-11-01T08:30:00Z',
        difference: '-0.373456789012345678',
        reserved: '3',
        available: '105.373456789012345678',
        priorPeriodAdjustments: { count: 1, amount: '-5' },
        broughtForward: { count: 2, amount: '0.5' },
        split: {
          causes: [
            { cause: 'brought-forward', count: 2, amount: '0.5' },
            { cause: 'changed-after-close', count: 1, amount: '-5' },
            { cause: 'timing', count: 1, amount: '4' },
          ],
          items: [
            {
              id: 'item-0001',
              kind: 'timing',
              amount: '4',
              day: '2026-09-29',
              text: 'Booked in October\nby the bank',
              evidence: 'ticket 17',
              addedAt: READ,
              addedBy: 'finance',
              ageDays: 32,
              isCarried: true,
            },
          ],
          unexplained: '0.126543210987654322',
          unplaced: 1,
        },
      },
      {
        token: 'TRX',
        opening: null,
        lines: linesOf('TRX'),
        creditsByCurrency: [],
        withdrawalsByBalance: [],
        movement: '-7',
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
      },
    ],
    unreadable: { invoices: 0, withdrawals: 0 },
    oldestReading: READ,
  },
  tieOut: TIE_OUT,
  certificates: {
    invoices: { certificate: 'certified', asOf: READ, seen: 12, total: 12 },
    withdrawals: { certificate: 'as-far-as-seen', asOf: READ, seen: 3, total: null },
  },
  requirements: CLOSE_REQUIREMENTS.map((requirement) => ({
    requirement,
    met: requirement !== 'withdrawals-certified',
    count: 0,
    at: requirement === 'period-ended' ? '2026-10-31T23:00:00Z' : null,
  })),
  overrideReason: 'the list of withdrawals cannot be certified\nwe looked',
  closedAt: '2026-11-02T09:00:00.000Z',
  closedBy: 'finance',
  business: { profile: 'Shop “One”', origin: 'https://api.example', sandbox: false },
  previousSha256: 'ab'.repeat(32),
  supersedes: { sha256: 'cd'.repeat(32), reason: 'the opening was wrong' },
  auditHead: { entries: 41, sha256: 'ef'.repeat(32) },
};

/** The sample as the close of these days in UTC, with this closing of USDT and all it needs. */
export function sampleDocumentOf(from: string, to: string, impliedClosing: string): CloseDocument {
  const { statement } = SAMPLE_DOCUMENT;
  const tokens = statement.tokens.map((one) => (one.token === CREDIT_TOKEN ? { ...one, impliedClosing } : one));
  const period = { from, to, timeZone: 'UTC' };
  const bounds = { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` };
  return {
    ...SAMPLE_DOCUMENT,
    statement: { ...statement, period, bounds, tokens },
    overrideReason: null,
    supersedes: null,
  };
}
