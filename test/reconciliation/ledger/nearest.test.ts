/** Ties of time in a wallet, case by case: which of two that are equally near is the one. Not here: whole wallets (oracle.test.ts). */
import { describe, expect, it } from 'vitest';
import { nearestPairs } from '../../../src/reconciliation/ledger/nearest.ts';
import { WalletMatch } from '../../../src/reconciliation/ledger/wallet.ts';

const point = (name: string, ms: number) => ({ name, ms });
const pairsOf = (ones: readonly ReturnType<typeof point>[], others: readonly ReturnType<typeof point>[], limit = 100) =>
  nearestPairs(ones, others, limit)
    .map(([one, other]) => `${one.name}${other.name}`)
    .toSorted();

describe('MATCH-23: of two that are equally near', () => {
  it('the earlier is it, in whatever order they come', () => {
    const [early, late] = [point('e', 0), point('l', 20)];
    expect(pairsOf([point('W', 10)], [early, late])).toEqual(['We']);
    expect(pairsOf([point('W', 10)], [late, early])).toEqual(['We']);
    // Two withdrawals equally near to one line.
    expect(pairsOf([point('L', 20), point('E', 0)], [point('x', 10)])).toEqual(['Ex']);
    // A row of equal distances is taken from its beginning.
    expect(pairsOf([point('A', 0), point('B', 20)], [point('x', 10), point('y', 30)])).toEqual(['Ax', 'By']);
  });

  it('of the same time the first is it', () => {
    expect(pairsOf([point('W', 10)], [point('1', 20), point('2', 20)])).toEqual(['W1']);
    expect(pairsOf([point('A', 10), point('B', 10)], [point('1', 10)])).toEqual(['A1']);
  });

  it('a nearer one goes before, and the limit belongs to it', () => {
    expect(pairsOf([point('W', 10)], [point('e', 0), point('l', 19)])).toEqual(['Wl']);
    expect(pairsOf([point('W', 0)], [point('x', 100)])).toEqual(['Wx']);
    expect(pairsOf([point('W', 0)], [point('x', 101)])).toEqual([]);
  });
});

it('MATCH-23: a wallet has the earlier line of two that are equally near to one withdrawal, and the smaller uuid of two withdrawals', () => {
  const at = (hour: number): string => new Date(Date.UTC(2026, 9, 1, hour)).toISOString();
  const line = { ident: null, address: 'TWallet', amount: '5', unit: 'USDT', direction: 'in' } as const;
  const payout = {
    status: 'approved',
    token: 'USDT',
    address: 'TWallet',
    txHash: null,
    amount: '6',
    amountToSend: '5',
    processedKey: at(10),
    isGone: false,
  } as const;
  const run = (uuids: readonly string[], hours: readonly number[]) => {
    const withdrawals = uuids.map((uuid) => ({ ...payout, uuid }));
    const match = new WalletMatch({ tolerances: {}, withdrawals, taken: new Set() });
    for (const hour of hours) match.add({ ...line, at: at(hour) });
    match.end();
    return hours.map((_, place) => match.standings.at(place).recordUuid);
  };
  expect(run(['w'], [12, 8])).toEqual([null, 'w']);
  expect(run(['w'], [8, 12])).toEqual(['w', null]);
  expect(run(['w'], [8, 8])).toEqual(['w', null]);
  expect(run(['b', 'a'], [8])).toEqual(['a']);
  expect(run(['b', 'a'], [8, 12])).toEqual(['a', 'b']);
});
