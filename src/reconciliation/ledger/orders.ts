// Orders of one source against the invoices of the mirror (MATCH-4 to MATCH-17). Entries are added in the order
// of their files, invoices in any order and once each; what comes of them does not depend on that order. Held in memory
// are the entries' idents, amounts and standings, never an invoice that no entry names.
import type { AmountMeaning, Tolerances } from '../../domain/ledger/import.ts';
import { INVOICE_MARKS, type InvoicesToMatch, MONEY_STANDINGS, type OrderLine } from '../../domain/ledger/match.ts';
import { TextIndex, UuidTraces } from './text-index.ts';
import { type WholeOrders, wholeOrders } from './parts.ts';
import { type Judged, Standings } from './standings.ts';
import { orderVerdict, plainVerdict, type MatchVerdict } from './verdicts.ts';

/** A second entry of the same record, of a record that a match by hand has, and of an ident that nothing here has. */
const DUPLICATE = plainVerdict('duplicate', 'id');
const DUPLICATE_IDENT = plainVerdict('duplicate', null);
/** Another word on the same record, or of the same ident that nothing here has, is newer. */
const REPLACED = plainVerdict('replaced', 'id');
const REPLACED_IDENT = plainVerdict('replaced', null);
const MISSING_HERE = plainVerdict('missing-here', null);

/** What decides between several invoices of one ident, by its weight: the lesser is the better one. The two lowest bits are of the pass. */
const MONEY_WEIGHT = 4;
const IS_GONE = 16;
const IS_TAKEN = 32;
const BY_TRIMMED_ID = 64;
const BY_UUID = 128;

function rankOfPass({ pass }: MatchVerdict): number {
  return pass === 'id-and-amount' ? 0 : pass === 'tolerance' ? 1 : 2;
}

/** An entry, and the invoice that it has so far. */
interface Order extends Judged {
  readonly amount: string;
  readonly status: OrderLine['status'];
  readonly meaning: AmountMeaning;
  /** The latest import that says it: the greater is the newer word. */
  said: number;
  /** Of the invoice; less than 0: there is none. */
  rank: number;
  /** Would its absence be missed? */
  isOwed: boolean;
}

export interface OrderMatchInput {
  readonly tolerances: Tolerances;
  /** Invoices that entries of this source are by hand. */
  readonly taken: ReadonlySet<string>;
  /** Is told every owed invoice that the source lacks, in no order. */
  readonly onMissingThere: (uuid: string) => void;
}

export class OrderMatch {
  readonly standings = new Standings<Order>();
  readonly #tolerances: Tolerances;
  readonly #taken: ReadonlySet<string>;
  readonly #onMissingThere: (uuid: string) => void;
  readonly #idents = new TextIndex();
  /** The first of the newest entries of each ident, at its place; undefined: what is newest is in a match by hand. */
  readonly #heads: (Order | undefined)[] = [];
  /** Places of the idents that may be a uuid, by it in lower case. */
  readonly #byUuid = new Map<string, number[]>();
  readonly #uuidTraces = new UuidTraces();
  /** Entries that are, or once were, not the first of their ident. */
  readonly #others: (readonly [order: Order, ident: number])[] = [];
  /** Entries in matches by hand, and those that are the newest of their ident. */
  readonly #byHand = new Map<Order, string | null>();
  readonly #newestByHand = new Map<number, Order>();
  #isOpen = true;
  /** Pairs of entries that one invoice was offered to. */
  readonly #rivals: (readonly [Order, Order])[] = [];
  /** Invoices that gave way to a better one, and would be missed. */
  readonly #given = new Set<string>();

  constructor({ tolerances, taken, onMissingThere }: OrderMatchInput) {
    this.#tolerances = tolerances;
    this.#taken = taken;
    this.#onMissingThere = onMissingThere;
  }

  /** The next entry; `said`: the latest import that says it. */
  add(line: OrderLine, meaning: AmountMeaning, said: number): void {
    const order = this.#append(line, meaning, said);
    if (line.ident !== null) this.#index(line.ident, order);
  }

  /** The next entry, which is in a match by hand: its place is settled then. */
  addByHand(line: OrderLine, meaning: AmountMeaning, said: number): void {
    this.#byHand.set(this.#append(line, meaning, said), line.ident);
  }

