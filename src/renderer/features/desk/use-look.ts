/**
 * Tells the watch what is on screen, so that it is read first. Not here: what the watch makes of it (the engine reads only what was
 * never read or is due).
 */
import { useCallback, useEffect, useRef } from 'react';
import type { DeskRow } from '../../../contract/calls/desk.ts';
import { useBridge, useProfile } from '../../bridge/index.ts';

/** Milliseconds without another row coming into view: who scrolls past does not look. */
const STILL_MS = 600;
/** As many as the call takes. */
const MOST = 200;

/** Hand it the rows in view; their invoices are named once they have stood still. */
export function useLook(): (rows: readonly DeskRow[]) => void {
  const bridge = useBridge();
  const { id: profile } = useProfile();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (rows) => {
      clearTimeout(timer.current);
      if (profile === null) return;
      const invoices = [...new Set(rows.map(({ invoiceUuid }) => invoiceUuid))].slice(0, MOST);
      const names = `${profile} ${invoices.join(' ')}`;
      if (invoices.length === 0 || names === last.current) return;
      timer.current = setTimeout(() => {
        last.current = names;
        // A wish, not a request of somebody: should it fail, the rows are read in their turn.
        void bridge.call('watch.look', { invoices }, { profile });
      }, STILL_MS);
    },
    [bridge, profile],
  );
}
