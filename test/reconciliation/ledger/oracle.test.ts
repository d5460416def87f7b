/**
 * The matcher against brute force (support/match-oracle.ts) on small random worlds full of contradictions: ids twice on both sides, in other
 * spellings, uuids as ids, amounts in several notations and of eighteen decimals, corrected invoices, withdrawals of one transaction, and several
 * files of one source, of which later ones say the same again, or otherwise. Each world goes through the engine twice, its records in another order
 * and cut into other pieces, the second time with its last file as a dry run has it.
 */
import { describe, expect, it } from 'vitest';
import {
  matchOrdersByForce,
  matchWalletByForce,
  type OracleInvoice,
  type OracleLine,
  type OracleOrder,
  type OraclePayout,
} from '../../support/oracles/match.ts';
import { runOrders, runWallet } from '../../support/oracles/match-engine.ts';
import { seeded } from '../../support/seeded.ts';

const WORLDS = 1000;
const UUIDS = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `0000000${letter}-0000-4000-8000-00000000000${letter}`);

class Dice {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = seeded(seed);
  }
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }
  of<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }
  many<Item>(most: number, make: (index: number) => Item): Item[] {
    return Array.from({ length: this.below(most + 1) }, (_, index) => make(index));
  }
  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.below(left.length), 1));
  }
}

const TOLERANCES = { EUR: '0.05', USDT: '0.000000000000000002' };
const IDS = ['A-1', 'a-1', 'B', 'C', 'D', `0000000A-0000-4000-8000-00000000000A`, UUIDS[1] ?? ''] as const;

function anOrder(dice: Dice): OracleOrder {
  const meaning = dice.of<OracleOrder['meaning']>(['ordered', 'ordered', 'ordered', 'credited']);
  return {
    ident: dice.of([...IDS, UUIDS[0] ?? '', UUIDS[2] ?? '']),
    amount: dice.of(['0', '10', '10.04', '10.06', '9.95', '3.000000000000000001', '3.000000000000000003']),
    unit: dice.of(['EUR', 'EUR', 'EUR', 'USDT']),
    status: dice.of(['fulfilled', 'unknown', 'unfulfilled', 'cancelled']),
    meaning,
  };
}

function anInvoice(dice: Dice, uuid: string): OracleInvoice {
  return {
    uuid,
    externalId: dice.of([...IDS, ' B', 'C ', UUIDS[3] ?? '']),
    status: dice.of(['success', 'success', 'success', 'pending', 'expired', 'fail', 'canceled', 'frozen']),
    currency: dice.of(['EUR', 'EUR', 'eur', 'USDT']),
    amount: dice.of(['10', '10.00', '10.050', '0.00', '3.000000000000000001']),
    settled: dice.of([null, '10.000', '3.000000000000000001']),
    actual: dice.of([undefined, undefined, null, '9.950', '10.0']),
    isGone: dice.below(6) === 0,
    isCovered: dice.below(3) > 0,
  };
}

/** Some files of one source, the later ones with much of the earlier ones in them. */
function someFiles(dice: Dice): readonly (readonly OracleOrder[])[] {
  const files: OracleOrder[][] = [];
  for (const count of [4, 3, 3].slice(0, 1 + dice.below(3))) {
    const before = files.flat();
    const [first, ...others] = before;
    files.push(
      dice.many(count, () => {
        if (first === undefined || dice.below(2) === 0) return anOrder(dice);
        const earlier = dice.of([first, ...others]);
        return dice.below(2) === 0 ? earlier : { ...anOrder(dice), ident: earlier.ident };
      }),
    );
  }
  return files;
}

const HASH = 'ab'.repeat(32);
const HASHES = [null, '', HASH, `0x${HASH.toUpperCase()}`, 'Base58Hash', 'base58hash', ` ${HASH}`] as const;
const ADDRESSES = [null, 'TWallet', 'twallet', '0xAbC', '0xabc'] as const;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 9, 1);

