/** Every kind of finding of a match: what it is found in with which difference, and what looks alike and is none. Rules by brute force: match-oracle. */
import { describe, expect, it } from 'vitest';
import {
  EVIDENCE_FIELDS,
  type Finding,
  MATCH_FINDING_KINDS,
  type MatchFindingKind,
} from '../../../src/domain/kernel/finding.ts';
import type {
  MatchedRecord,
  OrderLine,
  StoredEntry,
  WalletLine,
  WithdrawalToMatch,
} from '../../../src/domain/ledger/match.ts';
import { ordersByHand, walletByHand } from '../../../src/reconciliation/ledger/by-hand.ts';
import { findingOfEntry, findingOfGap } from '../../../src/reconciliation/ledger/findings.ts';
import { walletGaps } from '../../../src/reconciliation/ledger/gaps.ts';
import {
  type ComparedInvoice,
  orderVerdict,
  plainVerdict,
  type MatchVerdict,
} from '../../../src/reconciliation/ledger/verdicts.ts';
import { WalletMatch } from '../../../src/reconciliation/ledger/wallet.ts';

const TOLERANCES = { EUR: '0.05', USDT: '0' };

const INVOICE: ComparedInvoice = {
  money: 'paid',
  currency: 'EUR',
  amount: '100.00',
  settledUsdt: '93.10',
  actualFiat: undefined,
};
const ORDER = { ident: 'order-1', amount: '100', unit: 'EUR', status: 'fulfilled', meaning: 'ordered' } as const;
const SENT: WithdrawalToMatch = {
  uuid: 'w',
  status: 'approved',
  token: 'USDT',
  address: 'TWallet',
  txHash: 'ab'.repeat(32),
  amount: '100',
  amountToSend: '99',
  processedKey: '2026-10-10T10:00:00.000000000Z',
  isGone: false,
};
const LINE: WalletLine = {
  ident: 'AB'.repeat(32),
  address: 'TWallet',
  amount: '99',
  unit: 'USDT',
  at: '2026-10-10T10:00:00.000000000Z',
  direction: 'in',
};

function recordOf(change: Partial<MatchedRecord> = {}, invoice: ComparedInvoice = INVOICE): MatchedRecord {
  const unit = invoice.currency;
  return {
    list: 'invoices',
    uuid: 'i',
    ident: 'order-1',
    status: 'success',
    at: '2026-10-10T10:00:00Z',
    missingSince: null,
    method: null,
    customerId: 'customer-1',
    isAdjusted: invoice.actualFiat !== undefined,
    amounts: {
      amount: { amount: invoice.amount, unit },
      ...(typeof invoice.actualFiat === 'string'
        ? { 'adjustment.actual_amount_fiat': { amount: invoice.actualFiat, unit } }
        : {}),
      ...(invoice.settledUsdt === null ? {} : { settled_amount_usdt: { amount: invoice.settledUsdt, unit: 'USDT' } }),
    },
    ...change,
  };
}

const PAYOUT = recordOf({
  list: 'withdrawals',
  uuid: 'w',
  ident: 'TWallet',
  status: 'approved',
  amounts: { 'withdrawal.amount': { amount: '100', unit: 'USDT' }, amount_to_send: { amount: '99', unit: 'USDT' } },
});

function found(
  kind: 'orders' | 'wallet',
  line: OrderLine | WalletLine,
  verdict: MatchVerdict,
  record: MatchedRecord | null,
) {
  const entry: StoredEntry = {
    id: 'e',
    importSeq: 1,
    saidSeq: 1,
    line: 7,
    address: null,
    at: null,
    status: 'unknown',
    direction: 'in',
    statusText: 'word',
    ...line,
    outcome: null,
    pass: null,
    recordUuid: null,
    against: null,
    delta: null,
  };
  const { outcome, pass, against, delta } = verdict;
  return findingOfEntry({
    source: { name: 'Shop', kind, tolerances: TOLERANCES },
    fileName: 'shop.csv',
    entry,
    standing: { outcome, pass, against, delta, recordUuid: record?.uuid ?? null },
    record,
    hint: null,
    certificate: 'certified',
  });
}

function order(change: Partial<typeof ORDER | Record<string, unknown>>, invoice: Partial<ComparedInvoice> = {}) {
  const line = { ...ORDER, ...change };
  const whole = { ...INVOICE, ...invoice };
  return found('orders', line, orderVerdict(line, whole, TOLERANCES), recordOf({}, whole));
}

function line(change: Partial<WalletLine>, sent: Partial<WithdrawalToMatch> = {}): Finding | null {
  const whole = { ...LINE, ...change };
  const match = new WalletMatch({ tolerances: TOLERANCES, withdrawals: [{ ...SENT, ...sent }], taken: new Set() });
  match.add(whole);
  match.end();
  const { verdict, recordUuid } = match.standings.at(0);
  return found('wallet', whole, verdict, recordUuid === null ? null : PAYOUT);
}

