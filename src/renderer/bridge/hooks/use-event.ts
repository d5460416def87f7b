// Pushes for screens: listening to one event, counting changes of the mirror, and how the stream stands.
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { EventData, EventName } from '../../../contract/events.ts';
import { useBridgeContext } from '../context.ts';
import type { FreshBooks, FreshMirror, RowKind } from '../freshness.ts';
import { throttled, WRITTEN_PAUSE_MS } from '../wire/throttled.ts';
import type { Connection } from '../wire/transport.ts';
import { useWindowProfile } from '../window-profile.tsx';
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { useCall } from './use-call.ts';

/** Calls the listener for every event of the name, of any profile: the second argument says which. */
export function useEvent<Name extends EventName>(
  event: Name,
  listener: (data: EventData<Name>, profile: string | null) => void,
): void {
  const { hub } = useBridgeContext();
  const latest = useEffectEvent(listener);
  useEffect(() => hub.on(event, (data, profile) => latest(data, profile)), [hub, event]);
}

/** A number that grows when rows of these kinds change in the mirror (at most once a second): what grids refresh by. */
export function useMirrorRevision(kinds: readonly FreshMirror[]): number {
  return useRevision('mirror.changed', kinds);
}

/** What a list that is worked on refreshes by: the changes of the books, and at once (`again`) what was just done here. */
export function useWorkedRevision(kinds: readonly FreshBooks[]): {
  readonly revision: number;
  readonly again: () => void;
} {
  const pushed = useRevision('books.changed', kinds);
  const [own, setOwn] = useState(0);
  return { revision: pushed + own, again: () => setOwn((before) => before + 1) };
}

function useRevision(event: 'mirror.changed' | 'books.changed', kinds: readonly RowKind[]): number {
  const { hub } = useBridgeContext();
  const { id } = useWindowProfile();
  const [revision, setRevision] = useState(0);
  const names = kinds.join(' ');
  useEffect(() => {
    const wanted = names.split(' ');
    const pauseMs = event === 'books.changed' ? WRITTEN_PAUSE_MS : undefined;
    const grow = throttled(() => setRevision((before) => before + 1), pauseMs);
    const stops = [
      hub.on(event, (data, profile) => {
        if (profile !== null && profile !== id) return;
        if (data.kinds.some((kind) => wanted.includes(kind))) grow.run();
      }),
      hub.onGap(grow.run),
      () => grow.stop(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [hub, id, event, names]);
  return revision;
}

/** How the push stream stands; `ended` means that the shell no longer knows this tab. */
export function useConnection(): Connection {
  const { hub } = useBridgeContext();
  return useSyncExternalStore(hub.onConnection, hub.connection);
}

export interface MirrorNow {
  /** Null while nobody knows it. */
  readonly mirror: SyncStatus | null;
  /** False: the engine is gone, so what is shown may be old. */
  readonly isConnected: boolean;
}

/** As it was told last. */
export function useMirrorNow(): MirrorNow {
  const mirror = useCall('sync.status', {}).data ?? null;
  return { mirror, isConnected: useConnection() !== 'reconnecting' };
}
