/** The names of the months and of the days of the week, once for all that says or reads one. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** As weeks are counted: Sunday is 0. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** "October" of a month or a day ("2026-10", "2026-10-31"); undefined where its number is none of a month. */
export function monthName(of: string): string | undefined {
  return MONTHS[Number.parseInt(of.slice(5, 7), 10) - 1];
}

/** "Oct", as people shorten it. */
export function shortMonthName(of: string): string | undefined {
  return monthName(of)?.slice(0, 3);
}
