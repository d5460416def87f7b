/** Beside a resend the amounts of what is failing lay under the edge of their table: "10,492" instead of 10,492.70. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../../renderer/features/stage.ts';
import { scriptDeliveries } from '../../renderer/support/delivery-scripts.ts';

test('the amounts of failing webhooks stay in view beside a resend', async ({ stage, page }) => {
  scriptDeliveries(stage.engine, 3_000);
  stage.engine.hang('resends.plan');
  await stage.open('/webhooks');
  const table = page.getByRole('table', { name: 'Failing webhooks' });
  await table
    .getByRole('link', { name: /^Resend: / })
    .first()
    .click();
  await expect(page.getByRole('complementary', { name: 'Resend' })).toBeVisible();
  const rightOf = async (what: Locator): Promise<number> => {
    const box = await what.boundingBox();
    return box === null ? Number.NaN : box.x + box.width;
  };
  for (const width of [1_280, 1_100]) {
    await page.setViewportSize({ width, height: 800 });
    const amount = table.getByRole('columnheader', { name: 'Net (USDT)' });
    const cut = async (): Promise<number> => (await rightOf(amount)) - (await rightOf(table.locator('xpath=..')));
    await expect.poll(cut, `at ${width}`).toBeLessThanOrEqual(1);
  }
});
