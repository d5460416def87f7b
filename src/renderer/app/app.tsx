// Everything around the screens: theme, bridge, environment, and the gates before the first screen.
import { MantineProvider, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Router } from 'wouter';
import { BridgeProvider, type FrameTransport, useCall, useConnection, useProfile } from '../bridge/index.ts';
import { cssVariablesResolver, theme } from '../theme/index.ts';
import { FailureNotice, useHashLocation, useHashSearch } from '../ui/index.ts';
import { Environment } from './environment.tsx';
import { AppErrorBoundary, FullPage } from './error-boundary.tsx';
import { dropWrittenFrame } from './written-frame.ts';
import { Shell } from './shell.tsx';

/** Screens live in the hash, query included. */
const ROUTING = { hook: useHashLocation, searchHook: useHashSearch } as const;

export function App({ transport, nonce }: { readonly transport: FrameTransport; readonly nonce: string }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <AppErrorBoundary>
        <BridgeProvider transport={transport}>
          <Environment nonce={nonce}>
            <ColourScheme />
            <Router {...ROUTING}>
              <Gate>
                <Shell />
              </Gate>
            </Router>
          </Environment>
        </BridgeProvider>
      </AppErrorBoundary>
    </MantineProvider>
  );
}

function Gate({ children }: { readonly children: ReactNode }): ReactNode {
  const connection = useConnection();
  const { isLoading, failure, profiles, refresh } = useProfile();
  // The page came with a frame, which is seen until there is something to show.
  const isWaiting = connection !== 'ended' && isLoading;
  useLayoutEffect(() => {
    if (!isWaiting) dropWrittenFrame();
  }, [isWaiting]);
  if (connection === 'ended') {
    return (
      <main>
        <FullPage title="This tab’s session has ended">
          The console was restarted, or this page was opened without its launch link. Start again from the launch link
          that the console prints in its terminal. Nothing is lost: the mirror and the books are on this computer.
        </FullPage>
      </main>
    );
  }
  if (isLoading) {
    // For whoever hears the page; the frame is what is seen.
    return (
      <main aria-busy="true">
        <VisuallyHidden role="status">Opening the console</VisuallyHidden>
      </main>
    );
  }
  if (failure !== undefined && profiles.length === 0) {
    return (
      <main>
        <FullPage title="The console cannot start its screens">
          <FailureNotice failure={failure} onRetry={refresh} />
        </FullPage>
      </main>
    );
  }
  return children;
}

function ColourScheme(): null {
  const scheme = useCall('settings.get', {}).data?.colourScheme;
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme);
  }, [scheme, setColorScheme]);
  return null;
}
