// The entries of one source on their way through the rules: matches by hand first, then the records of the mirror.
import type { CoveredTime } from '../../../domain/ledger/covered-time.ts';
import type { EntryFacts, HandMatch } from '../../../domain/ledger/entry.ts';
import { FailureError } from '../../../domain/kernel/failure/failure.ts';
import type { FactList } from '../../../domain/kernel/finding.ts';
import type { AmountMeaning, Tolerances } from '../../../domain/ledger/import.ts';
import type { MatchedRecord, StoredEntry, WithdrawalToMatch } from '../../../domain/ledger/match.ts';
import {
  type HandInvoice,
  type HandStand,
  type HandWithdrawal,
  ordersByHand,
  walletByHand,
} from '../../../reconciliation/ledger/by-hand.ts';
import type { MatchedWallet } from '../../../reconciliation/ledger/gaps.ts';
import { OrderMatch } from '../../../reconciliation/ledger/orders.ts';
import type { WholeOrders } from '../../../reconciliation/ledger/parts.ts';
import type { OutcomeCounts, Stand } from '../../../reconciliation/ledger/standings.ts';
import { invoiceMoney } from '../../../reconciliation/ledger/verdicts.ts';
import { WalletMatch } from '../../../reconciliation/ledger/wallet.ts';
import { eachInvoiceToMatch } from '../../mirror/ledger/match-facts.ts';
import { matchedRecord } from '../../mirror/ledger/match-records.ts';
import type { SqliteDatabase } from '../../sqlite/database.ts';
import type { JobControl } from '../exports/pace.ts';

interface HandSides<Line> {
  /** In the order of their files. */
  readonly entries: readonly Line[];
  /** In the order of their uuids. */
  readonly records: readonly MatchedRecord[];
  /** Uuids of records that the mirror does not have. */
  readonly missing: readonly string[];
}

class HandMatches<Line> {
  /** Records that entries of the source are by hand. */
  readonly taken: ReadonlySet<string>;
  readonly #matches: readonly HandMatch[];
  readonly #matchOf = new Map<string, HandMatch>();
  /** The entries of each match, with their places among the entries of the source. */
  readonly #members = new Map<HandMatch, { readonly place: number; readonly line: Line }[]>();
  /** Entries whose match says it elsewhere. */
  readonly #silent = new Set<number>();

  constructor(matches: readonly HandMatch[]) {
    this.#matches = matches;
    this.taken = new Set(matches.flatMap(({ records }) => records));
    for (const match of matches) {
      this.#members.set(match, []);
      for (const entry of match.entries) this.#matchOf.set(entry, match);
    }
  }

  isIn(entryId: string): boolean {
    return this.#matchOf.size > 0 && this.#matchOf.has(entryId);
  }

  /** Keeps an entry that is in a match, and its place. */
  keep(entryId: string, place: number, line: Line): void {
    const match = this.#matchOf.get(entryId);
    if (match !== undefined) this.#members.get(match)?.push({ place, line });
  }

  /** Judges the matches that have entries, and hands over where each of these stands. */
  judge(
    mirror: SqliteDatabase,
    list: FactList,
    standsOf: (sides: HandSides<Line>) => readonly HandStand[],
    settle: (place: number, stand: HandStand) => void,
  ): void {
    for (const match of this.#matches) {
      const members = this.#members.get(match) ?? [];
      if (members.length === 0) continue;
      const found = match.records.map((uuid) => ({ uuid, record: matchedRecord(mirror, list, uuid) }));
      const stands = standsOf({
        entries: members.map(({ line }) => line),
        records: found.flatMap(({ record }) => (record === null ? [] : [record])),
        missing: found.filter(({ record }) => record === null).map(({ uuid }) => uuid),
      });
      for (const [at, { place }] of members.entries()) {
        const stand = stands[at];
        if (stand === undefined) continue;
        settle(place, stand);
        if (!stand.isFound) this.#silent.add(place);
      }
    }
  }

  /** Is what its match shows found in the entry at a place? True of all that are in none. */
  isFound(place: number): boolean {
    return !this.#silent.has(place);
  }
}

export type LineToMatch = Pick<EntryFacts, 'ident' | 'address' | 'amount' | 'unit' | 'at' | 'status' | 'direction'>;
/** `id` finds its match by hand, `saidSeq` says how new it is. */
type StoredLine = LineToMatch & Pick<StoredEntry, 'id' | 'saidSeq'>;

/** The entries of a source, in the order of their files. */
export interface SourceMatch {
  readonly size: number;
  /** An entry of the books, which may be in a match by hand. */
  addStored(entry: StoredLine, meaning: AmountMeaning): void;
  /** A row of a file, which is in none; `said`: the import that it would be. */
  add(line: LineToMatch, meaning: AmountMeaning, said: number): void;
  /** A row of a file that is the entry at a place. */
  sayAgain(place: number, ident: string | null, said: number): void;
  /** Places of the entries that a newer one replaces, as far as they have been added. */
  replacedPlaces(): ReadonlySet<number>;
  /** After the last: everything is held against the mirror. Throws FailureError `cancelled`. */
  judge(control: JudgeControl): void;
  /** Where the entry at a place stands. */
  stand(place: number): Stand;
  /** Is what its match by hand shows found in this entry? True of all others. */
  isFound(place: number): boolean;
  /** Of those from a place on. */
  count(from: number): OutcomeCounts;
}

type Wanted = Pick<JobControl, 'isCancelled'>;

export interface JudgeControl extends Wanted {
  /** How much of the mirror has been gone through, from 0 to 1. */
  readonly onPart?: ((part: number) => void) | undefined;
}

interface SourceInput {
  readonly mirror: SqliteDatabase;
  readonly tolerances: Tolerances;
  readonly handMatches: readonly HandMatch[];
}

