// Whether a dialog stands before the window, behind which nothing happens until it is left.
import type { Command } from './commands/command.ts';
import { PALETTE } from './commands/commands.ts';

const DIALOG = '[role="dialog"][aria-modal="true"]';

/** For that command, or for any when there is none. The palette is left by its own key. */
export function isOutOfReach(id?: Command['id']): boolean {
  return document.querySelector(id === PALETTE ? `${DIALOG}:not([data-console-palette])` : DIALOG) !== null;
}
