/** R right behind Escape from a form that had come back with the lock, before the table had the keyboard on its row, opened nothing. */
import { lockAndOpen } from '../../renderer/features/lock.ts';
import { expect, test } from '../../renderer/features/stage.ts';

/** Both before the next drawing, and the second once the screen has heard of the first. */
const BOTH = `(async () => {
  const press = (key) =>
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  press('Escape');
  for (let turn = 0; turn < 50; turn += 1) await null;
  press('r');
})()`;

test('the row of the form stays in hand', async ({ stage, page }) => {
  await stage.open('/reconciliation/exceptions');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  const note = page.getByRole('form', { name: 'Resolve' }).getByLabel('Note');
  await note.fill('half a reason');
  await lockAndOpen(stage, 'half');
  await expect(note).toHaveValue('half a reason');
  await page.evaluate(BOTH);
  await expect(note).toHaveValue('');
  await expect(page.getByRole('complementary', { name: 'Triage: order-00000' })).toBeVisible();
});
