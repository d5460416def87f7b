// The screen of the present address, by the table of screens. What each shows stands in views.tsx.
import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  LIST_SCREENS,
  movedAddress,
  PLACES,
  type Screen,
  screenAt,
  type ScreenId,
  screenPath,
  SCREENS,
} from '../../domain/console/screens.ts';
import { useProfile } from '../bridge/index.ts';
import {
  EmptyState,
  Link,
  navigateTo,
  noteLook,
  PageFrame,
  SavedViewsContext,
  type Tabs,
  TabsContext,
} from '../ui/index.ts';
import { AppErrorBoundary } from './error-boundary.tsx';
import { SavedViews } from './saved-views.tsx';
import { VIEWS } from './views.tsx';

/** What the tabs of one month have in common: its days and their zone, what was typed for it, and what of its close was seen to. */
const OF_A_MONTH: ReadonlySet<string> = new Set(['from', 'to', 'zone', 'opening', 'closing', 'reviewed', 'leaving']);

function ScreenTabs(props: { readonly screen: Screen | undefined; readonly children: ReactNode }) {
  const { screen, children } = props;
  const search = useSearch();
  const tabs = useMemo(() => {
    const row = SCREENS.find(({ id }) => id === (screen?.viewOf ?? screen?.id))?.tabs;
    return screen === undefined || row === undefined ? null : tabsOf(screen, row, search);
  }, [screen, search]);
  const list = LIST_SCREENS.find((id) => id === screen?.id);
  return (
    <TabsContext value={tabs}>
      <SavedViewsContext value={list === undefined ? null : <SavedViews key={list} list={list} />}>
        {children}
      </SavedViewsContext>
    </TabsContext>
  );
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

/** About all profiles: a dialog that is open there, or a key that is typed, outlives a switch. */
const OF_ALL_PROFILES: ReadonlySet<string> = new Set([
  screenPath('settings'),
  screenPath('connect'),
  screenPath('businesses'),
]);

/**
 * The screen of the present address. Another profile is another screen: nothing that one held of the business before (a page, a count,
 * a draft, a job) stands there under the name of the next.
 */
export function Routes() {
  const [path] = useLocation();
  const { id: profile } = useProfile();
  const found = screenAt(path);
  useLookNoted(found, profile ?? null);
  const business = OF_ALL_PROFILES.has(path) ? path : (profile ?? '');
  return (
    <AppErrorBoundary resetKey={`${business} ${path}`}>
      <ScreenTabs screen={found?.screen}>
        <Suspense key={business} fallback={<Waiting />}>
          {found === null ? <Elsewhere path={path} /> : VIEWS[found.screen.id](found.names)}
        </Suspense>
      </ScreenTabs>
    </AppErrorBoundary>
  );
}

/** The screens of one record that support comes back to, and what their path calls it. */
const RECORDS: Readonly<Partial<Record<ScreenId, readonly ['invoice' | 'customer' | 'withdrawal', string]>>> = {
  invoice: ['invoice', 'ident'],
  customer: ['customer', 'id'],
  withdrawal: ['withdrawal', 'uuid'],
};

function useLookNoted(found: ReturnType<typeof screenAt>, profile: string | null): void {
  const [kind, name] = (found === null ? undefined : RECORDS[found.screen.id]) ?? [];
  const ident = name === undefined ? undefined : found?.names[name];
  useEffect(() => {
    if (profile !== null && kind !== undefined && ident !== undefined)
      noteLook({ profile, kind, ident, at: Date.now() });
  }, [profile, kind, ident]);
}

/** An address of an earlier version leads to where its screen is now, and leaves no step of its own in the history. */
function Elsewhere({ path }: { readonly path: string }) {
  const search = useSearch();
  const to = movedAddress(search === '' ? path : `${path}?${search}`);
  useLayoutEffect(() => {
    if (to !== null) navigateTo(to, { replace: true });
  }, [to]);
  return to === null ? <NoSuchScreen /> : null;
}

/** Keeps the place of a screen while its code is on the way: no jump when it comes. */
function Waiting() {
  return (
    <div className="mc-page" aria-busy="true">
      <div className="mc-page-head">
        <Skeleton height={20} width={120} radius="sm" />
      </div>
      <div className="mc-page-body">
        <Skeleton height={240} radius="md" />
      </div>
    </div>
  );
}

function NoSuchScreen() {
  return (
    <PageFrame title="No such screen">
      <EmptyState kind="nothing-matches" title="This address leads nowhere">
        <Link to={screenPath('home')}>Go to Home</Link>
      </EmptyState>
    </PageFrame>
  );
}
