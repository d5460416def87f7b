// How the mirror of this window's business stands now, and whether the engine is there to say so: what a sheet of paper needs.
import type { SyncStatus } from '../../../contract/calls/sync.ts';
import { useCall } from './use-call.ts';
import { useConnection } from './use-event.ts';

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
