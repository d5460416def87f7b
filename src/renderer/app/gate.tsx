/**
 * What stands before the screens: a session that has ended, profiles that are still being read or could not be read.
 */
import { type ReactNode, useLayoutEffect } from 'react';
import { useConnection, useProfile } from '../bridge/index.ts';
import { FailureNotice } from '../ui/index.ts';
import { dropWrittenFrame } from './written-frame.ts';
import classes from './frame.module.css';

/** Shows its children once there is something to show. */
export function Gate({ children }: { readonly children: ReactNode }): ReactNode {
  const connection = useConnection();
  const { isLoading, failure, profiles, refresh } = useProfile();
  // The page came with a frame, which is seen until there is something to show.
  const isWaiting = connection !== 'ended' && isLoading;
  useLayoutEffect(() => {
    if (!isWaiting) dropWrittenFrame();
  }, [isWaiting]);
  if (connection === 'ended') return <SessionEnded />;
  if (isLoading) return <Opening />;
  if (failure !== undefined && profiles.length === 0) {
    return (
      <main className={classes.fullpage}>
        <h1 className={classes.fullpageTitle}>The console cannot start its screens</h1>
        <FailureNotice failure={failure} onRetry={refresh} />
      </main>
    );
  }
  return children;
}

/** For whoever hears the page; the frame is what is seen. */
function Opening(): ReactNode {
  return (
    <main aria-busy="true">
      <p className="mc-visually-hidden" role="status">
        Opening the console
      </p>
    </main>
  );
}

function SessionEnded(): ReactNode {
  return (
    <main className={classes.fullpage}>
      <h1 className={classes.fullpageTitle}>This tab’s session has ended</h1>
      <p>
        The console was restarted, or this page was opened without its launch link. Start again from the launch link
        that the console prints in its terminal. Nothing is lost: the mirror and the books are on this computer.
      </p>
    </main>
  );
}
