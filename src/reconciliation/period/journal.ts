// Journal entries: which lines each record is booked on, and the sums. Every record is booked so that it balances by itself in each currency, and
// a line is the sum of the very rows that open behind it. Facts in, lines out; the shapes are domain/period/journal.ts, the rules docs/journal.md.
import {
  ACCOUNT_ROLES,
  JOURNAL_ENTRIES,
  type Journal,
  type JournalEntry,
  type AccountRole,
  type JournalLine,
  type JournalLineKey,
  type JournalRow,
  type JournalSwitches,
  type StatementValue,
} from '../../domain/period/journal.ts';
import {
  fromScaled,
  MoneySum,
  type Scaled,
  sameMoney,
  subtractMoney,
  subtractScaled,
  toScaled,
} from '../../domain/kernel/money/money.ts';
import { type HomeBook, roundedHome, type Valued, valuerOf } from '../../domain/pricing/home-value.ts';
import { worthOf } from '../../domain/pricing/worth.ts';
import type { ReconcilingItem } from '../../domain/period/reconciling-item.ts';
import { CREDIT_TOKEN } from '../../domain/period/statement.ts';
import { paidOf, type TakeRateFact } from '../../domain/reconcile/take-rate.ts';
import { localDay, toEpochMs } from '../../domain/kernel/time/time.ts';

/** What was paid out, as it counts in the period. */
export interface PayoutFact {
  readonly uuid: string;
  readonly label: string | null;
  readonly token: string | null;
  readonly amount: string;
  readonly networkCommission: string | null;
  readonly processedAt: string | null;
}

export interface ChangeFact {
  readonly list: 'invoices' | 'withdrawals';
  readonly recordUuid: string;
  readonly label: string | null;
  readonly token: string | null;
  /** Credits up, withdrawals down. */
  readonly amount: string;
  readonly firstSeenAt: string;
}

/** An item as the period books it: added, or taken back once it is cleared. */
export interface ItemFact extends Pick<ReconcilingItem, 'id' | 'token' | 'kind' | 'amount' | 'text'> {
  /** On which it was added or cleared. */
  readonly day: string;
}

export interface JournalFacts {
  /** Successes that finished in the period. */
  readonly sales: Iterable<TakeRateFact>;
  /** Approved withdrawals that were processed in it. */
  readonly payouts: Iterable<PayoutFact>;
  readonly changes: Iterable<ChangeFact>;
  readonly items: Iterable<ItemFact>;
}

/** One side of what a record is booked on: debit up, credit down. */
interface Posting extends JournalLineKey {
  readonly amount: Scaled;
}

interface Source extends Omit<JournalRow, 'amount' | 'home'> {
  readonly deal?: Valued['deal'];
}
type Left = 'sale-not-told' | 'fee-not-estimated' | 'network-fee-not-told';

/** Takes what a record is booked on. */
interface Into {
  readonly post: (postings: readonly Posting[], source: Source) => void;
  readonly leave: (kind: Left) => void;
}

const minus = ({ units, scale }: Scaled): Scaled => ({ units: -units, scale });

/** Two lines that stand against each other. */
function pair(
  entry: JournalEntry,
  currency: string | null,
  [debit, credit]: readonly [AccountRole, AccountRole],
  amount: Scaled,
): readonly Posting[] {
  return [
    { entry, currency, role: debit, amount },
    { entry, currency, role: credit, amount: minus(amount) },
  ];
}

function bookSale(fact: TakeRateFact, { estimates, customerFees }: JournalSwitches, { post, leave }: Into): void {
  const { uuid, externalId: label, finishedAt: at, currency, settledUsdt, rate, amount, amountToSend } = fact;
  const paid = paidOf(fact);
  const net = settledUsdt === null ? null : toScaled(settledUsdt);
  // As domain/reconcile/fee-totals has it: of each invoice by itself.
  const gross = !estimates || net === null || paid === null || rate === null ? null : worthOf(paid, rate);
  const onTop =
    !customerFees || fact.isAdjusted || amountToSend === null
      ? null
      : subtractScaled(toScaled(amountToSend), toScaled(amount));
  if (paid === null) leave('sale-not-told');
  if (estimates && net !== null && gross === null) leave('fee-not-estimated');
  post(
    [
      ...(paid === null ? [] : pair('sales', currency, ['conversion', 'sales'], toScaled(paid))),
      ...(onTop === null || onTop.units === 0n
        ? []
        : pair('customer-fees', currency, ['customer-fee-cost', 'customer-fee-income'], onTop)),
      ...(net === null ? [] : settled(net, gross)),
    ],
    { list: 'invoices', uuid, label, at, deal: { currency, rate } },
  );
}

