// The entry of the page, as small as it can be: the screens are loaded once the frame that the page came with has been painted.
import { dropWrittenFrame } from './app/written-frame.ts';

/** A page that is not painted (its window is hidden, say) gets its screens all the same, milliseconds. */
const LONGEST_MS = 500;

function load(): void {
  // Without them nobody would ever take that frame away.
  import('./console.tsx').catch((error: unknown) => {
    dropWrittenFrame();
    throw error;
  });
}

let isLoading = false;
const once = (): void => {
  if (!isLoading) load();
  isLoading = true;
};
new PerformanceObserver(once).observe({ type: 'paint', buffered: true });
setTimeout(once, LONGEST_MS);
