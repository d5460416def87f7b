/**
 * The table took the keyboard with the next drawing once a form or a dialog of it was closed, also from a form that the next key had opened before that drawing: what was
 * typed there went into the table, where letters are commands.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../../renderer/features/stage.ts';
import { scriptEntries, scriptSources } from '../../renderer/support/entries-scripts.ts';
import { scriptReconciliation } from '../../renderer/support/reconciliation-scripts.ts';

/** Presses keys one after the other before anything is drawn, and lets three drawings go by. */
async function pressBetweenDrawings(page: Page, keys: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const key of all) {
      const told = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(told);
      // What a key has changed is there once its microtasks are over; a drawing needs a task.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    }
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, keys);
}

test('a form that is opened right behind Escape keeps the keyboard', async ({ stage, page }) => {
  await stage.open('/reconciliation/exceptions');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('complementary', { name: 'Triage: order-00000' })).toBeVisible();
  await page.keyboard.press('t');
  const name = page.getByRole('combobox', { name: 'Assign to' });
  await expect(name).toBeFocused();
  await pressBetweenDrawings(page, ['Escape', 't']);
  await page.keyboard.type('jan');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('jan');
});

test('a form that is opened right behind a dialog keeps the keyboard', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine);
  scriptSources(stage.engine, scriptEntries(stage.engine, books, 60));
  await stage.open('/reconciliation/ledger?outcome=amount-differs');
  await expect(page.getByRole('grid', { name: 'Ledger' }).getByText('order-00003')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('complementary', { name: 'Triage: order-00003' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByRole('combobox', { name: 'Find invoices' })).toBeFocused();
  await pressBetweenDrawings(page, ['Escape', 'n']);
  await page.keyboard.type('Asked');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Asked');
});
