// The frame that stands in the page itself, before any script is there (index.html). The entry loads this file, so it knows no library.

/** Takes that frame away once there is something to show; nothing without one. */
export function dropWrittenFrame(): void {
  document.getElementById('start')?.remove();
}