function settled(net: Scaled, gross: Scaled | null): readonly Posting[] {
  const of = { entry: 'settlement', currency: CREDIT_TOKEN } as const;
  const balance = { ...of, role: 'balance', amount: net } as const;
  if (gross === null) return [balance, { ...of, role: 'conversion', amount: minus(net) }];
  return [
    balance,
    { ...of, role: 'conversion', amount: minus(gross) },
    { ...of, role: 'merchant-fee', amount: subtractScaled(gross, net) },
  ];
}

function bookPayout(fact: PayoutFact, { post, leave }: Into): void {
  const { uuid, label, token: currency, processedAt: at } = fact;
  const of = { entry: 'withdrawals', currency } as const;
  const amount = toScaled(fact.amount);
  const fee = fact.networkCommission === null ? null : toScaled(fact.networkCommission);
  if (fee === null) leave('network-fee-not-told');
  post(
    [
      { ...of, role: 'balance', amount: minus(amount) },
      { ...of, role: 'withdrawn', amount: fee === null ? amount : subtractScaled(amount, fee) },
      ...(fee === null ? [] : [{ ...of, role: 'network-fee' as const, amount: fee }]),
    ],
    { list: 'withdrawals', uuid, label, at },
  );
}

function book({ sales, payouts, changes, items }: JournalFacts, switches: JournalSwitches, into: Into): void {
  for (const fact of sales) bookSale(fact, switches, into);
  for (const fact of payouts) bookPayout(fact, into);
  for (const { list, recordUuid: uuid, label, token, amount, firstSeenAt: at } of changes) {
    const moved = toScaled(amount);
    // Another closed fact has changed, and no money with it.
    if (moved.units !== 0n)
      into.post(pair('late-changes', token, ['balance', 'late-changes'], moved), { list, uuid, label, at });
  }
  for (const { id: uuid, token, kind, amount, text: label, day: at } of items)
    into.post(pair('reconciling-items', token, ['balance', kind], toScaled(amount)), {
      list: 'items',
      uuid,
      label,
      at,
    });
}

const keyOf = ({ entry, role, currency }: JournalLineKey): string => `${entry} ${role} ${currency ?? '\uffff'}`;

/** The side of a line that comes to nothing. */
const CREDIT_ROLES: ReadonlySet<AccountRole> = new Set(['sales', 'customer-fee-income', 'late-changes']);

/** How lines are valued in the home currency, and of which zone their days are. */
export interface HomeAsked {
  readonly book: HomeBook;
  readonly timeZone: string;
}

/** The exact value of what a record is booked on; null where its rate is not known. */
function valuing({ book, timeZone }: HomeAsked): (posting: Posting, source: Source) => Scaled | null {
  const valuer = valuerOf(book, CREDIT_TOKEN);
  // A record is booked on several lines, and its day is what costs.
  let last: { readonly at: string | null; readonly day: string | null } = { at: null, day: null };
  return ({ amount, currency: unit }, { at, deal }) => {
    if (at !== last.at) last = { at, day: at === null || at.length === DAY_LENGTH ? at : localDay(at, timeZone) };
    return valuer({ amount, unit, day: last.day, deal });
  };
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

interface Sums extends JournalLineKey {
  count: number;
  unknown: number;
  readonly sum: MoneySum;
  readonly value: MoneySum;
}

/** The lines of the statement that a posting counts in. */
function* statedAs(
  { entry, role, currency: token }: Posting,
  { deal }: Source,
): Iterable<Pick<StatementValue, 'token' | 'line' | 'currency'>> {
  if (role !== 'balance' || (entry !== 'settlement' && entry !== 'withdrawals')) return;
  yield { token, line: entry === 'settlement' ? 'credits' : 'withdrawals', currency: null };
  if (deal !== undefined) yield { token, line: 'credits', currency: deal.currency };
  yield { token, line: 'movement', currency: null };
}

/** The lines of the statement, each the sum of its known rows, with the sign that it has there. */
class StatementValues {
  readonly #sums = new Map<
    string,
    Pick<StatementValue, 'token' | 'line' | 'currency'> & { count: number; unknown: number; readonly value: MoneySum }
  >();

  add(posting: Posting, source: Source, value: Scaled | null): void {
    for (const place of statedAs(posting, source)) {
      const key = JSON.stringify(place);
      const line = this.#sums.get(key) ?? { ...place, count: 0, unknown: 0, value: new MoneySum() };
      this.#sums.set(key, line);
      line.count += 1;
      if (value === null) line.unknown += 1;
      else line.value.addScaled(place.line === 'withdrawals' ? minus(value) : value);
    }
  }

  told(currency: string): StatementValue[] {
    return [...this.#sums.values()].map(({ value, ...line }) => ({
      ...line,
      value: roundedHome(toScaled(value.total()), currency),
    }));
  }
}

