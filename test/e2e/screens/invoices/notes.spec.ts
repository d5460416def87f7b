/** What people write about a record: a note in one key and its words, labels, and what a failure leaves. */
import { HOSTILE } from '../../../renderer/features/records.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { scriptNotes } from '../../../renderer/support/notes-scripts.ts';

test.use({ sharesPage: true });

const PAID = '3f1c2b1e-0000-4000-8000-000000000001';

test('a note is one key, its words and Enter; it stands on top with its author, and hostile text is only text', async ({
  stage,
  page,
}) => {
  const books = scriptNotes(stage.engine, PROFILE);
  for (const text of ['first', HOSTILE.script, `${HOSTILE.rtl} and\na second line`, 'fourth'])
    books.notes.push({
      id: `note-${text}`,
      list: 'invoices',
      recordId: PAID,
      name: 'order-1001',
      at: '2026-11-20T09:30:00Z',
      osUser: 'jan',
      text,
    });
  await stage.open(`/invoices/${PAID}`);
  const panel = page.getByRole('region', { name: 'Notes' });
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('w');
  await page.keyboard.type('Wait for the bank');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('before a refund');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('listitem').first()).toContainText('Wait for the bank\nbefore a refund');
  await expect(panel.getByRole('listitem').first()).toContainText('maria');
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Show all 5 notes' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(5);
  await stage.expectSound();
});

test('what could not be kept stays in its field, and is the same note when it is tried again', async ({
  stage,
  page,
}) => {
  const books = scriptNotes(stage.engine, PROFILE);
  books.refusals.push({ kind: 'unavailable-offline', detail: 'the store is busy' });
  await stage.open(`/invoices/${PAID}`);
  const field = page.getByRole('textbox', { name: 'Note' });
  await field.fill('Keep me');
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('Keep me');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  const ids = stage.inputsOf('notes.add').map((input) => Object(input).noteId);
  expect(new Set(ids).size).toBe(1);
  expect(books.notes).toHaveLength(1);
});

test('a label is found or made by its name, and taken off again', async ({ stage, page }) => {
  const books = scriptNotes(stage.engine, PROFILE);
  await stage.open(`/invoices/${PAID}`);
  const panel = page.getByRole('region', { name: 'Notes' });
  await expect(panel.getByRole('button', { name: 'Labels' })).toBeEnabled();
  await page.keyboard.press('l');
  await expect(page.getByRole('textbox', { name: 'Find or make a label' })).toBeFocused();
  await page.keyboard.type('refund');
  await page.getByText('red', { exact: true }).click();
  await page.getByRole('button', { name: 'Make “refund”' }).click();
  await expect(panel.getByRole('list', { name: 'Labels' })).toContainText('refund');
  expect(books.labels).toMatchObject([{ name: 'refund', colour: 'red' }]);
  await stage.expectSound();
  await page.getByRole('checkbox', { name: 'refund' }).click();
  await expect(panel.getByRole('list', { name: 'Labels' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Find or make a label' }).fill('ref');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('list', { name: 'Labels' })).toContainText('refund');
  expect(books.labels).toHaveLength(1);
});

test('labels are put on the chosen rows at once, the list is narrowed by them, and the finder knows them', async ({
  stage,
  page,
}) => {
  const books = scriptNotes(stage.engine, PROFILE);
  books.labels.push({ id: 'label-vip', name: 'VIP', colour: 'amber' });
  await stage.open('/invoices');
  const grid = page.getByRole('grid', { name: 'Invoices' });
  for (const name of [/order-1060/, /order-1059/]) await grid.getByRole('row', { name }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Labels…' }).click();
  await page.keyboard.type('vi');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'VIP' })).toBeChecked();
  expect([...books.worn.values()].map((ids) => [...ids])).toEqual([['label-vip'], ['label-vip']]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find', exact: true }).fill('vip');
  await page.getByRole('option', { name: 'Invoices with the label VIP' }).click();
  await expect(page).toHaveURL(/#\/invoices\?label=VIP$/);
  await stage.expectAsked('invoices.page', { filter: { label: ['VIP'] } });
});

test('the finder knows what else has a label: withdrawals as a list, customers and endpoints one by one', async ({
  stage,
  page,
}) => {
  const books = scriptNotes(stage.engine, PROFILE);
  books.labels.push({ id: 'label-vip', name: 'VIP', colour: 'amber' });
  for (const [recordId, list] of [
    ['withdrawal-1', 'withdrawals'],
    ['customer-4', 'customers'],
    ['shop.example', 'endpoints'],
  ] as const) {
    books.worn.set(recordId, new Set(['label-vip']));
    books.lists.set(recordId, list);
  }
  await stage.open('/');
  const found = async (name: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find', exact: true }).fill('vip');
    await page.getByRole('option', { name }).click();
  };
  await found('Withdrawals with the label VIP');
  await expect(page).toHaveURL(/#\/withdrawals\?label=VIP$/);
  await found('Endpoint shop.example with the label VIP');
  await expect(page).toHaveURL(/#\/webhooks\/endpoints\?host=shop\.example$/);
  await found('Customer customer-4 with the label VIP');
  await expect(page).toHaveURL(/#\/customers\/customer-4$/);
});
