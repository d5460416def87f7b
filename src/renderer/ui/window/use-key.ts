// A key of one screen, heard while nobody types and no dialog is open.
import { useWindowEvent } from '@mantine/hooks';
import { useUi } from './environment.tsx';

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
