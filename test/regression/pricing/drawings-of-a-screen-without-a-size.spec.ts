/** Drawings of a screen that is not shown for a while have no size: the library complained of that in the console of the window. */
import { expect, test } from '../../renderer/features/stage.ts';

for (const [what, path] of [
  ['the share paid by hour', '/pricing/methods?hours=1'],
  ['rates over time', '/pricing/rates?currency=EUR'],
] as const)
  test(`${what} is not drawn while its screen has no size, and nothing complains of it`, async ({ stage, page }) => {
    await stage.open(path);
    const drawings = page.locator('main .recharts-surface');
    await expect(drawings).not.toHaveCount(0);
    await page.evaluate(`document.querySelector('main').style.display = 'none'`);
    await expect(drawings).toHaveCount(0);
    await page.evaluate(`document.querySelector('main').style.display = ''`);
    await expect(drawings).not.toHaveCount(0);
  });