  /** The entry at a place, of that ident, is said again by a later import. Before the first invoice. */
  sayAgain(place: number, ident: string | null, said: number): void {
    const order = this.standings.entries[place];
    if (order === undefined) throw new Error('match: there is no such entry');
    order.said = said;
    if (ident === null || (this.#byHand.size > 0 && this.#byHand.has(order))) return;
    const at = this.#idents.find(ident);
    const head = this.#heads[at];
    if (head === undefined || head === order) return;
    if (head.said > said || (head.said === said && head.place < place)) return;
    this.#heads[at] = order;
    this.#others.push([head, at]);
  }

  /** Places of the entries that a newer word of the same ident replaces, as far as they have been added. */
  replacedPlaces(): ReadonlySet<number> {
    const older = this.#others.filter(([order, ident]) => order.said < (this.#heads[ident]?.said ?? 0));
    return new Set(older.map(([{ place }]) => place));
  }

  #append({ amount, unit, status }: OrderLine, meaning: AmountMeaning, said: number): Order {
    const order: Order = {
      place: this.standings.entries.length,
      unit: this.standings.announce(unit),
      verdict: null,
      recordUuid: null,
      amount,
      status,
      meaning,
      said,
      rank: -1,
      isOwed: false,
    };
    this.standings.add(order);
    return order;
  }

  #index(ident: string, order: Order): void {
    const known = this.#idents.add(ident);
    const head = this.#heads[known];
    if (head !== undefined) {
      const isNewer = order.said > head.said;
      if (isNewer) this.#heads[known] = order;
      this.#others.push([isNewer ? head : order, known]);
      return;
    }
    const fresh = this.#heads.push(order) - 1;
    if (!looksLikeUuid(ident)) return;
    const uuid = ident.toLowerCase();
    this.#uuidTraces.add(uuid);
    const others = this.#byUuid.get(uuid);
    if (others === undefined) this.#byUuid.set(uuid, [fresh]);
    else others.push(fresh);
  }