/** One pass; holds a sum a line. Throws an Error where debits and credits of a currency differ, which would be a mistake of ours. */
export function journalLines(
  facts: JournalFacts,
  switches: JournalSwitches,
  home: HomeAsked | null = null,
): Pick<Journal, 'lines' | 'totals' | 'left' | 'home'> {
  const sums = new Map<string, Sums>();
  const left = new Map<Left, number>();
  const stated = new StatementValues();
  const valueOf = home === null ? null : valuing(home);
  book(facts, switches, {
    post: (postings, source) => {
      for (const posting of postings) {
        const { amount, entry, role, currency } = posting;
        const key = keyOf(posting);
        const line = sums.get(key) ?? {
          entry,
          role,
          currency,
          count: 0,
          unknown: 0,
          sum: new MoneySum(),
          value: new MoneySum(),
        };
        sums.set(key, line);
        line.count += 1;
        line.sum.addScaled(amount);
        if (valueOf === null) continue;
        const value = valueOf(posting, source);
        stated.add(posting, source, value);
        if (value === null) line.unknown += 1;
        else line.value.addScaled(value);
      }
    },
    leave: (kind) => left.set(kind, (left.get(kind) ?? 0) + 1),
  });
  const code = home?.book.currency ?? null;
  const lines = [...sums.values()].map((line) => lineOf(line, switches, code)).toSorted(compare);
  return {
    lines,
    totals: totalsOf(lines),
    left: [...left].map(([kind, count]) => ({ kind, count })),
    home: code === null ? null : { ...homeOf(lines, code), statement: stated.told(code) },
  };
}

function lineOf(
  { entry, role, currency, count, sum, unknown, value }: Sums,
  { estimates }: JournalSwitches,
  home: string | null,
): JournalLine {
  const { units, scale } = toScaled(sum.total());
  const isCredit = units === 0n ? CREDIT_ROLES.has(role) : units < 0n;
  const worth = toScaled(value.total());
  return {
    entry,
    role,
    currency,
    side: isCredit ? 'credit' : 'debit',
    amount: fromScaled({ units: units < 0n ? -units : units, scale }),
    count,
    isEstimate: estimates && entry === 'settlement' && role !== 'balance',
    home: home === null ? null : { value: roundedHome(isCredit ? minus(worth) : worth, home), unknown },
  };
}

/** The line with its value in place of its amount; a value below zero is one of the other side. */
export function inHome(line: JournalLine): JournalLine {
  const value = line.home?.value ?? '0';
  const isBelow = value.startsWith('-');
  const side = isBelow === (line.side === 'debit') ? 'credit' : 'debit';
  return { ...line, side, amount: isBelow ? value.slice(1) : value };
}

/** What the rounded lines come to, and the line that brings both sides together: every record balances exactly, so that rounding alone is left. */
function homeOf(lines: readonly JournalLine[], currency: string): Omit<NonNullable<Journal['home']>, 'statement'> {
  const sides = { debit: new MoneySum(), credit: new MoneySum() };
  for (const line of lines) {
    const { side, amount } = inHome(line);
    sides[side].add(amount);
  }
  const [debit, credit] = [sides.debit.total(), sides.credit.total()];
  const rest = subtractMoney(debit, credit);
  const isShortOfDebit = rest.startsWith('-');
  const amount = isShortOfDebit ? rest.slice(1) : rest;
  const rounding: JournalLine | null = sameMoney(rest, '0')
    ? null
    : {
        entry: 'rounding',
        role: 'rounding',
        currency,
        side: isShortOfDebit ? 'debit' : 'credit',
        amount,
        count: 0,
        isEstimate: false,
        home: { value: amount, unknown: 0 },
      };
  return {
    currency,
    total: isShortOfDebit ? credit : debit,
    rounding,
    unknown: lines.reduce((all, { home }) => all + (home?.unknown ?? 0), 0),
  };
}

