// What the box of the table hears beside what the library does: the wheel in a long list, the middle button and copying.
import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect } from 'react';
import type { SurfaceRow } from './types.ts';

type Api = GridApi<SurfaceRow> | null;
type Box = RefObject<HTMLDivElement | null>;

function rowAt(api: GridApi<SurfaceRow>, element: Element): SurfaceRow | undefined {
  const id = element.closest('[row-id]')?.getAttribute('row-id') ?? null;
  return id === null ? undefined : api.getRowNode(id)?.data;
}

/** `height`: pixels of all rows together. */
export function useBoxEvents(api: Api, box: Box, height: number): void {
  useEvenWheel(api, box, height);
  useRowEvents(api, box);
}

const LINE_PX = 20;

/**
 * Keeps the wheel's step in a list of so many pixels that its height is squeezed: there one pixel of scrolling stands for several of the list, and a
 * turn of the wheel would skip rows. Lists that are not are left to the browser.
 */
function useEvenWheel(api: Api, box: Box, height: number): void {
  useEffect(() => {
    const viewport = box.current?.querySelector('.ag-grid-viewport');
    const scroller = box.current?.querySelector('.ag-body-vertical-scroll-viewport');
    if (api === null || !(viewport instanceof HTMLElement)) return undefined;
    const stop = new AbortController();
    const turn = (event: WheelEvent): void => {
      const squeeze = height / viewport.scrollHeight;
      if (!(squeeze > 1.01) || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
      viewport.scrollTop += step / squeeze;
    };
    for (const target of [viewport, scroller])
      if (target instanceof HTMLElement)
        target.addEventListener('wheel', turn, { passive: false, signal: stop.signal });
    return () => stop.abort();
  }, [api, box, height]);
}

const MIDDLE = 1;

/** The middle button opens a row in a window or tab of its own, as it does a link; what is copied of a cell is what it holds, not how it is shown. */
function useRowEvents(api: Api, box: Box): void {
  useEffect(() => {
    const { current } = box;
    if (api === null || current === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const pressed = ({ button, target }: MouseEvent): SurfaceRow | undefined =>
      button !== MIDDLE || !(target instanceof Element) || target.closest('a, button, input') !== null
        ? undefined
        : rowAt(api, target);
    const open = (event: MouseEvent): void => {
      const row = pressed(event);
      if (row === undefined) return;
      event.preventDefault();
      row.openApart?.();
    };
    // Otherwise the button begins to scroll by itself.
    const hold = (event: MouseEvent): void => {
      if (pressed(event) !== undefined) event.preventDefault();
    };
    const copy = (event: ClipboardEvent): void => {
      const marked = window.getSelection();
      const isMarked = marked !== null && !marked.isCollapsed;
      const from = isMarked ? marked.anchorNode?.parentElement : event.target;
      const cell = from instanceof Element ? from.closest('.ag-cell') : null;
      // Several cells are copied as they are shown.
      if (cell === null || (isMarked && marked.focusNode !== null && !cell.contains(marked.focusNode))) return;
      const held = rowAt(api, cell)?.copied(cell.getAttribute('col-id') ?? '');
      const text = held ?? (isMarked ? null : cell.textContent);
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    current.addEventListener('auxclick', open, { signal });
    current.addEventListener('mousedown', hold, { signal });
    current.addEventListener('copy', copy, { signal });
    return () => stop.abort();
  }, [api, box]);
}