  /** No entry comes any more. Where a match by hand has the newest word of an ident, no other entry of that ident is held against anything. */
  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const [order, ident] of this.#byHand) {
      const place = ident === null ? -1 : this.#idents.find(ident);
      const newest = this.#heads[place] ?? this.#newestByHand.get(place);
      if (newest === undefined || newest.said >= order.said) continue;
      const head = this.#heads[place];
      if (head !== undefined) this.#others.push([head, place]);
      this.#heads[place] = undefined;
      this.#newestByHand.set(place, order);
    }
  }

  /** Some invoices, once each. */
  addInvoices(invoices: InvoicesToMatch): void {
    this.#close();
    const { externalIds, uuids, marks } = invoices;
    const hasTaken = this.#taken.size > 0;
    for (let place = 0; place < uuids.length; place += 1) {
      const [uuid, externalId] = [uuids[place] ?? '', externalIds[place] ?? ''];
      const ident = trimmed(externalId);
      const direct = this.#heads[this.#idents.find(ident)];
      const others = this.#uuidTraces.has(uuid) ? this.#ofUuid(uuid) : undefined;
      const isTaken = hasTaken && this.#taken.has(uuid);
      const isOwed = !isTaken && ((marks[place] ?? 0) & INVOICE_MARKS.owed) !== 0;
      if (direct === undefined && others === undefined) {
        if (isOwed) this.#onMissingThere(uuid);
        continue;
      }
      const offered = { invoices, place, uuid, isTaken, isOwed };
      const idRank = ident === externalId ? 0 : BY_TRIMMED_ID;
      // Nearly always one entry names it, by its external_id.
      const isKept =
        others === undefined
          ? direct !== undefined && this.#offer(direct, offered, idRank)
          : this.#offerAll(direct, others, offered, idRank);
      if (!isKept && isOwed) this.#given.add(uuid);
    }
  }

  /** The first entries of the idents that are this uuid. */
  #ofUuid(uuid: string): readonly Order[] | undefined {
    const places = this.#byUuid.get(uuid.toLowerCase());
    if (places === undefined) return undefined;
    const orders = places.flatMap((place) => this.#heads[place] ?? []);
    return orders.length === 0 ? undefined : orders;
  }

  #offerAll(direct: Order | undefined, others: readonly Order[], offered: Offered, idRank: number): boolean {
    const orders = direct === undefined ? others : [direct, ...others.filter((order) => order !== direct)];
    let isKept = false;
    for (const [at, order] of orders.entries()) {
      if (this.#offer(order, offered, order === direct ? idRank : BY_UUID)) isKept = true;
      for (const rival of orders.slice(0, at)) this.#rivals.push([rival, order]);
    }
    return isKept;
  }

  /** Gives the entry the invoice unless it has a better one. */
  #offer(order: Order, { invoices, place, uuid, isTaken, isOwed }: Offered, idRank: number): boolean {
    const marks = invoices.marks[place] ?? 0;
    const verdict = isTaken ? DUPLICATE : this.#verdictOf(order, invoices, place, marks);
    const notBest = ((marks & INVOICE_MARKS.gone) === 0 ? 0 : IS_GONE) + (isTaken ? IS_TAKEN : 0);
    const rank = idRank + (marks & INVOICE_MARKS.money) * MONEY_WEIGHT + notBest + rankOfPass(verdict);
    if (order.rank >= 0) {
      const record = order.recordUuid ?? '';
      if (order.rank < rank || (order.rank === rank && record < uuid)) return false;
      if (order.isOwed) this.#given.add(record);
    }
    order.rank = rank;
    order.isOwed = isOwed;
    order.verdict = verdict;
    order.recordUuid = uuid;
    return true;
  }

  #verdictOf(order: Order, invoices: InvoicesToMatch, place: number, marks: number): MatchVerdict {
    const isAdjusted = (marks & INVOICE_MARKS.adjusted) !== 0;
    return orderVerdict(
      order,
      {
        money: MONEY_STANDINGS[marks & INVOICE_MARKS.money] ?? 'open',
        currency: invoices.currencies[place] ?? '',
        amount: invoices.amounts[place] ?? '',
        settledUsdt: invoices.settledUsdt[place] ?? null,
        actualFiat: isAdjusted ? (invoices.actualFiat.get(place) ?? null) : undefined,
      },
      this.#tolerances,
    );
  }

  /** After the last invoice. Throws when the entries are not all in one outcome each, which would be a mistake of ours. */
  end(): void {
    this.#close();
    this.#settleRivals();
    this.#settleOthers();
    for (const order of this.standings.entries) order.verdict ??= MISSING_HERE;
    this.standings.assertConserved();
    this.#tellGiven();
  }

  /** Invoices that several rows name and add up to. After `end`. */
  whole(): WholeOrders {
    return wholeOrders(this.standings.entries);
  }

  /** The idents that no invoice has. After `end`. */
  *missingHere(): IterableIterator<string> {
    for (const [place, ident] of this.#idents.texts.entries()) {
      if (this.#heads[place]?.recordUuid === null) yield ident;
    }
  }

  /** Of two entries that have come to one invoice, by its two ids, the older is replaced; of two that are as new the later says the same twice. */
  #settleRivals(): void {
    for (const [one, other] of this.#rivals) {
      if (one.recordUuid === null || one.recordUuid !== other.recordUuid) continue;
      if (one.said !== other.said) (one.said < other.said ? one : other).verdict = REPLACED;
      else {
        const later = one.place < other.place ? other : one;
        if (later.verdict !== REPLACED) later.verdict = DUPLICATE;
      }
    }
  }

  /** Those that are not the first of their ident. */
  #settleOthers(): void {
    for (const [order, ident] of this.#others) {
      const head = this.#heads[ident] ?? this.#newestByHand.get(ident);
      if (head === undefined || head === order) continue;
      const isOlder = order.said < head.said || head.verdict === REPLACED;
      const [ofRecord, ofIdent] = isOlder ? [REPLACED, REPLACED_IDENT] : [DUPLICATE, DUPLICATE_IDENT];
      order.verdict = head.recordUuid === null ? ofIdent : ofRecord;
      order.recordUuid = head.recordUuid;
    }
  }

  /** What gave way is missed, unless another entry has it by its uuid. */
  #tellGiven(): void {
    if (this.#given.size === 0) return;
    for (const { recordUuid } of this.standings.entries) this.#given.delete(recordUuid ?? '');
    for (const uuid of this.#given) this.#onMissingThere(uuid);
  }
}

interface Offered {
  readonly invoices: InvoicesToMatch;
  readonly place: number;
  readonly uuid: string;
  readonly isTaken: boolean;
  readonly isOwed: boolean;
}

/** Nearly always there is nothing around it. */
function trimmed(text: string): string {
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
  return isPlain(first) && isPlain(last) ? text : text.trim();
}

function isPlain(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

function looksLikeUuid(ident: string): boolean {
  return ident.length === 36 && UUID.test(ident);
}
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
