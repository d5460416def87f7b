/** Whether a window scrolls sideways. */
import { expect, type Page } from '@playwright/test';

/** Neither the window nor the screen scrolls sideways, once it has come to rest: what floats over it is placed anew a moment after the window has another size. */
export async function expectNoOverflow(page: Page, where = 'the window'): Promise<void> {
  const wide = (): Promise<number> =>
    page.evaluate<number>(`Math.max(...
    [document.documentElement, ...document.querySelectorAll('main')].map((box) => box.scrollWidth - box.clientWidth)
  )`);
  await expect.poll(wide, `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}
