// In which order the days of a column are written, and of which zone its title says they are.
import { DATE_ORDERS, type DateOrder } from '../../domain/import.ts';
import { isTimeZone } from '../../domain/time.ts';
import { dayOf } from './cell-date.ts';
import type { Guess } from './guess-encoding.ts';

/** True when more texts are days in another order than in this one, and it is clear which. */
export function isOtherOrder(samples: readonly string[], known: DateOrder): boolean {
  const { value, isDoubtful } = guessDateOrder(samples);
  if (isDoubtful || value === known) return false;
  const days = daysOf(samples);
  const read = (order: DateOrder): number => days.filter((day) => dayOf(day, order) !== null).length;
  return read(value) > read(known);
}

function daysOf(samples: readonly string[]): readonly string[] {
  return samples.map((sample) => sample.trim().split(/[T ,]/)[0] ?? '').filter((day) => day !== '');
}

/** The order that most texts can be read in; doubtful where two of them read all of them. */
export function guessDateOrder(samples: readonly string[]): Guess<DateOrder> {
  const days = daysOf(samples);
  if (days.length === 0) return { value: 'iso', isDoubtful: false };
  const scored = DATE_ORDERS.map((order) => ({ order, read: days.filter((day) => dayOf(day, order) !== null).length }));
  const most = Math.max(...scored.map(({ read }) => read));
  const best = scored.filter(({ read }) => read === most).map(({ order }) => order);
  if (best.includes('iso')) return { value: 'iso', isDoubtful: most === 0 };
  // Days before months nearly everywhere.
  const value = best.includes('dmy') ? 'dmy' : (best[0] ?? 'iso');
  return { value, isDoubtful: best.includes('dmy') && best.includes('mdy') };
}

/** "finished_at (UTC)", "Date (Europe/Warsaw)": the dates of a workbook have no zone of their own. Null where the title names none. */
export function zoneOfTitle(title: string): string | null {
  const name = /\(([^()]+)\)\s*$/.exec(title)?.[1]?.trim() ?? '';
  return (name === 'UTC' || name.includes('/')) && isTimeZone(name) ? name : null;
}
