/** The name of a payment method without a blank ran over the estimate beside it and made the screen scroll sideways. */
import { expect, test } from '../../renderer/features/stage.ts';
import { expectNoOverflow } from '../../renderer/support/overflow.ts';
import { hostileScene } from '../../renderer/features/hostile.ts';

test('the name of a method, however long, stays in its column of the calculator', async ({ stage, page }) => {
  await stage.open('/pricing?amount=100', hostileScene());
  await expect(page.getByRole('status', { name: 'The estimate' })).toContainText('No rate is known');
  for (const width of [1920, 1280, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNoOverflow(page, `the window at ${width}`);
  }
});
