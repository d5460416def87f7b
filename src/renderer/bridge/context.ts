// The React context behind the bridge's hooks.
import { createContext, useContext } from 'react';
import type { Bridge } from './wire/client.ts';
import type { EventHub } from './wire/event-hub.ts';
import type { Watches } from './freshness.ts';
import type { Reads } from './reads.ts';
import type { SettingsQueue } from './settings-queue.ts';

export interface BridgeContextValue {
  readonly bridge: Bridge;
  readonly hub: EventHub;
  readonly watches: Watches;
  readonly reads: Reads;
  readonly settings: SettingsQueue;
}

export const BridgeContext = createContext<BridgeContextValue | null>(null);

/** The bridge and its hub; only valid under BridgeProvider. */
export function useBridgeContext(): BridgeContextValue {
  const value = useContext(BridgeContext);
  if (value === null) throw new Error('useBridge is used outside BridgeProvider');
  return value;
}

export function useBridge(): Bridge {
  return useBridgeContext().bridge;
}
