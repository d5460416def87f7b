/** The rules of docs/matching.md one by one, each in the smallest world that shows it. Not here: all of them at once (oracle.test.ts). */
import { describe, expect, it } from 'vitest';
import { OtherSpellings, Unread } from '../../../src/reconciliation/ledger/hints.ts';
import { Standings } from '../../../src/reconciliation/ledger/standings.ts';
import { plainVerdict } from '../../../src/reconciliation/ledger/verdicts.ts';

import {
  type OracleInvoice,
  type OracleLine,
  type OracleOrder,
  type OraclePayout,
  SCALE,
} from '../../support/oracles/match.ts';
import { runOrders, runWallet } from '../../support/oracles/match-engine.ts';

const TOLERANCES = { EUR: '0.05' };
/** Of the differences of the second reading. */
const CENT = 10n ** BigInt(SCALE - 2);
const uuidOf = (letter: string): string => `0000000${letter}-0000-4000-8000-00000000000${letter}`;
/** What a person has matched. */
const TAKEN = uuidOf('0');
const nameOf = (uuid: string | null): string => uuid?.charAt(7) ?? 'none';
const ORDER: OracleOrder = { ident: 'A', amount: '10', unit: 'EUR', status: 'fulfilled', meaning: 'ordered' };
const order = (change: Partial<OracleOrder> = {}): OracleOrder => ({ ...ORDER, ...change });

function invoice(letter: string, change: Partial<OracleInvoice> = {}): OracleInvoice {
  const amounts = { currency: 'EUR', amount: '10.00', settled: '9.3', actual: undefined };
  return {
    uuid: uuidOf(letter),
    externalId: 'A',
    status: 'success',
    ...amounts,
    isGone: false,
    isCovered: true,
    ...change,
  };
}

/** "matched a" for each entry, in the order of the files, and which invoices none of them names. */
function matched(
  files: readonly (readonly OracleOrder[])[],
  invoices: readonly OracleInvoice[],
  taken: readonly string[] = [],
) {
  const { stands, missingThere } = runOrders(files, invoices, {
    tolerances: TOLERANCES,
    taken,
    piece: 2,
    isDryRun: false,
  });
  return {
    stands: stands.map(({ outcome, record }) => `${outcome} ${nameOf(record)}`),
    missing: missingThere.map(nameOf),
  };
}

/** What becomes of one order and one invoice, by which of our amounts, with which difference. */
function judged(line: Partial<OracleOrder>, ours: Partial<OracleInvoice>): string {
  const { stands } = runOrders([[order(line)]], [invoice('a', ours)], {
    tolerances: TOLERANCES,
    piece: 1,
    isDryRun: false,
  });
  const [{ outcome, against, delta } = { outcome: 'nothing', against: null, delta: null }] = stands;
  return [outcome, against, delta === null ? null : `${delta / CENT} cents`].filter((part) => part !== null).join(' ');
}

it('MATCH-3: an entry that is in no outcome is noticed', () => {
  const standings = new Standings();
  const entry = {
    place: 0,
    unit: standings.announce('EUR'),
    verdict: plainVerdict('missing-here', null),
    recordUuid: null,
  };
  standings.add(entry);
  standings.assertConserved();
  expect(standings.count(0)['missing-here']).toBe(1);
  standings.add({ ...entry, place: 1, unit: standings.announce('USDT'), verdict: null });
  expect(() => standings.assertConserved()).toThrow('entries in USDT: the parts are 0, the whole is 1');
  expect(() => standings.count(0)).toThrow('was not judged');
});

