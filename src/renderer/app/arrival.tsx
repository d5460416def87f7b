/**
 * A part of a screen that an address may name ("?at=deliveries"): who follows such a link arrives there and not at the top.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { useRouteFilters } from '../ui/index.ts';

/** Brings its children into view once they have some height, when the address names them; a person who scrolls is left alone. */
export function Arrival({ at, children }: { readonly at: string; readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const isMeant = useRouteFilters().text('at') === at;
  useEffect(() => {
    const { current } = box;
    if (!isMeant || current === null) return;
    const scroller = current.closest('main');
    // Only the screen scrolls; scrollIntoView would move the frame as well.
    const arrive = (): void => {
      if (scroller === null) return;
      scroller.scrollTop += current.getBoundingClientRect().top - scroller.getBoundingClientRect().top - MARGIN;
    };
    // What stands above and inside comes in pieces; each moves the place a little until somebody takes over.
    const watcher = new ResizeObserver(arrive);
    watcher.observe(current);
    const stop = (): void => watcher.disconnect();
    const timer = setTimeout(stop, SETTLED_MS);
    const turns = ['wheel', 'pointerdown', 'keydown'] as const;
    for (const turn of turns) window.addEventListener(turn, stop, { once: true });
    return () => {
      stop();
      clearTimeout(timer);
      for (const turn of turns) window.removeEventListener(turn, stop);
    };
  }, [isMeant]);
  return <div ref={box}>{children}</div>;
}

const SETTLED_MS = 3_000;
/** Pixels that stay free above it. */
const MARGIN = 16;
