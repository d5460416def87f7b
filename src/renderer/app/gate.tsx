/**
 * What stands before the screens: a session that has ended, profiles that are still being read or could not be read.
 */
import { Loader } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useConnection, useLastKnown, useProfile } from '../bridge/index.ts';
import { mayStandIn } from '../features/home/start-rule.ts';
import { FailureNotice, useNow } from '../ui/index.ts';
import { StartFrame } from './start-frame.tsx';
import { dropWrittenFrame, hasWrittenFrame } from './written-frame.ts';

const HOUR_MS = 3_600_000;

/** Shows its children once there is something to show. */
export function Gate({ children }: { readonly children: ReactNode }): ReactNode {
  const connection = useConnection();
  const [path] = useLocation();
  const search = useSearch();
  const lastKnown = useLastKnown();
  const nowMs = useNow(HOUR_MS);
  const { id: profile, isLoading, failure, profiles, refresh } = useProfile();
  // Until the figures are known here as well, they are seen where the shell wrote them.
  const isWritten = connection !== 'ended' && isLoading && lastKnown === undefined && hasWrittenFrame();
  useLayoutEffect(() => {
    if (!isWritten) dropWrittenFrame();
  }, [isWritten]);
  if (isWritten) return null;
  if (connection === 'ended') return <SessionEnded />;
  if (isLoading) {
    const standsIn = lastKnown && mayStandIn(lastKnown, { path, search, profile, nowMs });
    return standsIn ? <StartFrame lastKnown={lastKnown} /> : <Opening />;
  }
  if (failure !== undefined && profiles.length === 0) {
    return (
      <main className="mc-fullpage">
        <h1 className="mc-fullpage-title">The console cannot start its screens</h1>
        <FailureNotice failure={failure} onRetry={refresh} />
      </main>
    );
  }
  return children;
}

function Opening(): ReactNode {
  return (
    <main className="mc-fullpage" aria-busy="true">
      <h1 className="mc-visually-hidden">Merchant Console</h1>
      <Loader size="sm" aria-label="Opening the console" />
    </main>
  );
}

function SessionEnded(): ReactNode {
  return (
    <main className="mc-fullpage">
      <h1 className="mc-fullpage-title">This tab’s session has ended</h1>
      <p>
        The console was restarted, or this page was opened without its launch link. Start again from the launch link
        that the console prints in its terminal. Nothing is lost: the mirror and the books are on this computer.
      </p>
    </main>
  );
}