/** Stops a job that nobody wants any more. */
export function assertWanted(control: Wanted): void {
  if (control.isCancelled()) throw new FailureError({ kind: 'cancelled' });
}

interface MeantLine extends LineToMatch {
  readonly meaning: AmountMeaning;
}

export class OrderSource implements SourceMatch {
  /** Is set before `judge`, where it is not known earlier. */
  covers: readonly CoveredTime[];
  readonly #input: SourceInput;
  readonly #hands: HandMatches<MeantLine>;
  readonly #match: OrderMatch;
  #hasCredited = false;

  constructor(
    input: SourceInput & { readonly covers: readonly CoveredTime[]; readonly onMissingThere: (uuid: string) => void },
  ) {
    this.#input = input;
    this.covers = input.covers;
    this.#hands = new HandMatches(input.handMatches);
    const { tolerances, onMissingThere } = input;
    this.#match = new OrderMatch({ tolerances, taken: this.#hands.taken, onMissingThere });
  }

  get size(): number {
    return this.#match.standings.entries.length;
  }

  addStored(entry: StoredLine, meaning: AmountMeaning): void {
    const { id, saidSeq } = entry;
    if (this.#hands.isIn(id)) {
      this.#hands.keep(id, this.size, { ...entry, meaning });
      this.#match.addByHand(entry, meaning, saidSeq);
    } else this.add(entry, meaning, saidSeq);
  }

  add(line: LineToMatch, meaning: AmountMeaning, said: number): void {
    if (meaning === 'credited') this.#hasCredited = true;
    this.#match.add(line, meaning, said);
  }

  sayAgain(place: number, ident: string | null, said: number): void {
    this.#match.sayAgain(place, ident, said);
  }

  replacedPlaces(): ReadonlySet<number> {
    return this.#match.replacedPlaces();
  }

  judge(control: JudgeControl): void {
    const { mirror, tolerances } = this.#input;
    this.#hands.judge(
      mirror,
      'invoices',
      ({ records, ...sides }) => ordersByHand({ ...sides, records: records.map(handInvoice), tolerances }),
      (place, stand) => this.#match.standings.settle(place, stand),
    );
    const asked = { covers: this.covers, withSettled: this.#hasCredited };
    for (const { invoices, part } of eachInvoiceToMatch(mirror, asked)) {
      assertWanted(control);
      this.#match.addInvoices(invoices);
      control.onPart?.(part);
    }
    this.#match.end();
  }

  /** Invoices that several rows name and add up to. After `judge`. */
  whole(): WholeOrders {
    return this.#match.whole();
  }

  /** The ids that no invoice has. After `judge`. */
  missingHere(): IterableIterator<string> {
    return this.#match.missingHere();
  }

  stand(place: number): Stand {
    return this.#match.standings.at(place);
  }

  isFound(place: number): boolean {
    return this.#hands.isFound(place);
  }

  count(from: number): OutcomeCounts {
    return this.#match.standings.count(from);
  }
}

export class WalletSource implements SourceMatch {
  readonly #input: SourceInput;
  readonly #hands: HandMatches<LineToMatch>;
  readonly #match: WalletMatch;

  constructor(input: SourceInput & { readonly withdrawals: readonly WithdrawalToMatch[] }) {
    this.#input = input;
    this.#hands = new HandMatches(input.handMatches);
    const { tolerances, withdrawals } = input;
    this.#match = new WalletMatch({ tolerances, withdrawals, taken: this.#hands.taken });
  }

  get size(): number {
    return this.#match.standings.entries.length;
  }

  addStored(entry: StoredLine): void {
    if (this.#hands.isIn(entry.id)) {
      this.#hands.keep(entry.id, this.size, entry);
      this.#match.addByHand(entry);
    } else this.#match.add(entry);
  }

  add(line: LineToMatch): void {
    this.#match.add(line);
  }

  /** A movement of money is not said anew: nothing replaces it. */
  sayAgain(): void {}

  replacedPlaces(): ReadonlySet<number> {
    return new Set();
  }

  judge(control: JudgeControl): void {
    const { mirror, tolerances } = this.#input;
    this.#hands.judge(
      mirror,
      'withdrawals',
      ({ records, ...sides }) => walletByHand({ ...sides, records: records.map(handWithdrawal), tolerances }),
      (place, stand) => this.#match.settleByHand(place, stand),
    );
    assertWanted(control);
    this.#match.end();
    control.onPart?.(1);
  }

  stand(place: number): Stand {
    return this.#match.standings.at(place);
  }

  isFound(place: number): boolean {
    return this.#hands.isFound(place);
  }

  count(from: number): OutcomeCounts {
    return this.#match.standings.count(from);
  }

  /** The wallet as its gaps are looked for. After `judge`. */
  matched(name: string, covers: readonly CoveredTime[]): MatchedWallet {
    return { name, covers, homes: this.#match.homes, found: this.#match.found };
  }
}

function handInvoice({ uuid, status, isAdjusted, amounts }: MatchedRecord): HandInvoice {
  return {
    uuid,
    money: invoiceMoney(status),
    currency: amounts.amount?.unit ?? '',
    amount: amounts.amount?.amount ?? '0',
    settledUsdt: amounts.settled_amount_usdt?.amount ?? null,
    actualFiat: isAdjusted ? (amounts['adjustment.actual_amount_fiat']?.amount ?? null) : undefined,
  };
}

function handWithdrawal({ uuid, status, amounts }: MatchedRecord): HandWithdrawal {
  const whole = amounts['withdrawal.amount'];
  return {
    uuid,
    status,
    token: whole?.unit ?? null,
    amount: whole?.amount ?? '0',
    amountToSend: amounts.amount_to_send?.amount ?? null,
  };
}
