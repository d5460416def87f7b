/**
 * The screen of the present address, by the table of screens. What each shows stands in views.tsx.
 */
import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { movedAddress, screenAt, type ScreenId, screenPath } from '../../domain/screens.ts';
import { useProfile } from '../bridge/index.ts';
import { EmptyState, navigateTo, noteLook, PageFrame } from '../ui/index.ts';
import { AppErrorBoundary } from './error-boundary.tsx';
import { ScreenTabs } from './screen-tabs.tsx';
import { VIEWS } from './views.tsx';

/** About all profiles: a dialog that is open there, or a key that is typed, outlives a switch. */
const OF_ALL_PROFILES: ReadonlySet<string> = new Set([screenPath('settings'), screenPath('connect')]);

/**
 * The screen of the present address. Another profile is another screen: nothing that one held of the business before (a page, a count,
 * a draft, a job) stands there under the name of the next.
 */
export function Routes(): ReactNode {
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
function Elsewhere({ path }: { readonly path: string }): ReactNode {
  const search = useSearch();
  const to = movedAddress(search === '' ? path : `${path}?${search}`);
  useLayoutEffect(() => {
    if (to !== null) navigateTo(to, { replace: true });
  }, [to]);
  return to === null ? <NoSuchScreen /> : null;
}

/** Keeps the place of a screen while its code is on the way: no jump when it comes. */
function Waiting(): ReactNode {
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

function NoSuchScreen(): ReactNode {
  return (
    <PageFrame title="No such screen">
      <EmptyState kind="nothing-matches" title="This address leads nowhere">
        <Link className="mc-link" href={screenPath('home')}>
          Go to Home
        </Link>
      </EmptyState>
    </PageFrame>
  );
}
