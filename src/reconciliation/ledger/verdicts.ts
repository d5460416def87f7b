// What becomes of one entry and the record that it names (MATCH-7 to MATCH-11).
import type { AmountField, EntryStanding, MatchOutcome, MatchPass, OrderStatus } from '../../domain/ledger/entry.ts';
import { type AmountMeaning, toleranceOf, type Tolerances } from '../../domain/ledger/import.ts';
import { isTerminal } from '../../domain/records/invoice.ts';
import type { MoneyStanding, OrderLine } from '../../domain/ledger/match.ts';
import { CREDIT_TOKEN } from '../../domain/period/statement.ts';
import { differenceOf, isTolerated, sameAmount } from './amounts.ts';

/** Where an entry stands, but for the record. Those that occur a million times are one object. */
export interface MatchVerdict extends Omit<EntryStanding, 'recordUuid' | 'outcome'> {
  readonly outcome: MatchOutcome;
}

/** A verdict that rests on no comparison of amounts. */
export function plainVerdict(outcome: MatchOutcome, pass: MatchPass | null): MatchVerdict {
  return { outcome, pass, against: null, delta: null };
}

export function invoiceMoney(status: string): MoneyStanding {
  if (status === 'success') return 'paid';
  return isTerminal(status) ? 'unpaid' : 'open';
}

/** Of a withdrawal: it was sent, it may be sent yet, it was declined. */
export function withdrawalMoney(status: string): MoneyStanding {
  if (status === 'approved') return 'paid';
  return status === 'rejected' ? 'unpaid' : 'open';
}

/** What an order's status and an invoice's say together; null: they agree that it was paid, and the amounts decide. */
export const ORDER_TABLE = {
  fulfilled: { paid: null, open: 'fulfilled-not-paid', unpaid: 'fulfilled-not-paid' },
  unfulfilled: { paid: 'paid-not-fulfilled', open: 'expected', unpaid: 'matched' },
  cancelled: { paid: 'paid-not-fulfilled', open: 'expected', unpaid: 'matched' },
  unknown: { paid: null, open: 'expected', unpaid: 'matched' },
} as const satisfies Readonly<Record<OrderStatus, Readonly<Record<MoneyStanding, MatchOutcome | null>>>>;

const BY_ID = {
  matched: plainVerdict('matched', 'id'),
  expected: plainVerdict('expected', 'id'),
  'fulfilled-not-paid': plainVerdict('fulfilled-not-paid', 'id'),
  'paid-not-fulfilled': plainVerdict('paid-not-fulfilled', 'id'),
} as const satisfies Partial<Readonly<Record<MatchOutcome, MatchVerdict>>>;

/** The amounts of a record that one of an entry may be, the better first; which was found equal is said. */
type Candidates = readonly (readonly [field: AmountField, amount: string])[];

/** By which passes amounts are found equal, tolerated and different. */
export interface Passes {
  readonly equal: MatchPass;
  readonly tolerated: MatchPass;
  readonly differs: MatchPass;
}

export const BY_IDENT: Passes = { equal: 'id-and-amount', tolerated: 'tolerance', differs: 'id' };

const equals = new Map<string, MatchVerdict>();

/** The verdict of equal amounts: one object a pass and field. */
export function equalVerdict(pass: MatchPass, against: AmountField): MatchVerdict {
  const key = `${pass} ${against}`;
  const known = equals.get(key);
  if (known !== undefined) return known;
  const fresh: MatchVerdict = { outcome: 'matched', pass, against, delta: '0' };
  equals.set(key, fresh);
  return fresh;
}

/** An amount against those of its record, which are in the same unit; a difference is one from the first of them. */
export function compareAmounts(
  amount: string,
  candidates: Candidates,
  tolerance: string | undefined,
  passes: Passes,
): MatchVerdict {
  for (const [against, other] of candidates) {
    if (sameAmount(amount, other)) return equalVerdict(passes.equal, against);
  }
  let first: MatchVerdict | null = null;
  for (const [against, other] of candidates) {
    const delta = differenceOf(amount, other);
    if (isTolerated(delta, tolerance)) return { outcome: 'within-tolerance', pass: passes.tolerated, against, delta };
    first ??= { outcome: 'amount-differs', pass: passes.differs, against, delta };
  }
  return first ?? plainVerdict('not-compared', passes.differs);
}

interface ComparedOrder extends Pick<OrderLine, 'amount' | 'unit' | 'status'> {
  readonly meaning: AmountMeaning;
}

export interface ComparedInvoice {
  readonly money: MoneyStanding;
  readonly currency: string;
  readonly amount: string;
  readonly settledUsdt: string | null;
  /** adjustment.actual_amount_fiat of an adjusted one; null where the API gives no adjustment, undefined when it is not adjusted. */
  readonly actualFiat: string | null | undefined;
}

/** Of an order and its invoice: first the statuses, then the currency, then the amounts. */
export function orderVerdict(line: ComparedOrder, invoice: ComparedInvoice, tolerances: Tolerances): MatchVerdict {
  const agreed = ORDER_TABLE[line.status][invoice.money];
  if (agreed !== null) return BY_ID[agreed];
  return line.meaning === 'credited'
    ? creditedVerdict(line, invoice, tolerances)
    : orderedVerdict(line, invoice, tolerances);
}

function orderedVerdict(
  { amount, unit }: ComparedOrder,
  invoice: ComparedInvoice,
  tolerances: Tolerances,
): MatchVerdict {
  if (!sameUnit(unit, invoice.currency)) return OTHER_CURRENCY.amount;
  const { actualFiat: actual } = invoice;
  if (actual === undefined) {
    // Nearly always so.
    if (sameAmount(amount, invoice.amount)) return EQUAL_AMOUNT;
    return compareAmounts(amount, [['amount', invoice.amount]], toleranceOf(tolerances, unit), BY_IDENT);
  }
  if (actual === null) {
    // What was paid is another amount that the API does not give: an unequal one proves no difference.
    return sameAmount(amount, invoice.amount) ? EQUAL_AMOUNT : UNCOMPARED;
  }
  const candidates: Candidates = [
    ['adjustment.actual_amount_fiat', actual],
    ['amount', invoice.amount],
  ];
  return compareAmounts(amount, candidates, toleranceOf(tolerances, unit), BY_IDENT);
}

function creditedVerdict(
  { amount, unit }: ComparedOrder,
  invoice: ComparedInvoice,
  tolerances: Tolerances,
): MatchVerdict {
  if (!sameUnit(unit, CREDIT_TOKEN)) return OTHER_CURRENCY.settled;
  const { settledUsdt } = invoice;
  if (settledUsdt === null) return UNCOMPARED;
  return compareAmounts(amount, [['settled_amount_usdt', settledUsdt]], toleranceOf(tolerances, unit), BY_IDENT);
}

const EQUAL_AMOUNT = equalVerdict('id-and-amount', 'amount');
const UNCOMPARED = plainVerdict('not-compared', 'id');
const OTHER_CURRENCY = {
  amount: { outcome: 'currency-differs', pass: 'id', against: 'amount', delta: null },
  settled: { outcome: 'currency-differs', pass: 'id', against: 'settled_amount_usdt', delta: null },
} as const satisfies Readonly<Record<string, MatchVerdict>>;

/** An entry's unit is in upper case; the API's word may not be. */
export function sameUnit(unit: string, word: string): boolean {
  return unit === word || unit === word.toUpperCase();
}
