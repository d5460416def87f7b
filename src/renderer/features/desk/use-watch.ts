/**
 * How the watch over the deliveries stands, kept fresh while it works: with every change of the mirror and every word of the sync. Not
 * here: its words (watch-words.ts).
 */
import { type CallState, useCall, useEvent, useProfile } from '../../bridge/index.ts';
import type { WatchStatus } from '../../../contract/calls/desk.ts';

/** The watch of this window's profile. */
export function useWatch(): CallState<WatchStatus> {
  const { id } = useProfile();
  const watch = useCall('watch.status', {}, { refreshOn: ['deliveries', 'invoices'] });
  useEvent('sync.status', (_status, profile) => {
    if (profile === null || profile === id) watch.refresh();
  });
  return watch;
}
