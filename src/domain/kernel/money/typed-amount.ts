// An amount as a person types it: with a point or a comma for the decimals, with spaces, points, commas or apostrophes between thousands. What can be
// read in one way only is read; what can be read in two is given back as both. Nothing is rounded. Pure.
import { type NumberWriting, PLAIN_WRITING } from '../text/writing.ts';
import { isMoney } from './notation.ts';

export type TypedAmount =
  /** In the notation of the API: digits, and a point before the decimals, as many as were typed. */
  | { readonly kind: 'amount'; readonly amount: string }
  /** "1,234": a thousand and more in one country, one and a bit in another. First what it is in the writing that was chosen. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'none' };

const NONE: TypedAmount = { kind: 'none' };

/**
 * Reads a typed amount. The decimal mark of the writing, once and alone, always stands before decimals; of the other mark before three digits
 * nobody can know.
 */
export function readTypedAmount(text: string, numbers: NumberWriting = PLAIN_WRITING.numbers): TypedAmount {
  const { decimal, group } = numbers;
  const plain = (/^[.,' ]?$/.test(group) ? text : text.replaceAll(group, ' '))
    .trim()
    .replace(/^\u2212/, '-')
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
    .replaceAll('\u2019', "'");
  const sign = plain.startsWith('-') ? '-' : '';
  const digits = plain.slice(sign.length);
  if (!/^[\d.,' ]+$/.test(digits)) return NONE;
  const [, left = '', right = ''] = (decimal === ',' ? ONE_POINT : ONE_COMMA).exec(digits) ?? [];
  if (left !== '') {
    const [many, few] = [`${sign}${left}${right}`, `${sign}${left}.${right}`];
    // Where neither mark parts thousands, a point is what the API writes.
    const isThousands = decimal !== ',' || group === '.';
    return { kind: 'ambiguous', readings: isThousands ? [many, few] : [few, many] };
  }
  const amount = amountOf(digits, decimalAt(digits));
  return amount === null || !isMoney(`${sign}${amount}`) ? NONE : { kind: 'amount', amount: `${sign}${amount}` };
}

/** One mark and nothing else, where it may part thousands as well as decimals. */
const ONE_COMMA = /^([1-9]\d{0,2}),(\d{3})$/;
const ONE_POINT = /^([1-9]\d{0,2})\.(\d{3})$/;

/** Where the decimals begin; -1 where there are none. A mark that comes twice, or before another one, parts thousands. */
function decimalAt(digits: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  return last >= 0 && digits.indexOf(digits.charAt(last)) === last ? last : -1;
}

function amountOf(digits: string, decimal: number): string | null {
  const fraction = decimal < 0 ? '' : digits.slice(decimal + 1);
  const whole = withoutThousands(decimal < 0 ? digits : digits.slice(0, decimal));
  if (whole === null || !/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return null;
  const significant = whole.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? significant : `${significant}.${fraction}`;
}

/** One mark, the same each time, before each three digits; or, of lakh and crore, before each two and the last three. */
function withoutThousands(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const mark = /\D/.exec(whole)?.[0] ?? '';
  const [first = '', ...groups] = whole.split(mark);
  const isGrouped =
    (/^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))) ||
    (/^[1-9]\d?$/.test(first) &&
      groups.slice(0, -1).every((group) => /^\d{2}$/.test(group)) &&
      /^\d{3}$/.test(groups.at(-1) ?? ''));
  return isGrouped ? [first, ...groups].join('') : null;
}
