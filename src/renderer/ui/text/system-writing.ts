/**
 * How the system writes numbers and days, as far as the runtime knows: by the locales of its formats where the shell names them, else by the
 * language of the window. What the runtime says in another form than these (other digits, a calendar of its own) is not taken over.
 */
import { PLAIN_WRITING, type Writing } from '../../../domain/kernel/text/writing.ts';

export interface SystemFormats {
  /** Of numbers, BCP 47; what is no locale counts as absent. */
  readonly numbers?: string | undefined;
  readonly days?: string | undefined;
}

/** The first of them that the runtime has formats for. */
function known(...locales: readonly (string | undefined)[]): string | undefined {
  return locales.find((locale) => {
    try {
      return locale !== undefined && Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
    } catch {
      return false;
    }
  });
}

export function systemWriting(formats: SystemFormats, language: string): Writing {
  const [ofNumbers, ofDays] = [known(formats.numbers, language), known(formats.days, language)];
  return {
    numbers: ofNumbers === undefined ? PLAIN_WRITING.numbers : numbersOf(ofNumbers),
    days: ofDays === undefined ? PLAIN_WRITING.days : daysOf(ofDays),
    weekStart: ofDays === undefined ? PLAIN_WRITING.weekStart : weekStartOf(ofDays),
  };
}

function numbersOf(locale: string): Writing['numbers'] {
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const partsOf = (value: number) => format.formatToParts(value);
  const [parts, four] = [partsOf(12_345_678.5), partsOf(1234)];
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '';
  const group = parts.find(({ type }) => type === 'group')?.value ?? '';
  if ((decimal !== '.' && decimal !== ',') || group === decimal || /[\d-]/.test(group) || group.length > 1)
    return PLAIN_WRITING.numbers;
  const wholes = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  const size = wholes.at(-2) === 2 ? 2 : 3;
  return { decimal, group, size, least: four.some(({ type }) => type === 'group') ? 4 : 5 };
}

const MARKS = ['-', '.', '/'] as const;

function daysOf(locale: string): Writing['days'] {
  const format = new Intl.DateTimeFormat(locale, {
    numberingSystem: 'latn',
    calendar: 'gregory',
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = format.formatToParts(Date.UTC(2026, 10, 21));
  const order = parts.flatMap(({ type }) => (ORDERED.test(type) ? [type.charAt(0)] : [])).join('');
  const between = parts
    .filter(({ type }, at) => at > 0 && type === 'literal')
    // Marks of direction stand beside those of Arabic.
    .map(({ value }) => value.replaceAll(/[\s\u200e\u200f]/g, ''))
    .find((one) => one !== '');
  const mark = MARKS.find((one) => one === between);
  if (mark === undefined || (order !== 'ymd' && order !== 'dmy' && order !== 'mdy')) return PLAIN_WRITING.days;
  return { order, mark };
}

const ORDERED = /^(year|month|day)$/;

/** Newer runtimes have a method, those before them a property; the week of neither begins on Monday. */
function weekStartOf(name: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => unknown; weekInfo?: unknown } = new Intl.Locale(name);
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  const first = typeof info === 'object' && info !== null && 'firstDay' in info ? info.firstDay : undefined;
  return typeof first === 'number' ? first % 7 : PLAIN_WRITING.weekStart;
}