function gap(sent: Partial<WithdrawalToMatch> = {}, homes: readonly string[] = ['TWallet']): Finding | null {
  const covers = [{ from: '2026-10-01T00:00:00.000000000Z', to: '2026-11-01T00:00:00.000000000Z' }];
  const own = { name: 'Wallet', covers, homes: new Set(homes), found: new Set<string>() };
  const other = { name: 'Other', covers: [], homes: new Set(['TOther']), found: new Set(['elsewhere']) };
  const [one] = walletGaps([{ ...SENT, ...sent }], [own, other]);
  return one === undefined ? null : findingOfGap(PAYOUT, one.sources, null);
}

type Case = readonly [name: string, finding: Finding | null];
type FoundCase = readonly [name: string, finding: Finding | null, delta: string | null, unit: string | null];
const duplicate = plainVerdict('duplicate', 'id');

const TABLE: Readonly<
  Record<MatchFindingKind, { readonly found: readonly FoundCase[]; readonly clean: readonly Case[] }>
> = {
  'entry-amount-differs': {
    found: [
      ['one cent over the tolerance', order({ amount: '100.06' }), '0.06', 'EUR'],
      ['of a corrected invoice, from what was paid', order({ amount: '50' }, { actualFiat: '87.40' }), '-37.4', 'EUR'],
      [
        'what was credited, to the last digit',
        order({ amount: '93.100000000000000001', unit: 'USDT', meaning: 'credited' }),
        '0.000000000000000001',
        'USDT',
      ],
      ['of a withdrawal, from what was sent', line({ amount: '98.5' }), '-0.5', 'USDT'],
    ],
    clean: [
      ['another notation', order({ amount: '100' })],
      ['at the tolerance', order({ amount: '100.05' })],
      ['what was really paid', order({ amount: '87.4' }, { actualFiat: '87.40' })],
      ['what was ordered, of a corrected one', order({ amount: '100' }, { actualFiat: '87.40' })],
      ['corrected without figures: the amount alone proves nothing', order({ amount: '87.4' }, { actualFiat: null })],
      ['nothing was credited yet', order({ amount: '1', unit: 'USDT', meaning: 'credited' }, { settledUsdt: null })],
      ['the whole withdrawal, with its fee', line({ amount: '100' })],
    ],
  },
  'entry-currency-differs': {
    found: [
      ['before the amount is looked at', order({ unit: 'USD' }), null, null],
      ['credited is in USDT', order({ meaning: 'credited' }), null, null],
      ['another token', line({ unit: 'USDC' }), null, null],
    ],
    clean: [
      ['the same in lower case', order({}, { currency: 'eur' })],
      ['a token that the API does not name', line({}, { token: null })],
    ],
  },
  'missing-here': {
    found: [['nothing has its id', found('orders', ORDER, plainVerdict('missing-here', null), null), '100', 'EUR']],
    clean: [['pending is expected', order({ status: 'unknown' }, { money: 'open' })]],
  },
  'missing-there': {
    found: [
      [
        'less what was paid',
        findingOfGap(recordOf({}, { ...INVOICE, actualFiat: '87.40' }), ['Shop', 'Till'], null),
        '-87.4',
        'EUR',
      ],
    ],
    clean: [],
  },
  'duplicate-entry': {
    found: [['the amount once more', found('orders', ORDER, duplicate, recordOf()), '100', 'EUR']],
    clean: [],
  },
  'fulfilled-not-paid': {
    found: [
      ['expired', order({}, { money: 'unpaid' }), '100', 'EUR'],
      ['pending, or in a status that nobody knows', order({}, { money: 'open' }), '100', 'EUR'],
    ],
    clean: [['neither paid nor sent', order({ status: 'cancelled' }, { money: 'unpaid' })]],
  },
  'paid-not-fulfilled': {
    found: [
      ['open', order({ status: 'unfulfilled' }), '-100', 'EUR'],
      ['cancelled, less what was really paid', order({ status: 'cancelled' }, { actualFiat: '87.40' }), '-87.4', 'EUR'],
      ['in what was credited', order({ status: 'unfulfilled', meaning: 'credited', unit: 'USDT' }), '-93.1', 'USDT'],
    ],
    clean: [['not said', order({ status: 'unknown' })]],
  },
  'withdrawal-not-in-wallet': {
    found: [
      ['to its own address', gap(), '-99', 'USDT'],
      ['to an address that no wallet names', gap({ address: 'TStranger' }), '-99', 'USDT'],
      ['of a wallet that names no address', gap({}, []), '-99', 'USDT'],
    ],
    clean: [
      ['to another wallet, which does not claim the day', gap({ address: 'TOther' })],
      ['in another wallet', gap({ uuid: 'elsewhere' })],
      ['not of the days', gap({ processedKey: '2026-11-01T00:00:00.000000000Z' })],
      ['without a day', gap({ processedKey: null })],
      ['rejected', gap({ status: 'rejected' })],
      ['pending', gap({ status: 'pending' })],
      ['not shown any more', gap({ isGone: true })],
    ],
  },
  'wallet-line-without-withdrawal': {
    found: [
      ['another hash', line({ ident: 'cd'.repeat(32) }), '99', 'USDT'],
      ['the withdrawal was rejected', line({}, { status: 'rejected' }), '99', 'USDT'],
      ['the address, too late', line({ ident: null, at: '2026-10-12T10:00:00.001000000Z' }), '99', 'USDT'],
      ['nothing at all, to the right address', line({ ident: null, amount: '0' }, { amountToSend: '0' }), '0', 'USDT'],
    ],
    clean: [
      ['the hash in another case', line({})],
      ['the address, in time', line({ ident: null, at: '2026-10-12T10:00:00.000000000Z' })],
      ['pending', line({}, { status: 'pending' })],
      ['money that went out', line({ ident: null, direction: 'out' })],
    ],
  },
};

