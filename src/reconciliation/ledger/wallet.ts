// Lines of one wallet against the withdrawals of the mirror (MATCH-18 to MATCH-23): by hash, then by address, amount and time.
import { toleranceOf, type Tolerances } from '../../domain/ledger/import.ts';
import type { WalletLine, WithdrawalToMatch } from '../../domain/ledger/match.ts';
import { canonicalMoney, moneySortKey } from '../../domain/kernel/money/money.ts';
import { toEpochMs } from '../../domain/kernel/time/time.ts';
import { hashOf, homeOf } from '../../domain/ledger/wallet-ids.ts';
import { sameAmount } from './amounts.ts';
import { nearestPairs } from './nearest.ts';
import { type Judged, type Stand, Standings } from './standings.ts';
import { compareAmounts, type Passes, plainVerdict, type MatchVerdict, withdrawalMoney } from './verdicts.ts';

/** How far a wallet's time may be from processed_at: a day's slip in either direction, and the wallet's own day. */
const NEAR_MS = 48 * 60 * 60_000;

const MISSING_HERE = plainVerdict('missing-here', null);
const NOT_COMPARED = plainVerdict('not-compared', null);
const DUPLICATE = plainVerdict('duplicate', 'tx-hash');
const DUPLICATE_LINE = plainVerdict('duplicate', null);
const EXPECTED = plainVerdict('expected', 'tx-hash');
/** The withdrawal was declined: no approved one is the line. */
const DECLINED = plainVerdict('missing-here', 'tx-hash');
const OTHER_TOKEN: MatchVerdict = {
  outcome: 'currency-differs',
  pass: 'tx-hash',
  against: 'amount_to_send',
  delta: null,
};
const BY_HASH: Passes = { equal: 'tx-hash', tolerated: 'tx-hash', differs: 'tx-hash' };

interface Line extends Judged {
  readonly amount: string;
  readonly at: string | null;
  readonly hash: string | null;
  readonly home: string | null;
}

interface Payout extends WithdrawalToMatch {
  readonly hash: string | null;
  readonly home: string | null;
  readonly unit: string | null;
}

/** What is left of both sides. */
interface Rest {
  lines: readonly Line[];
  payouts: readonly Payout[];
}

export interface WalletMatchInput {
  readonly tolerances: Tolerances;
  /** All of the mirror, in any order. */
  readonly withdrawals: readonly WithdrawalToMatch[];
  /** Withdrawals that lines of this source are by hand. */
  readonly taken: ReadonlySet<string>;
}

export class WalletMatch {
  readonly standings = new Standings<Line>();
  /** Withdrawals that a line of this source is, by hand or by the rules. */
  readonly found: Set<string>;
  readonly #tolerances: Tolerances;
  readonly #payouts: readonly Payout[];
  /** The record of each line that has one, or had none but said so first, by what the line says of its transaction. */
  readonly #said = new Map<string, string | null>();
  readonly #lines: Line[] = [];
  /** Addresses at which money came in by lines of this source: its own. */
  readonly homes = new Set<string>();

  constructor({ tolerances, withdrawals, taken }: WalletMatchInput) {
    this.#tolerances = tolerances;
    this.found = new Set(taken);
    this.#payouts = withdrawals
      .filter(({ uuid }) => !taken.has(uuid))
      .map(payoutOf)
      .sort(byPreference);
  }

  /** The next line, in the order of the files. */
  add(line: WalletLine): void {
    const own = this.#append(line);
    if (line.direction === 'out') own.verdict = NOT_COMPARED;
    else this.#lines.push(own);
  }

  /** The next line, which is in a match by hand: its place is settled then. */
  addByHand(line: WalletLine): void {
    this.#append(line);
  }

  settleByHand(place: number, stand: Stand): void {
    this.standings.settle(place, stand);
    const line = this.standings.entries[place];
    if (line !== undefined) this.#say(line);
  }

