// Keys: those of one screen, the one that goes with letters on this system, and arrows along a row of buttons.
import { useWindowEvent } from '@mantine/hooks';
import { useUi } from './environment.tsx';
import { type RefObject, useEffect } from 'react';

/** Runs on the plain key, for as long as the component is there. */
export function useKey(key: string, run: () => void): void {
  const { plainKeys } = useUi();
  useWindowEvent('keydown', (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (event.defaultPrevented || !isPlain || event.key !== key || isElsewhere(event.target)) return;
    if (key.length === 1 && !plainKeys) return;
    event.preventDefault();
    run();
  });
}

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true;
  // In a menu a letter looks for an entry; on a switch above a list it means nothing of its own.
  if (!(target instanceof HTMLElement)) return false;
  return target.closest('[role="menu"], [role="listbox"]') !== null || isTyping(target);
}

const FIELDS = 'input, textarea, select, [contenteditable]';

/** True while a plain key is a letter of something. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(FIELDS) !== null && !isSwitch(target);
}

/** A radio button or check box, but not in a form: there it stands beside words that are being written. */
function isSwitch(target: HTMLElement): boolean {
  return target.matches('input[type="radio"], input[type="checkbox"]') && target.closest('form') === null;
}

export type HeldKey = '⌘' | 'Ctrl';

/** What the system says of itself: `userAgentData.platform` where there is one, `navigator.platform` elsewhere. */
export interface SystemNames {
  readonly platform: string;
  readonly userAgentData?: { readonly platform?: string | undefined } | undefined;
}

/** Pure. */
export function heldKey({ platform, userAgentData }: SystemNames): HeldKey {
  const name = userAgentData?.platform ?? platform;
  return /^mac/i.test(name) || /^(?:iphone|ipad)/i.test(name) ? '⌘' : 'Ctrl';
}

/** That of the system under this window. */
export function heldHere(): HeldKey {
  const names: SystemNames = window.navigator;
  return heldKey(names);
}

/** True while it is held, and not the other: on a Mac, Ctrl and a letter edit text, and Ctrl and a click ask for the menu. */
export function isHeld(
  { ctrlKey, metaKey }: { readonly ctrlKey: boolean; readonly metaKey: boolean },
  held: HeldKey = heldHere(),
): boolean {
  return held === '⌘' ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

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

const FIRST = 'data-autofocus';

/**
 * Keeps the keyboard in the field of a dialog that it was led on to. The library gives it to the first field a moment after the dialog is there, however
 * far it has come by then, and knows that field by a mark: the mark goes along with the keyboard.
 */
export function useKeyboardStays(): void {
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      const dialog = target instanceof Element ? target.closest('[role="dialog"][aria-modal="true"]') : null;
      if (dialog === null || !(target instanceof Element) || target === dialog) return;
      for (const marked of dialog.querySelectorAll(`[${FIRST}]`)) marked.removeAttribute(FIRST);
      target.setAttribute(FIRST, 'true');
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
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