describe('which invoice an order is', () => {
  it.each<readonly [what: string, ident: string, invoices: readonly OracleInvoice[], found: string]>([
    ['the external_id, but for space around it', 'A', [invoice('a', { externalId: ' A ' })], 'matched a'],
    ['not in another case', 'a', [invoice('a')], 'missing-here none'],
    ['nor with a space within', 'A 1', [invoice('a', { externalId: 'A  1' })], 'missing-here none'],
    ['else the uuid, in either case', uuidOf('a').toUpperCase(), [invoice('a', { externalId: 'B' })], 'matched a'],
    [
      'the external_id before the uuid',
      uuidOf('a'),
      [invoice('a', { externalId: 'B' }), invoice('b', { externalId: uuidOf('a') })],
      'matched b',
    ],
  ])('MATCH-4: %s', (_what, ident, invoices, found) => {
    expect(matched([[order({ ident })]], invoices).stands).toEqual([found]);
  });

  const DIFFERS = { amount: '99' };
  it.each<readonly [what: string, worse: OracleInvoice, best: Partial<OracleInvoice>]>([
    ['named exactly', invoice('a', { externalId: ' A' }), DIFFERS],
    ['not taken by hand', invoice('0'), DIFFERS],
    ['shown by the API', invoice('a', { isGone: true }), DIFFERS],
    ['paid before open', invoice('a', { status: 'pending' }), DIFFERS],
    ['paid before unpaid', invoice('a', { status: 'expired' }), DIFFERS],
    ['equal before tolerated', invoice('a', { amount: '10.01' }), {}],
    ['tolerated before different', invoice('a', DIFFERS), { amount: '10.01' }],
    ['the smaller uuid', invoice('c'), {}],
  ])('MATCH-6: of several the best: %s', (_what, worse, best) => {
    const { stands, missing } = matched([[order()]], [worse, invoice('b', best)], [TAKEN]);
    expect(stands.map((text) => text.split(' ')[1])).toEqual(['b']);
    // One that is paid and shown is named by nobody, unless a person has matched it.
    expect(missing).toEqual(
      worse.status === 'success' && !worse.isGone && worse.uuid !== TAKEN ? [nameOf(worse.uuid)] : [],
    );
  });
});

describe('what becomes of an order', () => {
  const OPEN = ['pending', 'frozen'];
  const UNPAID = ['fail', 'expired', 'canceled'];
  it.each<readonly [OracleOrder['status'], paid: string, open: string, unpaid: string]>([
    ['fulfilled', 'matched amount 0 cents', 'fulfilled-not-paid', 'fulfilled-not-paid'],
    ['unfulfilled', 'paid-not-fulfilled', 'expected', 'matched'],
    ['cancelled', 'paid-not-fulfilled', 'expected', 'matched'],
    ['unknown', 'matched amount 0 cents', 'expected', 'matched'],
  ])('MATCH-7: %s', (status, paid, open, unpaid) => {
    const of = (words: readonly string[]) => new Set(words.map((word) => judged({ status }, { status: word })));
    expect([of(['success']), of(OPEN), of(UNPAID)]).toEqual([new Set([paid]), new Set([open]), new Set([unpaid])]);
  });

  const credited = { meaning: 'credited', unit: 'USDT', amount: '9.3' } as const;
  it.each<readonly [rule: string, line: Partial<OracleOrder>, ours: Partial<OracleInvoice>]>([
    ['currency-differs amount', { amount: '7' }, { currency: 'USD' }],
    ['currency-differs settled_amount_usdt', { meaning: 'credited' }, {}],
    ['matched amount 0 cents', {}, { currency: 'eur' }],
  ])('MATCH-8: %s, of %j and %j', (found, line, ours) => expect(judged(line, ours)).toBe(found));

  it.each<readonly [rule: string, line: Partial<OracleOrder>, ours: Partial<OracleInvoice>]>([
    ['matched adjustment.actual_amount_fiat 0 cents', { amount: '8.50' }, { actual: '8.5' }],
    ['matched amount 0 cents', {}, { actual: '8.5' }],
    ['matched settled_amount_usdt 0 cents', credited, { actual: '8.5' }],
    ['amount-differs settled_amount_usdt 70 cents', { ...credited, amount: '10' }, {}],
  ])('MATCH-9: %s, of %j and %j', (found, line, ours) => expect(judged(line, ours)).toBe(found));

  it.each<readonly [rule: string, line: Partial<OracleOrder>, ours: Partial<OracleInvoice>]>([
    ['within-tolerance amount -5 cents', { amount: '9.95' }, {}],
    ['amount-differs amount -6 cents', { amount: '9.94' }, {}],
    ['amount-differs adjustment.actual_amount_fiat 75 cents', { amount: '9.25' }, { actual: '8.5' }],
  ])('MATCH-10: %s, of %j and %j', (found, line, ours) => expect(judged(line, ours)).toBe(found));

  it.each<readonly [rule: string, line: Partial<OracleOrder>, ours: Partial<OracleInvoice>]>([
    ['not-compared', { amount: '8.5' }, { actual: null }],
    ['matched amount 0 cents', {}, { actual: null }],
    ['not-compared', credited, { settled: null }],
  ])('MATCH-11: %s, of %j and %j', (found, line, ours) => expect(judged(line, ours)).toBe(found));
});

