/**
 * How numbers and days are written for people. Texts of the engine, of closes, manifests and the automation interface are always in the plain
 * writing; what a window shows is in the one that was chosen for it (renderer/ui/text/writing). Pure: a number stays the text that it is.
 */

export interface NumberWriting {
  /** Before the decimals: a point, a comma, or what a country has. */
  readonly decimal: string;
  /** Between groups of digits; empty where none are parted. */
  readonly group: string;
  /** Digits of a group left of the last three: two where lakh and crore are counted. */
  readonly size: 2 | 3;
  /** The fewest digits of a whole part that is grouped: five where "1234" stays as it is. */
  readonly least: number;
}

export const DAY_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];
export const DAY_MARKS = ['-', '.', '/'] as const;

export interface DayWriting {
  readonly order: DayOrder;
  readonly mark: (typeof DAY_MARKS)[number];
}

export interface Writing {
  readonly numbers: NumberWriting;
  readonly days: DayWriting;
  /** 0 is Sunday. */
  readonly weekStart: number;
}

export const PLAIN_WRITING: Writing = {
  numbers: { decimal: '.', group: ',', size: 3, least: 4 },
  days: { order: 'ymd', mark: '-' },
  weekStart: 1,
};

/** "12,34,567" of the digits of a whole part. */
function groupWhole(digits: string, { group, size, least }: NumberWriting): string {
  if (group === '' || digits.length < least || digits.length < 4) return digits;
  const head = digits.slice(0, -3);
  const ends = new RegExp(`\\B(?=(\\d{${size}})+$)`, 'g');
  return `${head.replace(ends, group)}${group}${digits.slice(-3)}`;
}

/** The sign of a plain decimal ("-1234.5"), its whole part grouped, and its decimals. */
export function groupDecimal(
  text: string,
  numbers: NumberWriting,
): { readonly sign: '' | '-'; readonly whole: string; readonly fraction: string } {
  const sign = text.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = text.slice(sign.length).split('.');
  return { sign, whole: groupWhole(whole, numbers), fraction };
}

/** The same as one text, with the mark before the decimals. */
export function writeDecimal(text: string, numbers: NumberWriting): string {
  const { sign, whole, fraction } = groupDecimal(text, numbers);
  return `${sign}${whole}${fraction === '' ? '' : `${numbers.decimal}${fraction}`}`;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/;

/** A text that begins with a day ("2026-11-21", "2026-11-21 14:03:09") with the day as it is written; another text as it came. */
export function writeDay(text: string, { order, mark }: DayWriting): string {
  return text.replace(DAY, (_, year: string, month: string, day: string) =>
    (order === 'ymd' ? [year, month, day] : order === 'dmy' ? [day, month, year] : [month, day, year]).join(mark),
  );
}
