// What is copied of a cell is what it holds, not how it is shown: an amount with every digit and without its grouping.
import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect } from 'react';
import type { SurfaceRow } from './grid-types.ts';

/** Listens on the box of the table. */
export function useExactCopy(api: GridApi<SurfaceRow> | null, box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { current } = box;
    if (api === null || current === null) return undefined;
    const copy = (event: ClipboardEvent): void => {
      const marked = window.getSelection();
      const isMarked = marked !== null && !marked.isCollapsed;
      const from = isMarked ? marked.anchorNode?.parentElement : event.target;
      const cell = from instanceof Element ? from.closest('.ag-cell') : null;
      // Several cells are copied as they are shown.
      if (cell === null || (isMarked && marked.focusNode !== null && !cell.contains(marked.focusNode))) return;
      const text = rowOf(api, cell)?.text(cell.getAttribute('col-id') ?? '') ?? (isMarked ? null : cell.textContent);
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    current.addEventListener('copy', copy);
    return () => current.removeEventListener('copy', copy);
  }, [api, box]);
}

function rowOf(api: GridApi<SurfaceRow>, cell: Element): SurfaceRow | undefined {
  const id = cell.closest('[row-id]')?.getAttribute('row-id') ?? null;
  return id === null ? undefined : api.getRowNode(id)?.data;
}
