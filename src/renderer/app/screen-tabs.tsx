/**
 * Which row of tabs the present screen stands in, handed to its frame (ui/page-frame): the screens of the table with the same row, in its order.
 */
import { type ReactNode, useMemo } from 'react';
import { useSearch } from 'wouter';
import { PLACES, type Screen, SCREENS } from '../../domain/screens.ts';
import { type Tabs, TabsProvider } from '../ui/index.ts';

/** What the tabs of one month have in common: its days and their zone, what was typed for it, and what of its close was seen to. */
const OF_A_MONTH: ReadonlySet<string> = new Set(['from', 'to', 'zone', 'opening', 'closing', 'reviewed', 'leaving']);

/** For the screen below it. */
export function ScreenTabs({
  screen,
  children,
}: {
  readonly screen: Screen | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const search = useSearch();
  const tabs = useMemo(() => {
    const row = SCREENS.find(({ id }) => id === (screen?.viewOf ?? screen?.id))?.tabs;
    return screen === undefined || row === undefined ? null : tabsOf(screen, row, search);
  }, [screen, search]);
  return <TabsProvider tabs={tabs}>{children}</TabsProvider>;
}

function tabsOf(here: Screen, row: NonNullable<Screen['tabs']>, search: string): Tabs {
  const place = PLACES.find(({ id }) => id === here.place);
  const query = row === 'month' ? keptOf(search) : '';
  return {
    heading: row === 'month' ? null : (place?.label ?? null),
    tabs: SCREENS.filter(({ tabs }) => tabs === row).map(({ id, path, label }) => {
      const first = SCREENS.find(({ viewOf }) => viewOf === id)?.path ?? path;
      return {
        label,
        path: query === '' ? first : `${first}?${query}`,
        isHere: id === here.id || id === here.viewOf,
      };
    }),
  };
}

function keptOf(search: string): string {
  return new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => OF_A_MONTH.has(name))).toString();
}
