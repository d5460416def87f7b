// Entries of the merchant's own books in words: where one stands and why, by which pass, held against what.
import type {
  AmountField,
  Entry,
  HandMatchRefusal,
  MatchOutcome,
  MatchPass,
  OrderStatus,
  SourceKind,
} from '../../domain/ledger/entry.ts';
import { isExactDecimal } from '../../domain/kernel/money/money.ts';
import { plainText } from '../../domain/kernel/text/plain-text.ts';
import { groupedAmount } from '../ui/text/writing.ts';
import type { Tone } from './status-badge.tsx';

interface OutcomeWords {
  readonly name: string;
  readonly meaning: string;
  readonly tone: Tone;
  /** Both sides agree, or nothing is wrong yet: nobody has to look at it. */
  readonly isInOrder: boolean;
}

/** What each outcome is called. `name` alone fits both kinds of books but for `missing-here` (outcomeName). */
export const OUTCOME_WORDS: Readonly<Record<MatchOutcome, OutcomeWords>> = {
  matched: { name: 'Matched', meaning: 'Both sides agree.', tone: 'good', isInOrder: true },
  'within-tolerance': {
    name: 'Within tolerance',
    meaning: 'The amounts differ by no more than the tolerance that is named for the currency.',
    tone: 'good',
    isInOrder: true,
  },
  expected: {
    name: 'Expected',
    meaning: 'The record is still pending: nothing is wrong yet.',
    tone: 'notice',
    isInOrder: true,
  },
  'not-compared': {
    name: 'Not compared',
    meaning:
      'Nothing can be said of it: money that went out of the wallet, or a record without an amount to hold it against.',
    tone: 'quiet',
    isInOrder: true,
  },
  'amount-differs': {
    name: 'Amount differs',
    meaning: 'Both sides have it, with different amounts.',
    tone: 'warn',
    isInOrder: false,
  },
  'currency-differs': {
    name: 'Currency differs',
    meaning: 'Both sides have it, in different currencies, so the amounts cannot be compared.',
    tone: 'warn',
    isInOrder: false,
  },
  'missing-here': {
    name: 'Missing here',
    meaning: 'Your ledger has it, and the records have nothing that it is.',
    tone: 'warn',
    isInOrder: false,
  },
  duplicate: {
    name: 'Duplicate',
    meaning: 'The same record stands in these books before; only the first entry is compared.',
    tone: 'warn',
    isInOrder: false,
  },
  replaced: {
    name: 'Replaced',
    meaning: 'It is kept as history: of an order holds what the newest file says.',
    tone: 'quiet',
    isInOrder: true,
  },
  'fulfilled-not-paid': {
    name: 'Fulfilled, not paid',
    meaning: 'Your ledger says that it was fulfilled, and it was not paid.',
    tone: 'bad',
    isInOrder: false,
  },
  'paid-not-fulfilled': {
    name: 'Paid, not fulfilled',
    meaning: 'It was paid, and your ledger has it as open or cancelled.',
    tone: 'bad',
    isInOrder: false,
  },
};

/** The outcomes in the order of a screen: what needs nobody first, then what somebody has to look at. */
export const OUTCOMES_ON_SCREEN = [
  'matched',
  'within-tolerance',
  'expected',
  'not-compared',
  'replaced',
  'amount-differs',
  'currency-differs',
  'missing-here',
  'duplicate',
  'fulfilled-not-paid',
  'paid-not-fulfilled',
] as const satisfies readonly MatchOutcome[];

/** What an entry is called that no run has looked at. */
export const NOT_LOOKED_AT = 'Not looked at yet';

/** The name of where an entry stands; null before any run has looked at it. */
export function outcomeName(outcome: MatchOutcome | null, kind: SourceKind): string {
  if (outcome === null) return NOT_LOOKED_AT;
  if (outcome !== 'missing-here') return OUTCOME_WORDS[outcome].name;
  return kind === 'orders' ? 'No such invoice' : 'No such withdrawal';
}