  #append({ ident, address, amount, unit, at, direction }: WalletLine): Line {
    const line: Line = {
      place: this.standings.entries.length,
      unit: this.standings.announce(unit),
      verdict: null,
      recordUuid: null,
      amount,
      at,
      hash: hashOf(ident),
      home: homeOf(address),
    };
    // Where money went out to is the address of another.
    if (line.home !== null && direction === 'in') this.homes.add(line.home);
    this.standings.add(line);
    return line;
  }

  /** After the last line. Throws when the lines are not all in one outcome each, which would be a mistake of ours. */
  end(): void {
    this.#matchByHash();
    this.#settleRepeated();
    const rest: Rest = {
      lines: this.#lines.filter(({ verdict }) => verdict === null),
      payouts: this.#payouts.filter(({ uuid }) => !this.found.has(uuid)),
    };
    for (const field of ['amount_to_send', 'withdrawal.amount'] as const) this.#matchByAddress(rest, field);
    this.#settleMissing(rest.lines);
    this.standings.assertConserved();
  }

  #matchByHash(): void {
    const payouts = Map.groupBy(
      this.#payouts.filter(({ hash }) => hash !== null),
      ({ hash }) => hash,
    );
    const transactions = Map.groupBy(
      this.#lines.filter(({ hash }) => hash !== null && payouts.has(hash)),
      ({ hash }) => hash,
    );
    for (const [hash, lines] of transactions) {
      const rest: Rest = { lines, payouts: payouts.get(hash) ?? [] };
      for (const key of EXACT_KEYS) this.#join(rest, key.ofLine, key.ofPayout);
      this.#pairUp(rest);
    }
  }

  /** Lines and withdrawals of the same key, in their orders; null is nobody's key. */
  #join(rest: Rest, lineKey: (line: Line) => string, payoutKey: (payout: Payout) => string | null): void {
    const waiting = Map.groupBy(rest.payouts, payoutKey);
    const queues = new Map([...waiting].map(([key, payouts]) => [key, payouts.toReversed()]));
    rest.lines = rest.lines.filter((line) => {
      const payout = queues.get(lineKey(line))?.pop();
      if (payout === undefined) return true;
      this.#take(line, payout);
      return false;
    });
    rest.payouts = rest.payouts.filter(({ uuid }) => !this.found.has(uuid));
  }

  /** What is left differs: of the same token by the order of the amounts, then whatever is there. */
  #pairUp(rest: Rest): void {
    for (const [unit, lines] of Map.groupBy(rest.lines, (line) => line.unit)) {
      const payouts = rest.payouts.filter((payout) => payout.unit === unit);
      const left = byAmount(lines, ({ amount }) => amount);
      const right = byAmount(payouts, ({ amountToSend, amount }) => amountToSend ?? amount);
      for (const [at, payout] of right.entries()) {
        const line = left[at];
        if (line !== undefined) this.#take(line, payout);
      }
    }
    const lines = rest.lines.filter(({ verdict }) => verdict === null);
    const payouts = rest.payouts.filter(({ uuid }) => !this.found.has(uuid));
    for (const [at, payout] of payouts.entries()) {
      const line = lines[at];
      if (line !== undefined) this.#take(line, payout);
    }
  }

  #say(line: Line): void {
    if (line.hash !== null) this.#said.set(contentOf(line), line.recordUuid);
  }

  /** A line more than the transaction has withdrawals, which says the same as one that is matched: it says it twice. Others are other money. */
  #settleRepeated(): void {
    for (const line of this.#lines) {
      if (line.verdict !== null) this.#say(line);
    }
    for (const line of this.#lines) {
      if (line.verdict === null) this.#settleAsSaid(line);
    }
  }

  #settleAsSaid(line: Line): boolean {
    const record = line.hash === null ? undefined : this.#said.get(contentOf(line));
    if (record === undefined) return false;
    line.verdict = record === null ? DUPLICATE_LINE : DUPLICATE;
    line.recordUuid = record;
    return true;
  }

  #take(line: Line, payout: Payout): void {
    this.found.add(payout.uuid);
    line.verdict = this.#verdictByHash(line, payout);
    line.recordUuid = payout.uuid;
  }

  #verdictByHash({ amount, unit }: Line, payout: Payout): MatchVerdict {
    const money = withdrawalMoney(payout.status);
    if (money !== 'paid') return money === 'open' ? EXPECTED : DECLINED;
    // A token that the API does not name contradicts nothing.
    if (payout.unit !== null && payout.unit !== unit) return OTHER_TOKEN;
    const { amountToSend } = payout;
    const sent = amountToSend === null ? [] : ([['amount_to_send', amountToSend]] as const);
    const candidates = [...sent, ['withdrawal.amount', payout.amount]] as const;
    return compareAmounts(amount, candidates, toleranceOf(this.#tolerances, unit), BY_HASH);
  }

  /**
   * By address, token, amount and time. Two hashes that are both known and differ are two transfers: a line with a hash can only be a withdrawal
   * without one, and goes first.
   */
  #matchByAddress(rest: Rest, field: 'amount_to_send' | 'withdrawal.amount'): void {
    this.#matchNearest(rest, field, true);
    this.#matchNearest(rest, field, false);
  }

  #matchNearest(rest: Rest, field: 'amount_to_send' | 'withdrawal.amount', isHashed: boolean): void {
    const payouts = new Map<string, (Timed & { readonly payout: Payout })[]>();
    for (const payout of rest.payouts) {
      const ms = payout.processedKey === null ? null : toEpochMs(payout.processedKey);
      const amount = field === 'amount_to_send' ? payout.amountToSend : payout.amount;
      if (ms === null || amount === null || withdrawalMoney(payout.status) !== 'paid') continue;
      if (isHashed && payout.hash !== null) continue;
      const key = placeKey(payout.home, payout.unit, canonicalMoney(amount));
      if (key !== null) groupIn(payouts, key).push({ ms, payout });
    }
    if (payouts.size === 0) return;
    const lines = new Map<string, (Timed & { readonly line: Line })[]>();
    for (const line of rest.lines) {
      if (isHashed !== (line.hash !== null) || line.at === null || sameAmount(line.amount, '0')) continue;
      const key = placeKey(line.home, line.unit, line.amount);
      const ms = toEpochMs(line.at);
      if (key !== null && ms !== null && payouts.has(key)) groupIn(lines, key).push({ ms, line });
    }
    for (const [key, own] of lines) {
      for (const [{ payout }, { line }] of nearestPairs(payouts.get(key) ?? [], own, NEAR_MS)) {
        this.found.add(payout.uuid);
        line.verdict = BY_ADDRESS[field];
        line.recordUuid = payout.uuid;
        this.#say(line);
      }
    }
    rest.lines = rest.lines.filter(({ verdict }) => verdict === null);
    rest.payouts = rest.payouts.filter(({ uuid }) => !this.found.has(uuid));
  }

  /** No withdrawal is it, or it says the same of the same transaction as a line before it. */
  #settleMissing(lines: readonly Line[]): void {
    for (const line of lines) {
      if (this.#settleAsSaid(line)) continue;
      line.verdict = MISSING_HERE;
      this.#say(line);
    }
  }
}

