// Tells the engine which invoices' deliveries are in sight in this window: what others have resent is then known at once.
import { useCallback, useEffect, useRef } from 'react';
import { useBridge } from '../context.ts';
import { useWindowProfile } from '../window-profile.tsx';

/** Milliseconds until the same is told once more: the engine forgets after five minutes what nobody tells of. */
const STILL_THERE_MS = 2 * 60_000;

/** Name the invoices that stand on screen, by uuid, whenever they are others; when the screen goes, that is told by itself. */
export function useOnScreen(): (invoices: readonly string[]) => void {
  const bridge = useBridge();
  const { id: profile } = useWindowProfile();
  const last = useRef<readonly string[]>([]);
  const tell = useCallback(
    (invoices: readonly string[]) => {
      last.current = invoices;
      // A wish, not a request of somebody: should it fail, they are read in their turn.
      if (profile !== null) void bridge.call('watch.look', { invoices }, { profile });
    },
    [bridge, profile],
  );
  useEffect(() => {
    const stillThere = setInterval(() => {
      if (last.current.length > 0 && !document.hidden) tell(last.current);
    }, STILL_THERE_MS);
    return () => {
      clearInterval(stillThere);
      if (last.current.length > 0) tell([]);
    };
  }, [tell]);
  return useCallback(
    (invoices) => {
      if (invoices.join(' ') !== last.current.join(' ')) tell(invoices);
    },
    [tell],
  );
}
