/** R that was pressed as soon as the keyboard was on a row of triage, before the window had drawn the row as the one in hand, opened no form. */
import { expect, test } from '../../renderer/features/stage.ts';

const PRESSED_AT_ONCE = (key: string): string => `(() => {
  const press = ({ target }) => {
    if (target.closest('.ag-cell') === null) return;
    document.removeEventListener('focusin', press);
    target.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }));
  };
  document.addEventListener('focusin', press);
})()`;

test('a letter counts for the row that the keyboard has just reached', async ({ stage, page }) => {
  await stage.open('/reconciliation/exceptions');
  const grid = page.getByRole('grid', { name: 'Exceptions' });
  await expect(grid.getByText('order-00000')).toBeVisible();
  await page.evaluate(PRESSED_AT_ONCE('r'));
  await page.keyboard.press('j');
  const form = page.getByRole('form', { name: 'Resolve' });
  await expect(form).toBeVisible();
  await expect(page.getByRole('complementary', { name: /^Triage:/ })).toBeVisible();
});
