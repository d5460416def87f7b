/** Once a label was made, or put on by its check box, the keyboard was nowhere: Escape closed nothing, and the keys of the record did nothing behind the open picker. */
import { expect, PROFILE, test } from '../../renderer/features/stage.ts';
import { scriptNotes } from '../../renderer/support/notes-scripts.ts';

test.use({ sharesPage: true });

test('a label is made and taken off, and the picker left, by the keyboard alone', async ({ stage, page }) => {
  scriptNotes(stage.engine, PROFILE);
  await stage.open('/invoices/3f1c2b1e-0000-4000-8000-000000000001');
  const panel = page.getByRole('region', { name: 'Notes' });
  await expect(panel.getByRole('button', { name: 'Labels' })).toBeEnabled();
  await page.keyboard.press('l');
  const field = page.getByRole('textbox', { name: 'Find or make a label' });
  await expect(field).toBeFocused();
  await page.keyboard.type('refund');
  await page.getByRole('button', { name: 'Make “refund”' }).press('Enter');
  await expect(panel.getByRole('list', { name: 'Labels' })).toContainText('refund');
  await expect(field).toBeFocused();
  const box = page.getByRole('checkbox', { name: 'refund' });
  await box.press('Space');
  await expect(panel.getByRole('list', { name: 'Labels' })).toHaveCount(0);
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await page.keyboard.press('w');
  await expect(panel.getByRole('textbox', { name: 'Note' })).toBeFocused();
});