describe.each(MATCH_FINDING_KINDS)('%s', (kind) => {
  it.each(TABLE[kind].found)('MATCH-24 MATCH-28: is found: %s', (_name, finding, delta, unit) => {
    expect(finding).toMatchObject({ kind, delta, unit });
    expect(Object.keys(finding?.evidence ?? {}).toSorted()).toEqual(Object.keys(EVIDENCE_FIELDS[kind]).toSorted());
  });
});

const CLEAN = MATCH_FINDING_KINDS.flatMap((kind) =>
  TABLE[kind].clean.map(([name, finding]) => [kind, name, finding] as const),
);

it.each(CLEAN)('MATCH-24 MATCH-28: %s is not found: %s', (_kind, _name, finding) => {
  expect(finding).toBeNull();
});

it('MATCH-33: of a record that the API does not show any more says since when', () => {
  const since = '2026-10-20T00:00:00Z';
  const verdict = orderVerdict({ ...ORDER, amount: '1' }, INVOICE, TOLERANCES);
  expect(found('orders', ORDER, verdict, recordOf({ missingSince: since }))?.evidence).toMatchObject({
    'record.amount': '100.00',
    'record.missing_since': since,
  });
});

describe('a match by hand', () => {
  const entries = [
    { ...ORDER, amount: '60' },
    { ...ORDER, amount: '39.9' },
  ] as const;
  const invoice = { ...INVOICE, uuid: 'i' };
  const judged = (change: Partial<Parameters<typeof ordersByHand>[0]>) =>
    ordersByHand({ entries, records: [invoice], missing: [], tolerances: TOLERANCES, ...change }).map(
      ({ verdict, recordUuid, isFound }) => [verdict.outcome, verdict.delta, recordUuid, isFound],
    );

  it('MATCH-25: is judged by the sums of both sides, and its difference is found once', () => {
    expect(judged({})).toEqual([
      ['amount-differs', '-0.1', 'i', true],
      ['amount-differs', null, 'i', false],
    ]);
    expect(judged({ tolerances: { EUR: '0.1' } }).map(([outcome]) => outcome)).toEqual([
      'within-tolerance',
      'within-tolerance',
    ]);
    expect(judged({ records: [{ ...invoice, amount: '99.900' }] }).map(([outcome]) => outcome)).toEqual([
      'matched',
      'matched',
    ]);
  });

  it('MATCH-26: counts of several records only those that were paid', () => {
    const records = [
      { ...invoice, amount: '99.9' },
      { ...invoice, uuid: 'j', money: 'unpaid' as const },
    ];
    expect(judged({ records }).map(([outcome]) => outcome)).toEqual(['matched', 'matched']);
    const open = [...records, { ...invoice, uuid: 'k', money: 'open' as const }];
    expect(judged({ records: open }).map(([outcome]) => outcome)).toEqual(['fulfilled-not-paid', 'fulfilled-not-paid']);
  });

  it('MATCH-26: is missing here when one of its records is not in the mirror', () => {
    expect(judged({ missing: ['gone'] })).toEqual([
      ['missing-here', null, 'gone', true],
      ['missing-here', null, 'gone', true],
    ]);
  });

  it('MATCH-25: adds up what was sent of withdrawals', () => {
    const records = [SENT, { ...SENT, uuid: 'x', amountToSend: null }];
    const sides = { records, missing: [], tolerances: TOLERANCES };
    const outcome = (amount: string) =>
      walletByHand({ ...sides, entries: [{ amount, unit: 'USDT' }] }).map(({ verdict }) => [
        verdict.outcome,
        verdict.against,
      ]);
    expect(outcome('199')).toEqual([['matched', 'amount_to_send']]);
    expect(outcome('200')).toEqual([['matched', 'withdrawal.amount']]);
    expect(outcome('198')).toEqual([['amount-differs', 'amount_to_send']]);
  });
});
