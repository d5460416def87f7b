// The days of a file's rows: which ones a row can have, and which ones the file speaks for when nobody says it.
import { type Coverage, DAYS_AHEAD, FIRST_DAY } from '../../../../domain/ledger/import.ts';
import { nextDay } from '../../../../domain/kernel/time/time.ts';

/** Days without a row behind which others stand apart; and so long that they are of another time. */
const APART_DAYS = 31;
const LONG_APART_DAYS = 366;
const DAY_MS = 86_400_000;

/** The last day that a row can have in a file that is read `today`. */
export function lastDay(today: string): string {
  let day = today;
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) day = nextDay(day) ?? day;
  return day;
}

/** False for a day on which nobody has sold anything that is in this file: another order of its parts, a slip, or a number that is no day. */
export function isLikelyDay(day: string, last: string): boolean {
  return day >= FIRST_DAY && day <= last;
}

/**
 * From the earliest to the latest day with rows, [from, to). A day that is not over is not among them, for more of it may come; nor are a few rows
 * that stand far apart from all others: one with a wrong year would have the file claim all years between. Null when no day is left.
 */
export function daysSpokenFor(rowsOfDays: ReadonlyMap<string, number>, today: string): Coverage | null {
  const past = [...rowsOfDays].filter(([day]) => day < today).sort(([left], [right]) => (left < right ? -1 : 1));
  const total = past.reduce((sum, [, rows]) => sum + rows, 0);
  const groups = groupsOf(past);
  const isOdd = (group: Group | undefined, gap: number | undefined): boolean =>
    group !== undefined && gap !== undefined && group.rows * (gap > LONG_APART_DAYS ? 2 : 10) < total;
  while (isOdd(groups[0], groups[1]?.gap)) groups.shift();
  while (isOdd(groups.at(-1), groups.length > 1 ? groups.at(-1)?.gap : undefined)) groups.pop();
  const [first, last] = [groups[0], groups.at(-1)];
  const to = last === undefined ? null : nextDay(last.to);
  return first === undefined || to === null ? null : { from: first.from, to };
}

/** Days with rows that follow each other without a long gap. */
interface Group {
  readonly from: string;
  to: string;
  rows: number;
  /** Days between the group before and this one. */
  readonly gap: number;
}

function groupsOf(days: readonly (readonly [day: string, rows: number])[]): Group[] {
  const groups: Group[] = [];
  for (const [day, rows] of days) {
    const group = groups.at(-1);
    const gap = group === undefined ? 0 : (Date.parse(day) - Date.parse(group.to)) / DAY_MS;
    if (group === undefined || gap > APART_DAYS) groups.push({ from: day, to: day, rows, gap });
    else {
      group.to = day;
      group.rows += rows;
    }
  }
  return groups;
}
