/** Whoever paused behind a blank in the search of a list lost the blank, and the next word was run together with the one before: "coffeebeans". */
import { expect, test } from '../../e2e/support/scripted-page.ts';

test('a pause behind a blank keeps it', async ({ open, page }) => {
  await open('/invoices');
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search invoices' });
  await expect(field).toBeFocused();
  // As one piece: a letter that comes late would have been asked for without the blank.
  await page.keyboard.insertText('coffee ');
  await expect(page).toHaveURL(/text=coffee$/);
  await page.keyboard.type('beans');
  await expect(field).toHaveValue('coffee beans');
  await expect(page).toHaveURL(/text=coffee\+beans$/);
});
