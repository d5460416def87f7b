/** Enter behind the name of a label did nothing while the labels that there are were still being read: whoever typed quickly had put none on. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, PROFILE, test } from '../../renderer/features/stage.ts';
import { scriptNotes } from '../../renderer/support/notes-scripts.ts';

test.use({ sharesPage: true });

test('the label is put on once it is known whether there is one of that name', async ({ stage, page }) => {
  const books = scriptNotes(stage.engine, PROFILE);
  books.labels.push({ id: '3f1c2b1e-0000-4000-8000-0000000000aa', name: 'refund', colour: 'blue' });
  const read = Promise.withResolvers<void>();
  stage.engine.on('labels.list', async () => {
    await read.promise;
    return success({ labels: books.labels.map((label) => ({ ...label, records: 0, withdrawals: 0 })) });
  });
  await stage.open('/invoices/3f1c2b1e-0000-4000-8000-000000000001');
  const panel = page.getByRole('region', { name: 'Notes' });
  await expect(panel.getByRole('button', { name: 'Labels' })).toBeEnabled();
  await page.keyboard.press('l');
  await expect(page.getByRole('textbox', { name: 'Find or make a label' })).toBeFocused();
  await page.keyboard.type('refund');
  await page.keyboard.press('Enter');
  await stage.expectAsked('labels.list', {});
  read.resolve();
  await expect(panel.getByRole('list', { name: 'Labels' })).toContainText('refund');
  expect(books.labels).toHaveLength(1);
});
