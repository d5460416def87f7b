/** Which rows of the desk stand still on screen. Not here: telling the engine of them (bridge/use-on-screen). */
import { useCallback, useEffect, useRef } from 'react';
import type { DeskRow } from '../../../../contract/calls/desk.ts';
import { useOnScreen } from '../../../bridge/index.ts';

/** Milliseconds without another row coming into view: who scrolls past does not look. */
const STILL_MS = 600;
/** As many as the call takes. */
const MOST = 200;

/** Hand it the rows in view; their invoices are named once they have stood still. */
export function useLook(): (rows: readonly DeskRow[]) => void {
  const show = useOnScreen();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (rows) => {
      clearTimeout(timer.current);
      const invoices = [...new Set(rows.map(({ invoiceUuid }) => invoiceUuid))].slice(0, MOST);
      if (invoices.length > 0) timer.current = setTimeout(() => show(invoices), STILL_MS);
    },
    [show],
  );
}
