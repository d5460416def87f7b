// When the first window has painted, which is when everything that is not needed for that may begin.

/** What is heard of a window. */
interface Seen {
  once(event: 'ready-to-show' | 'closed', listener: () => void): unknown;
}

/** A window that never paints (a desktop that is locked, a page that fails) keeps nothing back for longer, milliseconds. */
const LONGEST_MS = 1_000;

/** Resolves when the window has something to show or is gone, at once without one. Never rejects. */
export function firstPaint(window: Seen | undefined, longestMs = LONGEST_MS): Promise<void> {
  if (window === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs);
    const painted = (): void => {
      clearTimeout(timer);
      resolve();
    };
    window.once('ready-to-show', painted);
    window.once('closed', painted);
  });
}
