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
    const arrive = (): void => current.scrollIntoView({ block: 'start' });
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
  return (
    <div ref={box} className="mc-arrival">
      {children}
    </div>
  );
}

const SETTLED_MS = 3_000;
