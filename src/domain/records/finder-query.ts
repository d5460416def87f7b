// What somebody means who types into the finder: an amount with or without its currency, days, and the rest as text.
import { currencyDecimals } from '../kernel/money/parts.ts';
import { takeDays, type TypedDays } from '../kernel/time/typed-days.ts';
import { readTypedAmount } from '../kernel/money/typed-amount.ts';
import { type NumberWriting, PLAIN_WRITING, type Writing } from '../kernel/text/writing.ts';

export interface FinderQuery {
  /** Exact, in the notation of the API; null where none was typed. */
  readonly amount: string | null;
  /** A whole number that stands alone is more often a part of an id. */
  readonly isAmountSure: boolean;
  readonly currency: string | null;
  readonly days: TypedDays | null;
  /** What is left: a part of an id, a customer, a purpose. */
  readonly text: string;
}

const MAX_CHARACTERS = 256;

/** `today`: the day of the zone in which the person lives ("2026-11-23"). */
export function readFinderQuery(
  typed: string,
  today: string,
  { days: { order }, numbers }: Writing = PLAIN_WRITING,
): FinderQuery {
  const plain = typed.slice(0, MAX_CHARACTERS).replace(/\s+/g, ' ').trim();
  const { found: days, rest } = takeDays(plain, today, order);
  const taken = takeAmount(rest, numbers);
  if (taken === null) return { amount: null, isAmountSure: false, currency: null, days, text: rest };
  const { amount, currency, isWhole } = taken;
  const isAlone = isWhole && currency === null && days === null;
  // A whole number beside other words is more often a part of what they name.
  if (isAlone && taken.rest !== '') return { amount: null, isAmountSure: false, currency: null, days, text: rest };
  return { amount, isAmountSure: !isAlone, currency, days, text: isAlone ? rest : taken.rest };
}

interface TakenAmount {
  readonly amount: string;
  readonly currency: string | null;
  readonly isWhole: boolean;
  readonly rest: string;
}

/** A number by itself, with a code before or behind it: "49.90", "49,90 eur", "EUR 1 234,50". */
const AMOUNT =
  /(?<!\S)(?:([a-z]{3,4}) ?)?(\d{1,3}(?:[ '’.,]\d{3})+(?:[.,]\d{1,8})?|\d+(?:[.,]\d{1,8})?)(?: ?([a-z]{3,4}))?(?!\S)/gi;

function takeAmount(text: string, numbers: NumberWriting): TakenAmount | null {
  for (const match of text.matchAll(AMOUNT)) {
    const [all, first = '', digits = '', last = ''] = match;
    const read = readTypedAmount(digits, numbers);
    const amount = read.kind === 'amount' ? read.amount : read.kind === 'ambiguous' ? read.readings[0] : null;
    if (amount === null) continue;
    const [lead, tail] = [codeOf(first), codeOf(last)];
    // A word beside the number that is no currency is looked for as text.
    const words = [lead === null ? first : '', tail === null ? last : ''];
    const rest = `${text.slice(0, match.index)} ${words[0]} ${words[1]} ${text.slice(match.index + all.length)}`;
    return {
      amount,
      currency: lead ?? tail,
      isWhole: /^\d+$/.test(digits),
      rest: rest.replace(/\s+/g, ' ').trim(),
    };
  }
  return null;
}

function codeOf(word: string): string | null {
  const code = word.toUpperCase();
  return currencyDecimals(code) === null ? null : code;
}
