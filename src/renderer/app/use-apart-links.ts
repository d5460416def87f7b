/**
 * Links within the console that are clicked with the middle button, or with Ctrl held, on a Mac ⌘: they open a window or tab of the console's own, which
 * knows its session and its profile; one that the browser made by itself would not. Not here: rows of tables (ui/grid).
 */
import { useEffect, useEffectEvent } from 'react';
import { isHeld, useUi } from '../ui/index.ts';

/** Listens for as long as the frame is there. */
export function useApartLinks(): void {
  const { apart } = useUi();
  const click = useEffectEvent((event: MouseEvent) => {
    const isMeant = event.button === 1 || (event.button === 0 && isHeld(event));
    if (!isMeant || apart === null || event.defaultPrevented || !(event.target instanceof Element)) return;
    const href = event.target.closest('a[href^="#/"]')?.getAttribute('href');
    if (href === null || href === undefined) return;
    event.preventDefault();
    apart.open(href.slice(1));
  });
  useEffect(() => {
    const listen = (event: MouseEvent): void => click(event);
    window.addEventListener('click', listen);
    window.addEventListener('auxclick', listen);
    return () => {
      window.removeEventListener('click', listen);
      window.removeEventListener('auxclick', listen);
    };
  }, []);
}
