/** The finder called a filter “not understood” while it was still being typed, and said “status:success” back to whoever had typed status:paid. */
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

test('a filter is not blamed while it is typed, and stands there as it was typed', async ({ stage, page }) => {
  await stage.open('/invoices');
  await page.keyboard.press('Control+K');
  const field = page.getByRole('combobox', { name: 'Find' });
  await field.fill('amount:nothing status:');
  await expect(page.getByRole('option', { name: 'expired' })).toBeVisible();
  await expect(page.getByText('“amount:nothing” is not understood', { exact: false })).toBeVisible();
  await expect(page.getByText('“status:” is not understood', { exact: false })).toHaveCount(0);
  await field.fill('status:paid ');
  await expect(page.getByRole('group', { name: 'Understood as' })).toHaveText('status:paid');
});