const BY_ADDRESS = {
  amount_to_send: { outcome: 'matched', pass: 'address-amount-time', against: 'amount_to_send', delta: '0' },
  'withdrawal.amount': { outcome: 'matched', pass: 'address-amount-time', against: 'withdrawal.amount', delta: '0' },
} as const satisfies Readonly<Record<string, MatchVerdict>>;

interface Timed {
  readonly ms: number;
}

function groupIn<Item>(groups: Map<string, Item[]>, key: string): Item[] {
  const known = groups.get(key);
  if (known !== undefined) return known;
  const fresh: Item[] = [];
  groups.set(key, fresh);
  return fresh;
}

/** Null: something of it is not known. */
function placeKey(home: string | null, unit: string | null, amount: string): string | null {
  return home === null || unit === null ? null : JSON.stringify([home, unit, amount]);
}

/** What is the same of a line and a withdrawal of one transaction, the closest first. */
const EXACT_KEYS: readonly {
  readonly ofLine: (line: Line) => string;
  readonly ofPayout: (payout: Payout) => string | null;
}[] = [
  {
    ofLine: ({ unit, amount, home }) => JSON.stringify([unit, amount, home]),
    ofPayout: ({ unit, amountToSend, home }) => keyOf(unit, amountToSend, home),
  },
  {
    ofLine: ({ unit, amount }) => JSON.stringify([unit, amount]),
    ofPayout: ({ unit, amountToSend }) => keyOf(unit, amountToSend),
  },
  {
    ofLine: ({ unit, amount, home }) => JSON.stringify([unit, amount, home]),
    ofPayout: ({ unit, amount, home }) => keyOf(unit, amount, home),
  },
  {
    ofLine: ({ unit, amount }) => JSON.stringify([unit, amount]),
    ofPayout: ({ unit, amount }) => keyOf(unit, amount),
  },
];

function keyOf(unit: string | null, amount: string | null, ...more: readonly (string | null)[]): string | null {
  return unit === null || amount === null ? null : JSON.stringify([unit, canonicalMoney(amount), ...more]);
}

function contentOf({ hash, unit, amount, home }: Line): string {
  return JSON.stringify([hash, unit, amount, home]);
}

/** Numerically; what is equal keeps its order. */
function byAmount<Item>(items: readonly Item[], amountOf: (item: Item) => string): readonly Item[] {
  return items
    .map((item) => ({ item, key: moneySortKey(amountOf(item)) }))
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map(({ item }) => item);
}

function payoutOf(withdrawal: WithdrawalToMatch): Payout {
  const { token, txHash, address } = withdrawal;
  return {
    ...withdrawal,
    hash: hashOf(txHash),
    home: homeOf(address),
    unit: token === null || token === '' ? null : token.toUpperCase(),
  };
}

/** Those that were sent before those that may be, shown before not shown, then by uuid. */
function byPreference(left: Payout, right: Payout): number {
  const rank = ({ status, isGone }: Payout): number => RANK[withdrawalMoney(status)] + (isGone ? 4 : 0);
  return rank(left) - rank(right) || (left.uuid < right.uuid ? -1 : 1);
}
const RANK = { paid: 0, open: 1, unpaid: 2 } as const;
