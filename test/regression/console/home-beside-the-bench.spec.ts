/** Beside the training bench the figures of Home were cut: its layout went by the width of the window, not by what the bench leaves of it. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, expectNoOverflow, test } from '../../e2e/support/scripted-page.ts';

test('no figure is cut beside the bench, at either size', async ({ engine, open, page }) => {
  engine.on('training.status', () => success({ troubles: [], hosts: [] }));
  await open('/');
  await page.getByRole('button', { name: /SANDBOX.*Switch profile/ }).click();
  await page.getByRole('menuitem', { name: 'Training bench' }).click();
  await expect(page.getByRole('complementary', { name: 'Training bench' })).toBeVisible();
  for (const [width, height] of [
    [1_280, 800],
    [1_024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() =>
        page
          .locator('[data-console-figure]')
          .evaluateAll((figures) => figures.map((figure) => figure.scrollWidth - figure.clientWidth)),
      )
      .toEqual([0, 0, 0, 0, 0]);
    await expectNoOverflow(page);
  }
});
