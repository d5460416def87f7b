/**
 * The period of the overview as it stands in the address. Pure. Not here: choosing it (period-picker.tsx).
 */
import { screenPath } from '../../../domain/screens.ts';
import type { CallInput } from '../../../contract/calls.ts';
import { dateBounds, periodDays, type PlainRange, type RouteFilters } from '../../ui/index.ts';

export const PERIODS = ['this-month', 'last-30-days', 'all', 'custom'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  'this-month': 'This month',
  'last-30-days': 'Last 30 days',
  all: 'All time',
  custom: 'Custom',
};

/** The period of the address; this month when it names none. */
export function periodOf(route: Pick<RouteFilters, 'text'>): Period {
  return PERIODS.find((period) => period === route.text('period')) ?? 'this-month';
}

/** The days of the period in the chosen zone, both inclusive; nothing for all time. */
export function daysOf(route: Pick<RouteFilters, 'text'>, nowMs: number, timeZone: string): PlainRange {
  const period = periodOf(route);
  return period === 'custom' ? { from: route.text('from'), to: route.text('to') } : periodDays(period, nowMs, timeZone);
}

/** What the engine is asked for: invoices that became final in these days. All time has no bounds and counts open ones too. */
export function totalsFilter(days: PlainRange, timeZone: string): NonNullable<CallInput<'overview.totals'>['filter']> {
  const { from, to } = dateBounds(days, timeZone);
  return { finishedFrom: from, finishedTo: to };
}

/** The list of invoices behind a figure, as an address. */
export function invoicesHref(days: PlainRange, more: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(more);
  if (days.from !== undefined) query.set('finishedFrom', days.from);
  if (days.to !== undefined) query.set('finishedTo', days.to);
  return `${screenPath('invoices')}?${query.toString()}`;
}