it('MATCH-33: what the API does not show any more is matched as it was last seen', () => {
  expect(judged({}, { isGone: true })).toBe('matched amount 0 cents');
});

describe('several entries of one order', () => {
  const [open, other] = [order({ status: 'unfulfilled' }), order({ ident: uuidOf('a') })];

  it('MATCH-12: the newest is current, also by its other id', () => {
    expect(matched([[open], [order()]], [invoice('a')]).stands).toEqual(['replaced a', 'matched a']);
    expect(matched([[open], [order()], [open]], [invoice('a')]).stands).toEqual(['paid-not-fulfilled a', 'replaced a']);
    expect(matched([[open], [other]], [invoice('a')]).stands).toEqual(['replaced a', 'matched a']);
  });

  it('MATCH-14: one more that is as new is a duplicate, also by its other id, and of an invoice that is matched by hand', () => {
    expect(matched([[order(), order()]], [invoice('a')]).stands).toEqual(['matched a', 'duplicate a']);
    expect(matched([[order(), other]], [invoice('a')]).stands).toEqual(['matched a', 'duplicate a']);
    expect(matched([[order(), order()]], []).stands).toEqual(['missing-here none', 'duplicate none']);
    expect(matched([[order()]], [invoice('a')], [uuidOf('a')]).stands).toEqual(['duplicate a']);
  });

  it('MATCH-16: missing there is what is paid, shown, of the days, and named by no entry of whatever outcome', () => {
    const [b, c, d, e] = ['b', 'c', 'd', 'e'].map((letter) => ({ letter, change: { externalId: letter } }));
    const invoices = [
      invoice('a', { amount: '99' }),
      invoice('b', b?.change),
      invoice('c', { ...c?.change, status: 'pending' }),
      invoice('d', { ...d?.change, isGone: true }),
      invoice('e', { ...e?.change, isCovered: false }),
    ];
    expect(matched([[order()]], invoices)).toEqual({ stands: ['amount-differs a'], missing: ['b'] });
  });
});

