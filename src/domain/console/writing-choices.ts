/** How numbers, days, weeks and CSV are to be written: what may be chosen, and what becomes of it on a system that writes in its own way. Pure. */
import type { CsvDialect } from '../kernel/text/spreadsheet-text.ts';
import type { DayWriting, NumberWriting, Writing } from '../kernel/text/writing.ts';

export const NUMBER_CHOICES = [
  'system',
  'comma-point',
  'point-comma',
  'space-comma',
  'apostrophe-point',
  'lakh',
] as const;
export type NumberChoice = (typeof NUMBER_CHOICES)[number];
export const DAY_CHOICES = ['system', 'iso', 'day-point', 'day-slash', 'month-slash'] as const;
export type DayChoice = (typeof DAY_CHOICES)[number];
export const WEEK_CHOICES = ['system', 'monday', 'sunday', 'saturday'] as const;
export type WeekChoice = (typeof WEEK_CHOICES)[number];
/** `numbers`: as numbers are written, a semicolon between cells where a comma stands before decimals. */
export const CSV_CHOICES = [
  'numbers',
  'comma-point',
  'semicolon-comma',
  'semicolon-point',
  'tab-point',
  'tab-comma',
] as const;
export type CsvChoice = (typeof CSV_CHOICES)[number];

/** What each choice writes, but for those that follow something else. */
type ByChoice<Choice extends string, Written> = Readonly<Record<Exclude<Choice, 'system' | 'numbers'>, Written>>;

const NUMBERS: ByChoice<NumberChoice, NumberWriting> = {
  'comma-point': { decimal: '.', group: ',', size: 3, least: 4 },
  'point-comma': { decimal: ',', group: '.', size: 3, least: 4 },
  'space-comma': { decimal: ',', group: '\u00a0', size: 3, least: 4 },
  'apostrophe-point': { decimal: '.', group: '’', size: 3, least: 4 },
  /** Lakh and crore. */
  lakh: { decimal: '.', group: ',', size: 2, least: 4 },
};

const DAYS: ByChoice<DayChoice, DayWriting> = {
  iso: { order: 'ymd', mark: '-' },
  'day-point': { order: 'dmy', mark: '.' },
  'day-slash': { order: 'dmy', mark: '/' },
  'month-slash': { order: 'mdy', mark: '/' },
};

const WEEKS: ByChoice<WeekChoice, number> = { monday: 1, sunday: 0, saturday: 6 };

const CSV: ByChoice<CsvChoice, CsvDialect> = {
  'comma-point': { separator: ',', decimal: '.' },
  'semicolon-comma': { separator: ';', decimal: ',' },
  'semicolon-point': { separator: ';', decimal: '.' },
  'tab-point': { separator: '\t', decimal: '.' },
  'tab-comma': { separator: '\t', decimal: ',' },
};

export interface WritingChoices {
  readonly numbers: NumberChoice;
  readonly days: DayChoice;
  readonly weekStart: WeekChoice;
  readonly csv: CsvChoice;
}

export const FIRST_CHOICES: WritingChoices = { numbers: 'system', days: 'system', weekStart: 'system', csv: 'numbers' };

/** What was chosen, on a system that writes so. */
export function writingOf(choices: Omit<WritingChoices, 'csv'>, system: Writing): Writing {
  const { numbers, days, weekStart } = choices;
  return {
    numbers: numbers === 'system' ? system.numbers : NUMBERS[numbers],
    days: days === 'system' ? system.days : DAYS[days],
    weekStart: weekStart === 'system' ? system.weekStart : WEEKS[weekStart],
  };
}

/** Of the files and the copied cells of a window that writes numbers so. */
export function dialectOf(choice: CsvChoice, { decimal }: NumberWriting): CsvDialect {
  if (choice !== 'numbers') return CSV[choice];
  return decimal === ',' ? CSV['semicolon-comma'] : CSV['comma-point'];
}
