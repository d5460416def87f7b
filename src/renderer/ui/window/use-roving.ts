/** One stop of the tab key for a row of buttons and links: arrows go from one to the next, as in a toolbar. What takes letters is a stop of its own. */
import { type RefObject, useEffect } from 'react';

const ITEMS = 'button:not(:disabled, [hidden]), a[href]';
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Keeps one of the box's items within reach of the tab key, and goes from one to the next by arrows. */
export function useRoving(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const settle = (): void => {
      const items = itemsOf(current);
      const held =
        items.find((item) => item === document.activeElement) ?? items.find(({ tabIndex }) => tabIndex === 0);
      hold(items, held ?? items[0]);
    };
    const press = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      const items = itemsOf(current);
      const at = items.findIndex((item) => item === event.target);
      const next = step === undefined || at < 0 ? undefined : items[(at + step + items.length) % items.length];
      if (next === undefined) return;
      event.preventDefault();
      hold(items, next);
      next.focus();
    };
    const observer = new MutationObserver(settle);
    observer.observe(current, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    current.addEventListener('keydown', press);
    settle();
    return () => {
      observer.disconnect();
      current.removeEventListener('keydown', press);
    };
  }, [box]);
}

/** Not those of what has opened within. */
function itemsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(ITEMS)].filter(
    (item) => item.closest('[role="dialog"], [role="menu"]') === null,
  );
}

function hold(items: readonly HTMLElement[], held: HTMLElement | undefined): void {
  for (const item of items) item.tabIndex = item === held ? 0 : -1;
}
