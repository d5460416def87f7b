// The address of the rows behind a line of a journal: its days and which line. Pure.
import { screenPath } from '../../../../domain/console/screens.ts';
import { ACCOUNT_ROLES, JOURNAL_ENTRIES, JOURNAL_SIDES, type JournalLine } from '../../../../domain/period/journal.ts';
import type { Period } from '../../../../domain/period/period.ts';
import type { RouteFilters } from '../../../ui/index.ts';
import { periodQuery } from '../../../parts/index.ts';

type Line = Pick<JournalLine, 'entry' | 'role' | 'currency' | 'side'>;

/** A token that the API does not name is left out. */
export function journalRowsPath(period: Period, { entry, role, currency, side }: Line): string {
  const of = { ...periodQuery(period), entry, role, side, ...(currency === null ? {} : { currency }) };
  return `${screenPath('journal-rows')}?${new URLSearchParams(of).toString()}`;
}

/** The line of the address; null when it names none. */
export function journalLineIn(route: Pick<RouteFilters, 'text'>): Line | null {
  const said = <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
    words.find((word) => word === route.text(name));
  const [entry, role, side] = [
    said('entry', JOURNAL_ENTRIES),
    said('role', ACCOUNT_ROLES),
    said('side', JOURNAL_SIDES),
  ];
  if (entry === undefined || role === undefined || side === undefined) return null;
  return { entry, role, side, currency: route.text('currency') ?? null };
}
