/**
 * What stands on screen for some seconds only, seen however late a busy machine looks: the page itself notes it. Not here: what stays, which an
 * expectation waits for.
 */
import { expect, type Page } from '@playwright/test';

interface Glimpse {
  /** Waits until the words have been in view at some moment since. */
  readonly seen: () => Promise<void>;
}

/** Looks out for words from now on: to be asked for before the deed that brings them. */
export async function watchFor(page: Page, words: string): Promise<Glimpse> {
  const wanted = JSON.stringify(words);
  await page.evaluate(`(() => {
    const seen = (window.glimpsed ??= new Set());
    seen.delete(${wanted});
    const watch = new MutationObserver(() => {
      if (!document.body.innerText.includes(${wanted})) return;
      seen.add(${wanted});
      watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  })()`);
  return {
    seen: () =>
      expect.poll(() => page.evaluate<boolean>(`window.glimpsed.has(${wanted})`), `“${words}” in view`).toBe(true),
  };
}
