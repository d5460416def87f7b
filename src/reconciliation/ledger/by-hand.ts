// Matches that a person made: one entry that is several records, or several that are one (MATCH-25, MATCH-26).
import type { AmountField } from '../../domain/ledger/entry.ts';
import { type AmountMeaning, toleranceOf, type Tolerances } from '../../domain/ledger/import.ts';
import type { MoneyStanding, OrderLine, WithdrawalToMatch } from '../../domain/ledger/match.ts';
import { sumMoney } from '../../domain/kernel/money/money.ts';
import { CREDIT_TOKEN } from '../../domain/period/statement.ts';
import type { Stand } from './standings.ts';
import {
  compareAmounts,
  type ComparedInvoice,
  ORDER_TABLE,
  type Passes,
  plainVerdict,
  sameUnit,
  type MatchVerdict,
  withdrawalMoney,
} from './verdicts.ts';

const BY_HAND: Passes = { equal: 'by-hand', tolerated: 'by-hand', differs: 'by-hand' };

export interface HandOrder extends Pick<OrderLine, 'amount' | 'unit' | 'status'> {
  readonly meaning: AmountMeaning;
}
export interface HandInvoice extends ComparedInvoice {
  readonly uuid: string;
}
export type HandLine = Pick<OrderLine, 'amount' | 'unit'>;
export type HandWithdrawal = Pick<WithdrawalToMatch, 'uuid' | 'status' | 'token' | 'amount' | 'amountToSend'>;

/** Both sides of a match; `missing` are records that the mirror does not have. */
interface Sides<Entry, Record> {
  /** In the order of their files. */
  readonly entries: readonly Entry[];
  readonly records: readonly Record[];
  readonly missing: readonly string[];
  readonly tolerances: Tolerances;
}

export interface HandStand extends Stand {
  /** What is found in the whole match is found in the first of its entries alone. */
  readonly isFound: boolean;
}

/** Where each of the entries stands, in their order. */
export function ordersByHand(sides: Sides<HandOrder, HandInvoice>): readonly HandStand[] {
  const money = moneyOf(sides.records.map(({ money }) => money));
  const whole = wholeVerdict(sides, () => orderSums(sides));
  return inTurn(sides, whole, ({ status }) => {
    const agreed = ORDER_TABLE[status][money];
    return agreed === null ? null : plainVerdict(agreed, 'by-hand');
  });
}

/** The same of lines of a wallet, whichever way they say the money went: a person has looked at them. */
export function walletByHand(sides: Sides<HandLine, HandWithdrawal>): readonly HandStand[] {
  const money = moneyOf(sides.records.map(({ status }) => withdrawalMoney(status)));
  const whole = wholeVerdict(sides, () => walletSums(sides));
  return inTurn(sides, whole, () => {
    if (money === 'paid') return null;
    return plainVerdict(money === 'open' ? 'expected' : 'missing-here', 'by-hand');
  });
}

function moneyOf(standings: readonly MoneyStanding[]): MoneyStanding {
  if (standings.includes('open')) return 'open';
  return standings.includes('paid') ? 'paid' : 'unpaid';
}

/** Each entry's own verdict where `own` has one, else that of the whole, whose difference is the first's alone. */
function inTurn<Entry, Found extends { readonly uuid: string }>(
  { entries, records, missing }: Sides<Entry, Found>,
  whole: MatchVerdict,
  own: (entry: Entry) => MatchVerdict | null,
): readonly HandStand[] {
  const recordUuid = [...records.map(({ uuid }) => uuid), ...missing].toSorted()[0] ?? null;
  if (missing.length > 0 || records.length === 0) {
    return entries.map(() => ({ verdict: plainVerdict('missing-here', 'by-hand'), recordUuid, isFound: true }));
  }
  const owns = entries.map(own);
  const first = owns.indexOf(null);
  return owns.map((verdict, at) => {
    if (verdict !== null) return { verdict, recordUuid, isFound: true };
    const isFirst = at === first;
    return { verdict: isFirst ? whole : withoutDifference(whole), recordUuid, isFound: isFirst };
  });
}

