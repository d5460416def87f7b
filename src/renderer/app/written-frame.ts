/** The frame that stands in the page itself, before any script is there (index.html). It lies above the screens and goes when they have something to show. */

/** Takes it away; nothing without one. */
export function dropWrittenFrame(): void {
  document.getElementById('start')?.remove();
}
