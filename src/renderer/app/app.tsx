// Everything around the screens: theme, bridge, environment, and the gates before the first screen.
import { Button, MantineProvider, Text, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';
import { Router } from 'wouter';
import { atProfile } from '../../domain/console/screen-path.ts';
import {
  BridgeProvider,
  type FrameTransport,
  isTeamEngine,
  isTeamPage,
  SIGN_IN_PATH,
  useCall,
  useCalls,
  useCapabilities,
  useConnection,
  useProfile,
  useSettings,
  useTeams,
  useTimeZone,
  useWhere,
  useWriting,
} from '../bridge/index.ts';
import { cssVariablesResolver, theme } from '../theme/index.ts';
import {
  type Apart,
  FailureNotice,
  failureWords,
  hashHref,
  setWriting,
  tellUndone,
  tellWhereEngineIs,
  UiContext,
  useHashLocation,
  useHashSearch,
} from '../ui/index.ts';
import { AppErrorBoundary, FullPage } from './error-boundary.tsx';
import { dropWrittenFrame } from './written-frame.ts';
import { LockGate } from './lock.tsx';
import { Shell } from './shell.tsx';
import { TeamGate, useShowTeam } from './teams.tsx';

/** Screens live in the hash, query included. */
const ROUTING = { hook: useHashLocation, searchHook: useHashSearch } as const;

tellWhereEngineIs(isTeamEngine);

export function App({ transport, nonce }: { readonly transport: FrameTransport; readonly nonce: string }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <AppErrorBoundary>
        <BridgeProvider transport={transport}>
          <LockGate>
            <TeamGate>
              <Environment nonce={nonce}>
                <ColourScheme />
                <Router {...ROUTING}>
                  <Gate>
                    <Shell />
                  </Gate>
                </Router>
              </Environment>
            </TeamGate>
          </LockGate>
        </BridgeProvider>
      </AppErrorBoundary>
    </MantineProvider>
  );
}

function Gate({ children }: { readonly children: ReactNode }) {
  const connection = useConnection();
  const { isLoading: isFindingProfile, failure, profiles, refresh } = useProfile();
  const isLoading = !useWriting().isKnown || isFindingProfile;
  // The page came with a frame, which is seen until there is something to show.
  const isWaiting = connection !== 'ended' && isLoading;
  useLayoutEffect(() => {
    if (!isWaiting) dropWrittenFrame();
  }, [isWaiting]);
  if (connection === 'ended' && isTeamPage()) {
    return (
      <main>
        <FullPage title="You are signed out">
          <Text>
            Your session has ended, or what you may do here has. What you sent before is carried out all the same.
          </Text>
          <Button variant="filled" component="a" href={SIGN_IN_PATH} mt="md">
            Sign in again
          </Button>
        </FullPage>
      </main>
    );
  }
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
          <OtherEngine />
        </FullPage>
      </main>
    );
  }
  return children;
}

/** A team's host that does not answer is not all that there is. */
function OtherEngine() {
  const { here } = useTeams();
  const show = useShowTeam();
  return here === null ? null : (
    <Button mt="md" onClick={() => show(null)}>
      Show this computer instead
    </Button>
  );
}

function ColourScheme(): null {
  const scheme = useCall('settings.get', {}).data?.colourScheme;
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (scheme !== undefined) setColorScheme(scheme);
  }, [scheme, setColorScheme]);
  return null;
}

/** The environment of the building blocks, from the settings, the window's profile and what the shell can do. */
function Environment({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }) {
  const timeZone = useTimeZone();
  const { settings, change } = useSettings();
  const { plainKeys = true, allDigits = false, rowHeight = 32, columns = NO_COLUMNS } = settings ?? {};
  const { openExternal, printPdf } = useCapabilities();
  const { run } = useCalls();
  const { id: profile, profile: shown } = useProfile();
  const isSandbox = shown?.kind === 'sandbox';
  const where = useWhere()?.name ?? null;
  const apart = useApart();
  const environment = useMemo(
    () => ({
      timeZone,
      styleNonce: nonce,
      openLink: openExternal ? (href: string) => void run('links.open', { url: href }) : null,
      plainKeys,
      allDigits,
      rowHeight,
      columns,
      keepColumns: (screen: string, layout: string) => change({ columns: { [screen]: layout } }),
      profile,
      where,
      isSandbox,
      apart,
      savePdf: printPdf
        ? (suggestedName: string) => {
            const asked = { suggestedName: suggestedName.slice(0, MOST_NAME) || 'Screen' };
            void run('windows.printPdf', asked).then((result) => {
              if (!result.ok) tellUndone('The PDF was not saved', failureWords(result.failure).sentence);
            });
          }
        : null,
    }),
    [
      timeZone,
      nonce,
      openExternal,
      printPdf,
      run,
      plainKeys,
      allDigits,
      rowHeight,
      columns,
      change,
      profile,
      where,
      isSandbox,
      apart,
    ],
  );
  return (
    <UiContext value={environment}>
      <Written>{children}</Written>
    </UiContext>
  );
}

/** Everything inside is drawn anew when it is to be written otherwise: no text of before stays anywhere. */
function Written({ children }: { readonly children: ReactNode }) {
  const { writing, dialect } = useWriting();
  // Before what is inside is drawn, which reads it.
  setWriting(writing, dialect);
  return <Fragment key={JSON.stringify(writing)}>{children}</Fragment>;
}

const NO_COLUMNS = {};

/** Characters of a suggested name; a longer one is no file name anywhere. */
const MOST_NAME = 100;

/** Windows where the shell makes them, tabs where it has several windows without making them. */
function useApart(): Apart | null {
  const { opensWindows, multiWindow } = useCapabilities();
  const { run } = useCalls();
  const { id: profile } = useProfile();
  return useMemo(() => {
    if (opensWindows) {
      const open = (path: string): void => {
        void run('windows.open', { path: atProfile(path, profile) }).then((result) => {
          if (!result.ok) tellUndone('The window was not opened', failureWords(result.failure).sentence);
        });
      };
      return { place: 'window', open };
    }
    // A tab of this origin gets a copy of this tab's session from its opener, as the browser keeps it; nothing of it stands in an address.
    return multiWindow ? { place: 'tab', open: (path) => void window.open(hashHref(path), '_blank') } : null;
  }, [opensWindows, multiWindow, run, profile]);
}
