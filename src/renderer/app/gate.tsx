/**
 * What stands before the screens: a session that has ended, profiles that are still being read or could not be read.
 */
import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useConnection, useLastKnown, useProfile } from '../bridge/index.ts';
import { FailureNotice } from '../ui/index.ts';
import { StartFrame } from './start-frame.tsx';

/** Shows its children once there is something to show. */
export function Gate({ children }: { readonly children: ReactNode }): ReactNode {
  const connection = useConnection();
  const [path] = useLocation();
  const lastKnown = useLastKnown();
  const { isLoading, failure, profiles, refresh } = useProfile();
  if (connection === 'ended') return <SessionEnded />;
  // Its figures are those of the overview; another screen has none yet.
  if (isLoading) return path === '/' && lastKnown ? <StartFrame lastKnown={lastKnown} /> : <Opening />;
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
