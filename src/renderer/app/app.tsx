/**
 * Everything around the screens: theme, bridge, environment of the building blocks, and the gates before the first screen.
 */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { BridgeProvider, type Transport } from '../bridge/index.ts';
import { cssVariablesResolver, theme } from '../theme/index.ts';
import { useHashLocation, useHashSearch } from '../ui/index.ts';
import { Environment } from './environment.tsx';
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