export const PASS_WORDS: Readonly<Record<MatchPass, { readonly name: string; readonly meaning: string }>> = {
  'by-hand': { name: 'by hand', meaning: 'A person said that they belong together.' },
  'id-and-amount': { name: 'id and amount', meaning: 'The same id, and the same amount to the last digit.' },
  id: { name: 'id', meaning: 'The same id; the amounts were not needed for it.' },
  tolerance: { name: 'id, within tolerance', meaning: 'The same id, and an amount within the tolerance.' },
  'tx-hash': { name: 'transaction hash', meaning: 'The same transaction hash.' },
  'address-amount-time': {
    name: 'address, amount, time',
    meaning: 'The same address and amount, and no other withdrawal nearer in time; at most 48 hours apart.',
  },
};

export const AGAINST_WORDS: Readonly<Record<AmountField, string>> = {
  amount: 'the ordered amount',
  'adjustment.actual_amount_fiat': 'what was actually paid, by the adjustment',
  settled_amount_usdt: 'the net USDT',
  amount_to_send: 'the amount to be sent',
  'withdrawal.amount': 'the amount withdrawn, before the network fee',
};

/** What the merchant's books say of an order. */
const ORDER_STATUS_WORDS: Readonly<Record<OrderStatus, string>> = {
  fulfilled: 'fulfilled',
  unfulfilled: 'not fulfilled',
  cancelled: 'cancelled',
  unknown: 'not said',
};

type Told = Pick<Entry, 'outcome' | 'pass' | 'kind' | 'delta' | 'unit' | 'status' | 'statusText'>;

/** Why an entry stands where it stands, in the row's own figures: "0.50 EUR more than ours". */
export function whyWords(entry: Told): string {
  const { outcome, kind, delta, unit, pass } = entry;
  const record = kind === 'orders' ? 'the invoice' : 'the withdrawal';
  switch (outcome) {
    case null:
      return 'the next match looks at it';
    case 'matched':
      if (pass === 'by-hand') return 'the sums agree';
      return pass === 'id' && delta === null ? 'no money on either side' : 'to the last digit';
    case 'within-tolerance':
    case 'amount-differs':
      return delta === null ? `the amount of ${record} is not known` : differenceWords(delta, unit);
    case 'currency-differs':
      return `${record} is not in ${plainText(unit.slice(0, 16))}`;
    case 'missing-here':
      return kind === 'orders' ? 'no invoice has this id' : 'no approved withdrawal is it';
    case 'duplicate':
      return 'it stands in these books before';
    case 'replaced':
      return 'a later file says it otherwise';
    case 'expected':
      return `${record} is pending`;
    case 'fulfilled-not-paid':
      return 'the invoice was not paid';
    case 'paid-not-fulfilled':
      return `your ledger says ${saidWords(entry)}`;
    case 'not-compared':
      return kind === 'wallet' ? 'money that went out' : `${record} has no amount for it`;
  }
}

/** The file's own word where it has one. */
export function saidWords({ status, statusText }: Pick<Entry, 'status' | 'statusText'>): string {
  return statusText === null || statusText.trim() === ''
    ? ORDER_STATUS_WORDS[status]
    : `“${plainText(statusText.slice(0, 40))}”`;
}

/** "0.50 EUR more than ours", "0.01 EUR less than ours"; a difference is what the books have more than the record. */
function differenceWords(delta: string, unit: string): string {
  const isExact: boolean = isExactDecimal(delta);
  if (!isExact) return plainText(delta.slice(0, 40));
  const size = `${groupedAmount(delta.replace('-', ''))} ${plainText(unit.slice(0, 16))}`;
  return `${size} ${delta.startsWith('-') ? 'less' : 'more'} than ours`;
}

/** Why a match by hand was not made; `name` is what people call the entry or record it fails on. */
export const HAND_MATCH_REFUSAL_WORDS: Readonly<Record<HandMatchRefusal, (name: string | null) => string>> = {
  'entry-not-found': (name) =>
    `The entry${behind(name)} is not in the books any more; its import may have been undone.`,
  'record-not-found': (name) => `The mirror does not have the record${behind(name)}.`,
  taken: (name) => `It belongs to another match by hand already${behind(name)}. Take that one back first.`,
  'many-to-many': () => 'Several entries can be one record, or one entry several records; not both at once.',
  'other-currency': (name) => `Amounts of different currencies cannot be added up${behind(name)}.`,
  'other-source': (name) => `Entries of different sources cannot be matched as one${behind(name)}.`,
};

function behind(name: string | null): string {
  return name === null || name === '' ? '' : ` (${plainText(name.slice(0, 80))})`;
}
