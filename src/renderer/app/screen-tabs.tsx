/**
 * Which row of tabs the present screen stands in, handed to its frame (ui/page-frame): the screens of the table with the same row, in its order.
 */
import { type ReactNode, useMemo } from 'react';
import { useSearch } from 'wouter';
import { PLACES, type Screen, SCREENS } from '../../domain/screens.ts';
import { type Tabs, TabsProvider } from '../ui/index.ts';

/** What the tabs of one month have in common: its days and their zone. */
const OF_A_MONTH: ReadonlySet<string> = new Set(['from', 'to', 'zone']);

/** For the screen below it. */
export function ScreenTabs({
  screen,
  children,
}: {
  readonly screen: Screen | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const search = useSearch();
  const tabs = useMemo(
    () => (screen?.tabs === undefined ? null : tabsOf(screen, screen.tabs, search)),
    [screen, search],
  );
  return <TabsProvider tabs={tabs}>{children}</TabsProvider>;
}

function tabsOf(here: Screen, row: NonNullable<Screen['tabs']>, search: string): Tabs {
  const place = PLACES.find(({ id }) => id === here.place);
  const query = row === 'month' ? keptOf(search) : '';
  return {
    heading: row === 'month' ? null : (place?.label ?? null),
    tabs: SCREENS.filter(({ tabs }) => tabs === row).map(({ id, path, label }) => ({
      label,
      path: query === '' ? path : `${path}?${query}`,
      isHere: id === here.id,
    })),
  };
}

function keptOf(search: string): string {
  return new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => OF_A_MONTH.has(name))).toString();
}
