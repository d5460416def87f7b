/** What was typed right behind the key of the finder, before its field had the keyboard, was lost, or pressed what stood behind it. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../renderer/features/stage.ts';

/** The finder's own code comes once the answer is called. */
async function holdFinder(page: Page): Promise<() => void> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/palette-[^/]*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}

test('letters go into the finder from its key on, and Enter behind them means its first line', async ({
  stage,
  page,
}) => {
  const arrive = await holdFinder(page);
  await stage.open('/invoices');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('statemx');
  await page.keyboard.press('Backspace');
  arrive();
  const field = page.getByRole('combobox', { name: 'Find' });
  await expect(field).toHaveValue('statem');
  await page.keyboard.type('ents');
  await expect(field).toHaveValue('statements');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The letters of a screen are the screen's again.
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search invoices' })).toBeFocused();
});

test('Enter behind them opens the first line once it is there', async ({ stage, page }) => {
  const arrive = await holdFinder(page);
  await stage.open('/invoices');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('withdrawals');
  await page.keyboard.press('Enter');
  arrive();
  await expect(page).toHaveURL(/#\/withdrawals$/);
});