function compare(left: JournalLine, right: JournalLine): number {
  const [one, other] = [left.currency ?? '\uffff', right.currency ?? '\uffff'];
  return (
    JOURNAL_ENTRIES.indexOf(left.entry) - JOURNAL_ENTRIES.indexOf(right.entry) ||
    (one < other ? -1 : one > other ? 1 : 0) ||
    ACCOUNT_ROLES.indexOf(left.role) - ACCOUNT_ROLES.indexOf(right.role)
  );
}

function totalsOf(lines: readonly JournalLine[]): Journal['totals'] {
  const totals = new Map<string | null, { readonly debit: MoneySum; readonly credit: MoneySum }>();
  for (const { currency, side, amount } of lines) {
    const sums = totals.get(currency) ?? { debit: new MoneySum(), credit: new MoneySum() };
    totals.set(currency, sums);
    sums[side].add(amount);
  }
  return [...totals]
    .map(([currency, { debit, credit }]) => ({ currency, debit: debit.total(), credit: credit.total() }))
    .toSorted((left, right) => ((left.currency ?? '\uffff') < (right.currency ?? '\uffff') ? -1 : 1))
    .map((total) => {
      if (!sameMoney(total.debit, total.credit))
        throw new Error(`a journal whose debits and credits differ: ${total.debit} and ${total.credit}`);
      return total;
    });
}

/** Which line's rows are wanted, and which side its amount is on. */
export type LineAsked = Pick<JournalLine, 'entry' | 'role' | 'currency' | 'side'>;

/** One page of the rows behind a line, in the order of the facts; how many there are, and what all of them come to on its side. One pass; holds the page. */
export function journalRows(
  facts: JournalFacts,
  switches: JournalSwitches,
  {
    offset,
    limit,
    side,
    valuedBy = null,
    ...key
  }: LineAsked & {
    readonly offset: number;
    readonly limit: number;
    readonly valuedBy?: HomeAsked | null | undefined;
  },
): { readonly rows: readonly JournalRow[]; readonly total: number; readonly amount: string } {
  const asked = keyOf(key);
  const valueOf = valuedBy === null ? null : valuing(valuedBy);
  const onSide = (amount: Scaled): Scaled => (side === 'debit' ? amount : minus(amount));
  const rows: JournalRow[] = [];
  const sum = new MoneySum();
  let total = 0;
  book(facts, switches, {
    post: (postings, { deal, ...source }) => {
      for (const posting of postings) {
        if (keyOf(posting) !== asked) continue;
        const amount = onSide(posting.amount);
        sum.addScaled(amount);
        total += 1;
        if (total <= offset || rows.length >= limit) continue;
        const value = valueOf?.(posting, { deal, ...source }) ?? null;
        rows.push({ ...source, amount: fromScaled(amount), home: value === null ? null : fromScaled(onSide(value)) });
      }
    },
    leave: () => undefined,
  });
  return { rows, total, amount: sum.total() };
}

/** Up to which day, and as known when (null: now), the items of a statement stood. */
export interface ItemsAt {
  /** The day after the last. */
  readonly day: string;
  readonly knownAt: string | null;
}

/**
 * What a period books of reconciling items: those that stand at its end and did not at its begin, less those that stood then and do no more. So every item is
 * booked once over the periods, and taken back once it is cleared, also one that was written into a period that was closed by then.
 */
export function* itemsOfPeriod(
  items: Iterable<ReconcilingItem>,
  begin: ItemsAt,
  end: ItemsAt,
): IterableIterator<ItemFact> {
  for (const { id, token, kind, amount, text, day, ...item } of items) {
    const [before, after] = [stands({ day, ...item }, begin), stands({ day, ...item }, end)];
    if (before === after) continue;
    const { units, scale } = toScaled(amount);
    const booked = after
      ? { amount, day }
      : { amount: fromScaled({ units: -units, scale }), day: item.cleared?.day ?? day };
    yield { id, token, kind, text, ...booked };
  }
}

function stands(
  { day, addedAt, cleared }: Pick<ReconcilingItem, 'day' | 'addedAt' | 'cleared'>,
  { day: end, knownAt }: ItemsAt,
): boolean {
  const isKnown = (at: string): boolean => knownAt === null || (toEpochMs(at) ?? 0) <= (toEpochMs(knownAt) ?? 0);
  if (day >= end || !isKnown(addedAt)) return false;
  return cleared === null || cleared.day >= end || !isKnown(cleared.at);
}
