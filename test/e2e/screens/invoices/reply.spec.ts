/** The answer to a customer in his language: chosen beside the command, kept for the currency, and nothing is copied with a gap that nobody has seen. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { invoice } from '../../../renderer/features/records.ts';
import { ago, invoiceAnswer, uuidAt } from '../../../renderer/features/scenes.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';

const OPEN = invoice({
  uuid: uuidAt(1),
  external_id: 'order-1057',
  status: 'pending',
  purpose: null,
  finished_at: null,
  settled_amount_usdt: null,
  expires_at: ago(-3_600_000),
});

test.beforeEach(({ stage }) => {
  stage.engine
    .on('invoices.get', () => success(invoiceAnswer(OPEN)))
    .on('deliveries.ofInvoice', () => success({ deliveries: [], asOf: ago(20_000), source: 'mirror', quarantined: 0 }));
});

test('a language is chosen in its first letters, and the key copies in it', async ({ stage, page }) => {
  await stage.open(`/invoices/${OPEN.uuid}`);
  const language = page.getByRole('combobox', { name: 'Language of the customer reply' });
  await expect(language).toHaveValue('English');
  await language.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('pol');
  await expect(page.locator('[data-combobox-selected]')).toHaveText('Polish');
  await page.keyboard.press('Enter');
  await expect(language).toHaveValue('Polish');
  await page.keyboard.press('y');
  await expect(page.getByText('Customer reply copied')).toBeVisible();
  await expect(page.getByLabel('Customer reply', { exact: true })).toContainText('Zamówienie order-1057, 100.00 EUR');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Link do płatności: https://');
  await stage.expectSound();
});

test('a line that cannot be filled in is said before anything is copied, and left out on the second word', async ({
  stage,
  page,
}) => {
  const text = 'Hello {order}\nFor: {purpose}';
  stage.engine.on('answers.list', () => success({ answers: [{ language: 'en', state: 'open', text }] }));
  await stage.open(`/invoices/${OPEN.uuid}`);
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await expect(page.getByRole('combobox', { name: 'Language of the customer reply' })).toHaveValue('English');
  await page.keyboard.press('y');
  await expect(page.getByText('Nothing was copied: this line can not be filled in')).toBeVisible();
  await expect(page.getByText('“For: {purpose}”: {purpose} is not known of this invoice.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');
  await stage.expectSound('one');
  await page.getByRole('button', { name: 'Copy without this line' }).click();
  await expect(page.getByText('Customer reply copied')).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\nHello order-1057$/);
});

test('for want of a text in a language it is English, and says so and where to write one', async ({ stage, page }) => {
  await stage.open('/settings');
  await expect(page.getByRole('region', { name: 'Answers to customers' })).toBeVisible();
  stage.engine.on('answers.list', () =>
    success({ answers: [{ language: 'uk', state: 'received', text: 'Дякуємо, {order}' }] }),
  );
  stage.engine.push('books.changed', { kinds: ['answers'] }, PROFILE);
  await stage.open(`/invoices/${OPEN.uuid}`);
  await page.getByRole('combobox', { name: 'Language of the customer reply' }).click();
  await page.getByRole('option', { name: 'Ukrainian' }).click();
  await page.keyboard.press('y');
  await expect(page.getByText('In English: for this state there is no text in Ukrainian.')).toBeVisible();
  await expect(page.getByLabel('Customer reply', { exact: true })).toContainText('Order order-1057');
  await page.getByRole('link', { name: 'Write one' }).click();
  await expect(page.getByRole('region', { name: 'Answers to customers' })).toBeInViewport();
});
