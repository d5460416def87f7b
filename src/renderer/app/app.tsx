/**
 * Everything around the screens: theme, bridge, environment of the building blocks, and the gates before the first screen.
 */
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Router } from 'wouter';
import { BridgeProvider, type Transport, useCalls, useCapabilities, useTimeZone } from '../bridge/index.ts';
import { cssVariablesResolver, theme } from '../theme/index.ts';
import { UiProvider, useHashLocation, useHashSearch } from '../ui/index.ts';
import { AppErrorBoundary } from './error-boundary.tsx';
import { Gate } from './gate.tsx';
import { ColourScheme } from './scheme.tsx';
import { Shell } from './shell.tsx';

/** Screens live in the hash, query included. */
const ROUTING = { hook: useHashLocation, searchHook: useHashSearch } as const;

/** The console. */
export function App({ transport, nonce }: { readonly transport: Transport; readonly nonce: string }): ReactNode {
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

/** Fills the environment of the building blocks from the engine's settings and the shell's capabilities. */
function Environment({ nonce, children }: { readonly nonce: string; readonly children: ReactNode }): ReactNode {
  const timeZone = useTimeZone();
  const { openExternal } = useCapabilities();
  const { run } = useCalls();
  const environment = useMemo(
    () => ({
      timeZone,
      styleNonce: nonce,
      openLink: openExternal ? (href: string) => void run('links.open', { url: href }) : null,
    }),
    [timeZone, nonce, openExternal, run],
  );
  return <UiProvider environment={environment}>{children}</UiProvider>;
}
