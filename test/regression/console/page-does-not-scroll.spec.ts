/** Words for readers of a screen alone made the page itself as high as they lay low: beside the screen's scroll bar stood a second one, and the frame could be scrolled away. */
import { expect, test } from '../../e2e/support/scripted-page.ts';

const BEYOND = `(() => { const page = document.documentElement; return [page.scrollWidth - page.clientWidth, page.scrollHeight - page.clientHeight]; })()`;

test('the screen scrolls, the page does not', async ({ open, page }) => {
  await open('/settings');
  await expect(page.getByRole('region', { name: 'Data and sync' })).toBeVisible();
  for (const [width, height] of [
    [1_280, 800],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate<number[]>(BEYOND), `at ${width}×${height}`).toEqual([0, 0]);
  }
});
