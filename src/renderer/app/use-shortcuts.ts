/**
 * Keys that work everywhere: `g` and a letter goes to a screen, Ctrl or ⌘ with a digit too, `/` finds the search field of
 * the screen, Ctrl or ⌘ with K the field for any id, `?` opens the sheet. A plain key does nothing while somebody types.
 */
import { useCallback, useEffect, useState } from 'react';
import { isTyping, navigateTo } from '../ui/index.ts';
import { CHECK_SIGNATURE, DESTINATIONS, NEW_INVOICE, NUMBERED, PLAN_RESEND } from './destinations.ts';

const CHORD_MS = 1_200;

interface Shortcuts {
  readonly sheetOpen: boolean;
  readonly openSheet: () => void;
  readonly closeSheet: () => void;
}

/** Listens on the window for as long as the shell is there. */
export function useShortcuts(): Shortcuts {
  const [sheetOpen, setSheetOpen] = useState(false);
  useEffect(() => {
    const chord = { since: Number.NEGATIVE_INFINITY };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const digit = digitOf(event);
      if (digit !== undefined) {
        event.preventDefault();
        navigateTo(digit.path);
        return;
      }
      if (isFind(event)) {
        if (focusField(FIND)) event.preventDefault();
        return;
      }
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (event.key === 'g') chord.since = event.timeStamp;
      if (event.key === '?') setSheetOpen(true);
      if (event.key === '/' && (focusField(SEARCH) || focusField(FIND))) event.preventDefault();
    };
    // The second letter of a chord is nobody else's, so it is taken before any screen with keys of its own hears it.
    const endChord = (event: KeyboardEvent): void => {
      if (event.timeStamp - chord.since >= CHORD_MS || hasModifier(event) || isTyping(event.target)) return;
      chord.since = Number.NEGATIVE_INFINITY;
      event.preventDefault();
      const path = placeOf(event.key.toLowerCase());
      if (path !== undefined) navigateTo(path);
    };
    window.addEventListener('keydown', endChord, { capture: true });
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', endChord, { capture: true });
      window.removeEventListener('keydown', press);
    };
  }, []);
  return {
    sheetOpen,
    openSheet: useCallback(() => setSheetOpen(true), []),
    closeSheet: useCallback(() => setSheetOpen(false), []),
  };
}

/** The screen behind `g` and this letter. */
function placeOf(key: string): string | undefined {
  return [NEW_INVOICE, PLAN_RESEND, CHECK_SIGNATURE, ...DESTINATIONS].find((place) => place.key === key)?.path;
}

function hasModifier({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}

/** The screen of Ctrl+1 … Ctrl+9 (⌘ on a Mac); browsers keep these for their tabs, the desktop app does not. */
function digitOf(event: KeyboardEvent) {
  if (event.ctrlKey === event.metaKey || event.shiftKey || !/^[1-9]$/.test(event.key)) return undefined;
  return NUMBERED[Number.parseInt(event.key, 10) - 1];
}

/** Ctrl+K (⌘ on a Mac), also while somebody types elsewhere. */
function isFind(event: KeyboardEvent): boolean {
  return event.ctrlKey !== event.metaKey && !event.shiftKey && event.key.toLowerCase() === 'k';
}

/** The search of the screen, and the field in the frame that takes any id. */
const SEARCH = '[data-console-search]';
const FIND = '[data-console-find]';

function focusField(selector: string): boolean {
  const field = document.querySelector(selector);
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return false;
  field.focus();
  field.select();
  return true;
}
