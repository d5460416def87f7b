// Amounts and their currencies as people and spreadsheets write them, as exact decimal text: the marks of the format and no others,
// thousands where they belong, a minus in any of its places. Nothing is rounded and nothing is guessed.
import { type DecimalMark, isUnitCode, type RejectReason, type ThousandsMark } from '../../../domain/ledger/import.ts';
import { MAX_MONEY_LENGTH } from '../../../domain/kernel/money/money.ts';
import { refusal } from './row/columns.ts';

const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const POINT = 0x2e;

/** The signs of currencies, and every code that they stand for. */
const SIGNS: readonly (readonly [sign: string, codes: readonly string[]])[] = [
  ['€', ['EUR']],
  ['$', ['USD', 'USDT', 'USDC', 'AUD', 'CAD', 'NZD', 'HKD', 'SGD', 'MXN', 'ARS', 'CLP', 'COP']],
  ['US$', ['USD', 'USDT', 'USDC']],
  ['£', ['GBP']],
  ['¥', ['JPY', 'CNY']],
  ['₽', ['RUB']],
  ['РУБ', ['RUB']],
  ['РУБ.', ['RUB']],
  ['ZŁ', ['PLN']],
  ['₴', ['UAH']],
  ['₸', ['KZT']],
  ['₹', ['INR']],
  ['₺', ['TRY']],
  ['₿', ['BTC']],
  ['₮', ['USDT', 'MNT']],
  ['KČ', ['CZK']],
  ['FT', ['HUF']],
  ['KR', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['KR.', ['DKK']],
  ['R$', ['BRL']],
  ['₩', ['KRW']],
  ['฿', ['THB']],
  ['₫', ['VND']],
  ['₦', ['NGN']],
  ['₼', ['AZN']],
  ['₾', ['GEL']],
  ['FR.', ['CHF']],
  ['LEI', ['RON', 'MDL']],
];
const CODES_OF_SIGN: ReadonlyMap<string, readonly string[]> = new Map(SIGNS);

/** The codes that a sign stands for, in any case; null: it is no sign. */
export function codesOfSign(sign: string): readonly string[] | null {
  return CODES_OF_SIGN.get(sign.toUpperCase()) ?? null;
}

/** True when the text is a currency's code or its sign. */
function isOfUnit(text: string, unit: string): boolean {
  const upper = text.toUpperCase();
  return upper === unit || (codesOfSign(upper)?.includes(unit) ?? false);
}

const EXPONENT = /^\d+(?:[.,]\d*)?e[+-]?\d+$/i;
const SPACES = /[\s\u00a0\u2000-\u200a\u202f]/;
const EACH_SPACE = /[\s\u00a0\u2000-\u200a\u202f]/g;
/** Hyphen, minus, en dash and small hyphen are all typed for it. */
const EACH_SIGN = /[-+\u2212\u2013\ufe63\uff0d]/g;
const NO_SIGN = /[^-+\u2212\u2013\ufe63\uff0d]/g;

export type AmountFault = Extract<RejectReason, 'not-an-amount' | 'not-exact'>;

export class AmountReader {
  readonly #decimal: DecimalMark;
  readonly #thousands: ThousandsMark;
  /** Why the last text was none. */
  fault: AmountFault = 'not-an-amount';

  constructor(decimal: DecimalMark, thousands: ThousandsMark) {
    this.#decimal = decimal;
    // One mark cannot be both.
    this.#thousands = thousands === decimal ? '' : thousands;
  }

  /**
   * The canonical text of the amount, with its minus; null when it is none. A sign or code of a currency beside it has to be that of `unit`,
   * which is in upper case.
   */
  read(text: string, unit: string): string | null {
    const plain = plainAmount(text);
    if (plain !== null && (this.#decimal === '.' || !text.includes('.'))) return plain;
    return this.#written(text.trim(), unit);
  }

  #written(text: string, unit: string): string | null {
    this.fault = 'not-an-amount';
    if (text.length > 2 * MAX_MONEY_LENGTH) return null;
    const inBrackets = text.startsWith('(') && text.endsWith(')');
    const parts = partsOf(inBrackets ? text.slice(1, -1) : text);
    if (parts === null || (parts.name !== '' && !isOfUnit(parts.name, unit))) return null;
    if (inBrackets && parts.sign !== '') return null;
    if (EXPONENT.test(parts.core)) {
      // What a spreadsheet writes so has lost its last digits, and nothing tells whether they were any.
      this.fault = 'not-exact';
      return null;
    }
    const digits = this.#digits(parts.core);
    return digits === null ? null : canonical(digits, inBrackets || (parts.sign !== '' && parts.sign !== '+'));
  }

  /** The digits with a point as decimal mark; null when the marks are not where they belong. */
  #digits(text: string): string | null {
    const mark = text.indexOf(this.#decimal);
    const whole = mark < 0 ? text : text.slice(0, mark);
    const fraction = mark < 0 ? '' : text.slice(mark + 1);
    if (!isDigits(fraction) || (mark >= 0 && fraction === '' && whole === '')) return null;
    const joined = this.#withoutThousands(whole);
    if (joined === null || (joined === '' && fraction === '')) return null;
    if (joined.length + fraction.length >= MAX_MONEY_LENGTH - 1) {
      this.fault = 'not-exact';
      return null;
    }
    return fraction === '' ? joined : `${joined}.${fraction}`;
  }

  #withoutThousands(whole: string): string | null {
    if (isDigits(whole)) return whole;
    if (this.#thousands === '') return null;
    const groups = this.#thousands === ' ' ? whole.split(SPACES) : whole.replaceAll('’', "'").split(this.#thousands);
    const [first = '', ...others] = groups;
    // "0.123" with a point for thousands is no 123: nobody writes a group that begins with a zero before others, so the marks are other ones.
    if (first === '' || first.startsWith('0')) return null;
    if (!others.every(isDigits) || !isDigits(first) || others.at(-1)?.length !== 3) return null;
    const middle = others.slice(0, -1);
    const isThrees = first.length <= 3 && middle.every(({ length }) => length === 3);
    // Lakh and crore.
    const isTwos = first.length <= 2 && middle.length > 0 && middle.every(({ length }) => length === 2);
    return isThrees || isTwos ? groups.join('') : null;
  }
}

/** Canonical text of digits with at most one point and a minus before them, as most files have it; null for any other text. */
function plainAmount(text: string): string | null {
  const { length } = text;
  if (length === 0 || length >= MAX_MONEY_LENGTH) return null;
  const isNegative = text.charCodeAt(0) === MINUS;
  const from = isNegative ? 1 : 0;
  let point = -1;
  for (let at = from; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) continue;
    if (code !== POINT || point >= 0) return null;
    point = at;
  }
  const whole = point < 0 ? length : point;
  if (whole === from || point === length - 1) return null;
  const isCanonical =
    (point < 0 || text.charCodeAt(length - 1) !== ZERO) && (text.charCodeAt(from) !== ZERO || whole === from + 1);
  if (isCanonical && !(isNegative && length === 2 && text.charCodeAt(1) === ZERO)) return text;
  return canonical(text.slice(from), isNegative);
}

/** Without needless zeros; zero has no sign. */
function canonical(digits: string, isNegative: boolean): string {
  const point = digits.indexOf('.');
  let [whole, fraction] = point < 0 ? [digits, ''] : [digits.slice(0, point), digits.slice(point + 1)];
  whole = whole.replace(/^0+(?=\d)/, '');
  while (fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  if (whole === '') whole = '0';
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return isNegative && text !== '0' ? `-${text}` : text;
}

function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

interface Parts {
  readonly sign: string;
  readonly core: string;
  readonly name: string;
}

/** The text from its first digit to its last, or to a mark behind it, and what stands around it; null when there is more than one sign or name, or no digit. */
function partsOf(text: string): Parts | null {
  const first = text.search(/\d/);
  if (first < 0) return null;
  // ".5"
  const from = first > 0 && /[.,]/.test(text.charAt(first - 1)) ? first - 1 : first;
  let to = text.length;
  while (!/\d/.test(text.charAt(to - 1))) to -= 1;
  // "5.", but not "5.-", which is no less than nothing.
  if (to === text.length - 1 && /[.,]/.test(text.charAt(to))) to += 1;
  const around = [text.slice(0, from), text.slice(to)].map((side) => side.replaceAll(EACH_SPACE, ''));
  const names = around.map((side) => side.replaceAll(EACH_SIGN, ''));
  const sign = around.join('').replaceAll(NO_SIGN, '');
  if (sign.length > 1 || names.every((name) => name !== '')) return null;
  return { sign, core: text.slice(from, to), name: names.join('') };
}

/** No business has more currencies and tokens: the column was misunderstood. */
const MOST_UNITS = 1000;

/** The code that a text names; null when it names none. A sign is no code, though it may look like one ("Ft"): it names what it alone stands for. */
export function unitOf(text: string): string | null {
  const upper = text.trim().toUpperCase();
  const codes = codesOfSign(upper);
  if (codes !== null) return codes.length === 1 ? (codes[0] ?? null) : null;
  return isUnitCode(upper) ? upper : null;
}

export class UnitReader {
  readonly #otherwise: string | null;
  readonly #known = new Map<string, string | null>();
  readonly #units = new Set<string>();
  /** Why the last text was none. */
  fault: Extract<RejectReason, 'no-unit' | 'not-a-unit'> = 'no-unit';

  /** `otherwise`: where a row does not say it. */
  constructor(otherwise: string | null) {
    this.#otherwise = otherwise === null ? null : unitOf(otherwise);
  }

  /** The code; null when there is none. Throws FailureError `file-refused` when the file has more than any business. */
  read(text: string): string | null {
    let unit = this.#known.get(text);
    if (unit === undefined) {
      unit = text.trim() === '' ? this.#otherwise : unitOf(text);
      if (this.#known.size < MOST_UNITS) this.#known.set(text, unit);
      if (unit !== null) this.#units.add(unit);
      if (this.#units.size > MOST_UNITS) throw refusal('mapping-incomplete', `More than ${MOST_UNITS} currencies.`);
    }
    if (unit === null) this.fault = text.trim() === '' ? 'no-unit' : 'not-a-unit';
    return unit;
  }
}
