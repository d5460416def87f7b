// Puts the bridge under a tree of screens: picks the transport, starts the push stream, owns the cache.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { createBridge } from './wire/client.ts';
import { BridgeContext } from './context.ts';
import { createEventHub } from './wire/event-hub.ts';
import { callKey, keepFresh, type Watches } from './freshness.ts';
import { loopbackTransport } from './wire/loopback-transport.ts';
import { preloadTransport } from './wire/preload-transport.ts';
import { createReads } from './reads.ts';
import { createSettingsQueue } from './settings-queue.ts';
import type { FrameTransport } from './wire/transport.ts';
import { WindowProfileProvider } from './window-profile.tsx';

/** The wire this page was opened with: the preload's functions where there are any, loopback HTTP otherwise. */
export function pickTransport(): FrameTransport {
  const api = window.merchantConsole;
  return api === undefined ? loopbackTransport() : preloadTransport(api);
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The engine retries and paces; the mirror says when something changed. Guessing here would only ask twice.
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The engine is on this machine: "offline" as the browser means it does not concern it.
        networkMode: 'always',
      },
    },
  });
}

export function BridgeProvider(props: { readonly transport: FrameTransport; readonly children: ReactNode }) {
  const { transport, children } = props;
  const parts = useMemo(() => {
    const hub = createEventHub();
    const watches: Watches = new Set();
    const client = createQueryClient();
    const reads = createReads(client);
    const bridge = createBridge(transport, hub, () => reads.again(({ queryKey }) => queryKey[2] === 'lock.status'));
    const settings = createSettingsQueue(
      (one) => bridge.call('settings.set', one),
      (kept) => client.setQueryData(callKey(null, 'settings.get', {}), kept),
    );
    return { hub, watches, bridge, client, reads, settings };
  }, [transport]);
  useEffect(() => {
    const stopFreshness = keepFresh(parts.hub, parts.client, parts.reads, parts.watches);
    const stopStream = parts.hub.start(transport);
    return () => {
      stopStream();
      stopFreshness();
    };
  }, [parts, transport]);
  return (
    <QueryClientProvider client={parts.client}>
      <BridgeContext value={parts}>
        <WindowProfileProvider>{children}</WindowProfileProvider>
      </BridgeContext>
    </QueryClientProvider>
  );
}
