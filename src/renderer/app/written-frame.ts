/**
 * The frame that the desktop shell wrote into the page before any script was there (main/start-page.ts). It lies above the screens and goes when they
 * have something to show. Not here: when that is (gate.tsx).
 */
const ID = 'start';

/** Whether the page still has it. */
export function hasWrittenFrame(): boolean {
  return document.getElementById(ID) !== null;
}

/** Takes it away; nothing without one. */
export function dropWrittenFrame(): void {
  document.getElementById(ID)?.remove();
}
