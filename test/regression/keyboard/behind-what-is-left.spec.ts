/** What was left faded out for a fifth of a second, or for as long as a busy machine took, and was a dialog to every key until then: the one right behind Escape was lost. */
import type { Page } from '@playwright/test';
import { expect, PROFILE, test } from '../../renderer/features/stage.ts';
import { scriptNotes } from '../../renderer/support/notes-scripts.ts';

test.use({ sharesPage: true });

/** As quick as a hand: the second key is on its way before anything is drawn. */
async function leaveFor(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press(key)]);
}

for (const [what, opening, inside] of [
  ['the finder', 'Control+K', 'combobox'],
  ['the sheet of keys', '?', 'button'],
] as const)
  test(`a key right behind ${what} counts`, async ({ stage, page }) => {
    await stage.open('/invoices');
    await page.keyboard.press(opening);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole(inside).first()).toBeFocused();
    await leaveFor(page, '/');
    await expect(page.getByRole('searchbox', { name: 'Search invoices' })).toBeFocused();
    await expect(dialog).toHaveCount(0);
  });

test('so does one right behind what has opened at a control', async ({ stage, page }) => {
  scriptNotes(stage.engine, PROFILE);
  await stage.open('/invoices/3f1c2b1e-0000-4000-8000-000000000001');
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeVisible();
  await page.locator('[data-console-sync]').click();
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await leaveFor(page, 'w');
  await expect(note).toBeFocused();
});

/** In one task: before the library gives the field of the finder the keyboard. */
const LEFT_AND_BACK = `(async () => {
  for (const init of [{ key: 'Escape' }, { key: 'k', ctrlKey: true }, { key: 'a' }, { key: 'b' }, { key: 'c' }]) {
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
    for (let drawn = 0; drawn < 20; drawn += 1) await null;
  }
})()`;

test('letters right behind the key of a finder that has just been left go into it', async ({ stage, page }) => {
  await stage.open('/settings');
  await page.keyboard.press('Control+K');
  const field = page.getByRole('combobox', { name: 'Find' });
  await expect(field).toBeFocused();
  await page.evaluate(LEFT_AND_BACK);
  await expect(field).toHaveValue('abc');
});
