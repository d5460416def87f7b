// The middle button on a row: opens it in a window or tab of its own, as it does on a link.
import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect } from 'react';
import type { SurfaceRow } from './grid-types.ts';

const MIDDLE = 1;

/** Listens on the box of the table. */
export function useMiddleButton(api: GridApi<SurfaceRow> | null, box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { current } = box;
    if (api === null || current === null) return undefined;
    const rowAt = ({ button, target }: MouseEvent): SurfaceRow | undefined => {
      if (button !== MIDDLE || !(target instanceof Element) || target.closest('a, button, input') !== null)
        return undefined;
      const id = target.closest('[row-id]')?.getAttribute('row-id') ?? null;
      return id === null ? undefined : api.getRowNode(id)?.data;
    };
    const open = (event: MouseEvent): void => {
      const row = rowAt(event);
      if (row === undefined) return;
      event.preventDefault();
      row.openApart?.();
    };
    // Otherwise the button begins to scroll by itself.
    const hold = (event: MouseEvent): void => {
      if (rowAt(event) !== undefined) event.preventDefault();
    };
    current.addEventListener('auxclick', open);
    current.addEventListener('mousedown', hold);
    return () => {
      current.removeEventListener('auxclick', open);
      current.removeEventListener('mousedown', hold);
    };
  }, [api, box]);
}
