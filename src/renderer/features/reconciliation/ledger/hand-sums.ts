// The two sums of a match by hand and what is between them, exact, and why it cannot be made as it is. Pure.
import { MAX_HAND_MATCH } from '../../../../domain/ledger/entry.ts';
import { addMoney, canonicalMoney, isExactDecimal } from '../../../../domain/kernel/money/money.ts';
import { countWords, groupedAmount, plainText } from '../../../ui/index.ts';
import { exactDifference } from './entry-view.ts';

/** One of either side. */
export interface Summand {
  readonly amount: string | null;
  readonly unit: string | null;
  /** False of a record by which no money came: it is in no sum. */
  readonly counts?: boolean;
}

type Summands = readonly Summand[];

export interface HandSum {
  /** Null while a side is empty, or holds what cannot be added up. */
  readonly yours: string | null;
  readonly ours: string | null;
  /** Yours − ours. */
  readonly difference: string | null;
  readonly unit: string | null;
  /** Why it cannot be made; null when it can. */
  readonly bar: string | null;
}

/** `records` in words: "invoice". */
export function handSum(entries: Summands, records: Summands, noun: string): HandSum {
  const units = new Set([...entries, ...records].map(({ unit }) => unit?.toUpperCase() ?? null));
  const [unit = null] = units;
  const isOne = units.size === 1 && unit !== null;
  const [yours, ours] = isOne ? [total(entries), total(records)] : [null, null];
  return {
    yours,
    ours,
    unit: isOne ? unit : null,
    difference: yours === null || ours === null ? null : exactDifference(yours, ours),
    bar: barOf(entries, records, units, noun),
  };
}

/** The exact sum in its one spelling; null of nothing, and of what is no amount. */
function total(summands: Summands): string | null {
  let sum: string | null = null;
  for (const { amount, counts = true } of summands) {
    if (!counts) continue;
    if (amount === null || !isExactDecimal(amount)) return null;
    sum = sum === null ? amount : addMoney(sum, amount);
  }
  return sum === null ? null : canonicalMoney(sum);
}

function barOf(entries: Summands, records: Summands, units: ReadonlySet<string | null>, noun: string): string | null {
  if (entries.length === 0) return 'Choose an entry first.';
  if (records.length === 0) return `Choose the ${noun} that ${entries.length === 1 ? 'it is' : 'they are'}.`;
  if (entries.length > 1 && records.length > 1) {
    return `Several entries can be one ${noun}, or one entry several; not both at once.`;
  }
  if (Math.max(entries.length, records.length) > MAX_HAND_MATCH) return `At most ${MAX_HAND_MATCH} on one side.`;
  const words = [...units].map((unit) => (unit === null ? 'an unnamed currency' : plainText(unit.slice(0, 16))));
  return units.size > 1 ? `${words.join(' and ')} do not add up.` : null;
}

/** "300 EUR − 299.5 EUR = 0.5 EUR", for those who hear it. */
export function sumWords({ yours, ours, difference, unit }: HandSum): string {
  if (yours === null || ours === null || difference === null || unit === null) return '';
  const of = plainText(unit.slice(0, 16));
  return difference === '0'
    ? `Both sides are ${groupedAmount(yours)} ${of}, to the last digit.`
    : `Yours ${groupedAmount(yours)}, ours ${groupedAmount(ours)}: ${groupedAmount(difference)} ${of} apart.`;
}

/** What several ids begin with alike, as the ids of parts of one order do; empty when that is too little to look for. */
export function commonBeginning(idents: readonly string[]): string {
  const [first = '', ...rest] = idents;
  let length = first.length;
  for (const ident of rest) {
    while (length > 0 && !ident.startsWith(first.slice(0, length))) length -= 1;
  }
  return length < MIN_BEGINNING ? '' : first.slice(0, length).replace(/[-_/. ]+$/, '');
}

const MIN_BEGINNING = 4;

/** "3 invoices" of the noun. */
export function nounWords(count: number, noun: string): string {
  return countWords(count, noun, `${noun}s`);
}