function aLine(dice: Dice): OracleLine {
  return {
    ident: dice.of([...HASHES, null, null]),
    address: dice.of(ADDRESSES),
    amount: dice.of(['0', '5', '5.5', '5.500000000000000001', '6']),
    unit: dice.of(['USDT', 'USDT', 'USDT', 'TRX']),
    ms: dice.of([null, START, START + 12 * HOUR, START + 48 * HOUR, START + 97 * HOUR]),
    direction: dice.of(['in', 'in', 'in', 'in', 'out']),
  };
}

function aPayout(dice: Dice, uuid: string): OraclePayout {
  return {
    uuid,
    status: dice.of(['approved', 'approved', 'approved', 'pending', 'rejected', 'held']),
    token: dice.of(['USDT', 'USDT', 'usdt', 'TRX', null]),
    address: dice.of(ADDRESSES),
    txHash: dice.of([...HASHES, null]),
    amount: dice.of(['5.50', '6', '6.0']),
    toSend: dice.of(['5', '5.0', '5.5', '0', null]),
    ms: dice.of([null, START, START + 6 * HOUR, START + 49 * HOUR, START + 96 * HOUR]),
    isGone: dice.below(8) === 0,
  };
}

describe('MATCH-1: the matcher equals brute force', () => {
  it(`on ${WORLDS} worlds of orders`, () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= WORLDS; seed += 1) {
      const dice = new Dice(seed);
      const files = someFiles(dice);
      const invoices = UUIDS.slice(0, dice.below(7)).map((uuid) => anInvoice(dice, uuid));
      const { stands, missingThere } = matchOrdersByForce(files, invoices, TOLERANCES);
      const expected = { stands, missingThere: missingThere.toSorted() };
      const once = runOrders(files, dice.shuffled(invoices), { tolerances: TOLERANCES, piece: 3, isDryRun: false });
      expect(once, `world ${seed}`).toEqual(expected);
      const twice = runOrders(files, dice.shuffled(invoices), { tolerances: TOLERANCES, piece: 1, isDryRun: true });
      expect(twice, `world ${seed} otherwise`).toEqual(expected);
      for (const { outcome, pass } of stands) seen.add(`${outcome} ${pass}`);
    }
    // Every way an order can go has been gone.
    expect([...seen].toSorted()).toEqual([
      'amount-differs id',
      'currency-differs id',
      'duplicate id',
      'duplicate null',
      'expected id',
      'fulfilled-not-paid id',
      'matched id',
      'matched id-and-amount',
      'missing-here null',
      'not-compared id',
      'paid-not-fulfilled id',
      'replaced id',
      'replaced null',
      'within-tolerance tolerance',
    ]);
  });

  it(`on ${WORLDS} worlds of a wallet`, () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= WORLDS; seed += 1) {
      const dice = new Dice(seed + 10_000);
      const lines = dice.many(8, () => aLine(dice));
      const payouts = UUIDS.slice(0, dice.below(7)).map((uuid) => aPayout(dice, uuid));
      const expected = matchWalletByForce(lines, payouts, TOLERANCES);
      expect(runWallet(lines, dice.shuffled(payouts), { tolerances: TOLERANCES }), `world ${seed}`).toEqual(expected);
      expect(runWallet(lines, dice.shuffled(payouts), { tolerances: TOLERANCES }), `world ${seed} otherwise`).toEqual(
        expected,
      );
      for (const { outcome, pass } of expected) seen.add(`${outcome} ${pass}`);
    }
    expect([...seen].toSorted()).toEqual([
      'amount-differs tx-hash',
      'currency-differs tx-hash',
      'duplicate null',
      'duplicate tx-hash',
      'expected tx-hash',
      'matched address-amount-time',
      'matched tx-hash',
      'missing-here null',
      'missing-here tx-hash',
      'not-compared null',
      'within-tolerance tx-hash',
    ]);
  });
});
