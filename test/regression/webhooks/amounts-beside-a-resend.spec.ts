/** Beside a resend the amounts of what is failing lay under the edge of their table: "10,492" instead of 10,492.70. */
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
  const aside = await page.getByRole('complementary', { name: 'Resend' }).boundingBox();
  for (const width of [1_280, 1_100]) {
    await page.setViewportSize({ width, height: 800 });
    const list = await table.locator('xpath=..').boundingBox();
    const amount = await table.getByRole('columnheader', { name: 'Net (USDT)' }).boundingBox();
    expect(aside).not.toBeNull();
    expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeLessThanOrEqual((list?.x ?? 0) + (list?.width ?? 0) + 1);
  }
});
