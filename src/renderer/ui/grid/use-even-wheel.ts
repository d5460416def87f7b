// Keeps the wheel's step in a list so long that its height is squeezed: a pixel stands for several there, and a turn would skip rows.
import type { GridApi } from 'ag-grid-community';
import { type RefObject, useEffect } from 'react';
import type { SurfaceRow } from './grid-types.ts';

const LINE_PX = 20;

/** Divides wheel steps by how much the list of so many pixels is squeezed. Lists that are not are left to the browser. */
export function useEvenWheel(
  api: GridApi<SurfaceRow> | null,
  box: RefObject<HTMLElement | null>,
  height: number,
): void {
  useEffect(() => {
    const viewport = box.current?.querySelector('.ag-grid-viewport');
    const scroller = box.current?.querySelector('.ag-body-vertical-scroll-viewport');
    if (api === null || !(viewport instanceof HTMLElement)) return;
    const turn = (event: WheelEvent): void => {
      const squeeze = height / viewport.scrollHeight;
      if (!(squeeze > 1.01) || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_PX : event.deltaY;
      viewport.scrollTop += step / squeeze;
    };
    const targets = [viewport, scroller].filter((target) => target instanceof HTMLElement);
    for (const target of targets) target.addEventListener('wheel', turn, { passive: false });
    return () => {
      for (const target of targets) target.removeEventListener('wheel', turn);
    };
  }, [api, box, height]);
}
