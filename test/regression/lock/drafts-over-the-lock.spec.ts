/** A console that locked itself while somebody wrote threw the note, the case or the order away: the lock takes every screen out of the page, and what was typed was in the screen alone. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, test } from '../../renderer/features/stage.ts';
import { lockAndOpen } from '../../renderer/features/lock.ts';
import { scriptNotes } from '../../renderer/support/notes-scripts.ts';

const PAID = '3f1c2b1e-0000-4000-8000-000000000001';

test('a note and a case stand there again as they were, and are gone once they are left', async ({ stage, page }) => {
  scriptNotes(stage.engine, PROFILE);
  await stage.open(`/invoices/${PAID}`);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('half a note');
  await lockAndOpen(stage, 'half');
  await expect(note).toHaveValue('half a note');
  await page.getByRole('button', { name: 'Open a case…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open a case' });
  await dialog.getByLabel('What is to be done').fill('half a case');
  await dialog.getByLabel('Due on').fill('2026-12-24');
  await lockAndOpen(stage, 'half');
  await expect(dialog.getByLabel('What is to be done')).toHaveValue('half a case');
  await expect(dialog.getByLabel('Due on')).toHaveValue('2026-12-24');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.goBack();
  await expect(note).toHaveValue('');
});

test('an order that is being typed stands there again', async ({ stage, page }) => {
  await stage.open('/new-invoice');
  const customer = page.locator('#order-customer_id');
  await customer.fill('half-customer');
  await lockAndOpen(stage, 'half');
  await expect(customer).toHaveValue('half-customer');
});

test('so does an answer to customers', async ({ stage, page }) => {
  stage.engine.on('answers.list', () => success({ answers: [] }));
  await stage.open('/settings?section=answers');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('half an answer');
  await lockAndOpen(stage, 'half');
  await expect(text).toHaveValue('half an answer');
});

test('so do the reason and the note of an exception, beside the record they are about', async ({ stage, page }) => {
  await stage.open('/reconciliation/exceptions');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  const form = page.getByRole('form', { name: 'Resolve' });
  await expect(form).toBeVisible();
  const name = await page.getByRole('complementary', { name: /^Triage:/ }).getAttribute('aria-label');
  await page.keyboard.press('2');
  await form.getByLabel('Note').fill('half a reason');
  await lockAndOpen(stage, 'half');
  await expect(form.getByLabel('Note')).toHaveValue('half a reason');
  await expect(form.getByRole('radio').nth(1)).toBeChecked();
  await expect(page.getByRole('complementary', { name: /^Triage:/ })).toHaveAttribute('aria-label', name ?? '');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Exceptions' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('r');
  await expect(form.getByLabel('Note')).toHaveValue('');
  await expect(page.getByRole('complementary', { name: /^Triage:/ })).toHaveAttribute('aria-label', name ?? '');
});