/** Equal is equal for every entry; a difference that stands elsewhere is none here. */
function withoutDifference(whole: MatchVerdict): MatchVerdict {
  return whole.delta === null || whole.outcome === 'matched' ? whole : { ...whole, delta: null };
}

interface Sums {
  readonly unit: string;
  readonly amount: string;
  readonly candidates: readonly (readonly [AmountField, string])[];
}

function wholeVerdict<Entry, Found>(
  { tolerances }: Sides<Entry, Found>,
  sums: () => Sums | MatchVerdict,
): MatchVerdict {
  const found = sums();
  if ('outcome' in found) return found;
  return compareAmounts(found.amount, found.candidates, toleranceOf(tolerances, found.unit), BY_HAND);
}

function orderSums({ entries, records }: Sides<HandOrder, HandInvoice>): Sums | MatchVerdict {
  const [unit = '', meaning = 'ordered'] = [entries[0]?.unit, entries[0]?.meaning];
  const paid = records.filter(({ money }) => money === 'paid');
  const isOneUnit = entries.every((entry) => entry.unit === unit && entry.meaning === meaning);
  const field = meaning === 'credited' ? 'settled_amount_usdt' : 'amount';
  const isOurs =
    meaning === 'credited' ? unit === CREDIT_TOKEN : paid.every(({ currency }) => sameUnit(unit, currency));
  if (!isOneUnit || !isOurs) return otherUnit(field);
  const amount = sumMoney(entries.map((entry) => entry.amount));
  if (meaning === 'credited') {
    const settled = known(paid.map(({ settledUsdt }) => settledUsdt));
    return settled === null
      ? plainVerdict('not-compared', 'by-hand')
      : { unit, amount, candidates: [[field, sumMoney(settled)]] };
  }
  const ordered = sumMoney(paid.map((record) => record.amount));
  const actual = known(paid.map((record) => (record.actualFiat === undefined ? record.amount : record.actualFiat)));
  const isAdjusted = paid.some(({ actualFiat }) => actualFiat !== undefined);
  if (!isAdjusted) return { unit, amount, candidates: [['amount', ordered]] };
  if (actual === null) {
    // What was paid is not told: an unequal sum proves no difference.
    const verdict = compareAmounts(amount, [['amount', ordered]], undefined, BY_HAND);
    return verdict.outcome === 'matched' ? verdict : plainVerdict('not-compared', 'by-hand');
  }
  return {
    unit,
    amount,
    candidates: [
      ['adjustment.actual_amount_fiat', sumMoney(actual)],
      ['amount', ordered],
    ],
  };
}

function walletSums({ entries, records }: Sides<HandLine, HandWithdrawal>): Sums | MatchVerdict {
  const unit = entries[0]?.unit ?? '';
  const sent = records.filter(({ status }) => withdrawalMoney(status) === 'paid');
  const isOneUnit = entries.every((entry) => entry.unit === unit);
  if (!isOneUnit || !sent.every(({ token }) => token === null || sameUnit(unit, token)))
    return otherUnit('amount_to_send');
  return {
    unit,
    amount: sumMoney(entries.map((entry) => entry.amount)),
    candidates: [
      ['amount_to_send', sumMoney(sent.map(({ amount, amountToSend }) => amountToSend ?? amount))],
      ['withdrawal.amount', sumMoney(sent.map(({ amount }) => amount))],
    ],
  };
}

function otherUnit(against: AmountField): MatchVerdict {
  return { outcome: 'currency-differs', pass: 'by-hand', against, delta: null };
}

/** Null when one of them is not told. */
function known(amounts: readonly (string | null)[]): readonly string[] | null {
  const told = amounts.filter((amount) => amount !== null);
  return told.length === amounts.length ? told : null;
}