describe('a line of a wallet', () => {
  const HASH = 'ab'.repeat(32);
  const DAY = Date.UTC(2026, 9, 1);
  const line = (change: Partial<OracleLine> = {}): OracleLine => {
    return { ident: HASH, address: '0xAB', amount: '5', unit: 'USDT', ms: DAY, direction: 'in', ...change };
  };
  const payout = (letter: string, change: Partial<OraclePayout> = {}): OraclePayout => {
    const sums = { token: 'USDT', amount: '5.5', toSend: '5', ms: DAY };
    return {
      uuid: uuidOf(letter),
      status: 'approved',
      ...sums,
      address: '0xab',
      txHash: HASH,
      isGone: false,
      ...change,
    };
  };
  const stands = (lines: readonly OracleLine[], payouts: readonly OraclePayout[]): readonly string[] =>
    runWallet(lines, payouts, { tolerances: {} }).map(({ outcome, record }) => `${outcome} ${nameOf(record)}`);

  it('MATCH-18: that went out is not compared', () => {
    expect(stands([line({ direction: 'out' })], [payout('a')])).toEqual(['not-compared none']);
  });

  it('MATCH-19: is found by its hash, whose hexadecimal digits have no case; the lines of one are paired the closest first', () => {
    expect(stands([line({ ident: `0x${HASH.toUpperCase()}`, address: null })], [payout('a')])).toEqual(['matched a']);
    expect(stands([line({ ident: 'base58', ms: null })], [payout('a', { txHash: 'Base58' })])).toEqual([
      'missing-here none',
    ]);
    // By the address; by the amount; by the order of the amounts; by nothing but the hash.
    const two = [payout('a'), payout('b', { address: '0xCD' })];
    expect(stands([line({ address: '0xcd' }), line()], two)).toEqual(['matched b', 'matched a']);
    expect(
      stands(
        [line({ amount: '6', address: null }), line({ amount: '5', address: null })],
        [payout('a', { toSend: '6', amount: '6.5' }), payout('b')],
      ),
    ).toEqual(['matched a', 'matched b']);
    expect(stands([line({ amount: '9' }), line({ amount: '7' })], [payout('a'), payout('b', { toSend: '8' })])).toEqual(
      ['amount-differs b', 'amount-differs a'],
    );
    expect(stands([line({ unit: 'TRX' })], [payout('a')])).toEqual(['currency-differs a']);
  });

  it.each<readonly [what: string, ours: Partial<OraclePayout>, found: string]>([
    ['approved, what was sent', {}, 'matched a'],
    ['approved, all of it', { toSend: '4', amount: '5.0' }, 'matched a'],
    ['of no token', { token: null }, 'matched a'],
    ['of another token', { token: 'TRX' }, 'currency-differs a'],
    ['pending', { status: 'pending' }, 'expected a'],
    ['in a word that nobody knows', { status: 'held' }, 'expected a'],
    ['rejected', { status: 'rejected' }, 'missing-here a'],
  ])('MATCH-20: whose withdrawal is %s', (_what, ours, found) => {
    expect(stands([line()], [payout('a', ours)])).toEqual([found]);
  });

  it('MATCH-21: that says the same of a transaction again is a duplicate; other money of it is missing here', () => {
    expect(stands([line(), line()], [payout('a')])).toEqual(['matched a', 'duplicate a']);
    expect(stands([line(), line()], [])).toEqual(['missing-here none', 'duplicate none']);
    expect(stands([line(), line({ amount: '1' })], [payout('a')])).toEqual(['matched a', 'missing-here none']);
  });

  it.each<readonly [what: string, change: Partial<OracleLine>, ours: Partial<OraclePayout>, found: string]>([
    ['what was sent', { address: '0xAb' }, {}, 'matched a'],
    ['all of it', { amount: '5.5' }, {}, 'matched a'],
    ['not nearly', { amount: '5.01' }, {}, 'missing-here none'],
    ['at most two days off', { ms: DAY + 48 * 3_600_000 }, {}, 'matched a'],
    ['no later', { ms: DAY + 48 * 3_600_000 + 1 }, {}, 'missing-here none'],
    ['of another token', { unit: 'TRX' }, {}, 'missing-here none'],
    ['at an address of another kind', { address: 'Tab' }, { address: 'TAB' }, 'missing-here none'],
    ['not approved', {}, { status: 'pending' }, 'missing-here none'],
    ['two hashes that differ', { ident: 'cd'.repeat(32) }, { txHash: HASH }, 'missing-here none'],
    ['zero', { amount: '0' }, { toSend: '0' }, 'missing-here none'],
  ])('MATCH-22: is found by address, token, amount and time: %s', (_what, change, ours, found) => {
    expect(stands([line({ ident: null, ...change })], [payout('a', { txHash: null, ...ours })])).toEqual([found]);
  });
});

describe('beside what is missing', () => {
  it('MATCH-5: an id in another spelling is named on either side', () => {
    const spellings = new OtherSpellings();
    for (const ident of ['a-1', '17', 'b']) spellings.want(ident);
    const uuids = [uuidOf('b'), uuidOf('a'), uuidOf('c')];
    spellings.look({ uuids, externalIds: ['A-1', '\u200bA - 1', "'0017"] });
    const words = 'the same id in another spelling';
    expect(spellings.of('a-1')).toEqual({ words, uuid: uuidOf('a'), ident: '\u200bA - 1' });
    expect(spellings.ofRecord(uuidOf('c'))).toEqual({ words, uuid: null, ident: '17' });
    expect(spellings.of('b')).toBeNull();
  });

  it('MATCH-31: a record that could not be read is named, or how many there are whose id nobody can tell', () => {
    const unread = new Unread(
      [
        { uuid: uuidOf('a'), ident: 'A' },
        { uuid: null, ident: null },
        { uuid: uuidOf('b'), ident: null },
      ],
      (ident) => ident,
    );
    expect(unread.of('A')).toMatchObject({ words: 'a record here that could not be read', ident: 'A' });
    expect(unread.of('B')?.words).toBe('records here that could not be read: 2');
    expect(new Unread([{ uuid: null, ident: 'A' }], (ident) => ident).of('B')).toBeNull();
  });
});
