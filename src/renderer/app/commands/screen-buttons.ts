/**
 * The buttons and fields of the present screen that commands press or go to: the screen marks them, so that a command does exactly what a click
 * does, and is refused exactly when the button is. Not here: the marks (ui/export-button, ui/print-button, ui/list/filters).
 */
import { ABSENT, type Availability, type MarkedButton, READY } from './command.ts';

const MARKS: Readonly<Record<MarkedButton, string>> = {
  export: 'button[data-console-export]',
  print: 'button[data-console-print]',
};

/** The search of the screen. */
const SEARCH = '[data-console-search]';

function buttonOf(mark: MarkedButton): HTMLButtonElement | null {
  const button = document.querySelector(MARKS[mark]);
  return button instanceof HTMLButtonElement ? button : null;
}

/** Whether the button is there and can be pressed; its title says why not. */
export function standingOf(mark: MarkedButton): Availability {
  const button = buttonOf(mark);
  if (button === null) return ABSENT;
  return button.disabled
    ? { kind: 'refused', reason: button.title === '' ? 'Not now.' : sentence(button.title) }
    : READY;
}

/** A button's title ends without a full stop; what is told above the screen has one. */
function sentence(title: string): string {
  return /[.!?]$/.test(title) ? title : `${title}.`;
}

/** Presses it, where it is. */
export function press(mark: MarkedButton): void {
  buttonOf(mark)?.click();
}

/** Puts the keyboard into the search of the screen; false where it has none. */
export function focusSearch(): boolean {
  return focusField(SEARCH);
}

function focusField(selector: string): boolean {
  const field = document.querySelector(selector);
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return false;
  field.focus();
  field.select();
  return true;
}
