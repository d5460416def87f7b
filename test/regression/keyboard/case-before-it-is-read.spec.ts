/** C that was pressed before it was read whether the record has a case opened the dialog for another one, and said of the first that somebody had opened it meanwhile. */
import { expect, PROFILE, test } from '../../renderer/features/stage.ts';
import { scriptNotes } from '../../renderer/support/notes-scripts.ts';
import { exceptionAt, scriptReconciliation } from '../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

const PAID = '3f1c2b1e-0000-4000-8000-000000000001';
const CASE = { ...exceptionAt(0), kind: 'case', unit: null, delta: null, state: 'open', recordUuid: PAID } as const;

test('the key leads to the case once it is known that there is one', async ({ stage, page }) => {
  scriptNotes(stage.engine, PROFILE);
  scriptReconciliation(stage.engine, 0).rows = [CASE];
  const read = Promise.withResolvers<void>();
  await page.route('**/call', async (route) => {
    if (route.request().postData()?.includes('"exceptions.page"') === true) await read.promise;
    await route.continue();
  });
  await stage.open(`/invoices/${PAID}`);
  await expect(page.getByRole('button', { name: 'Open a case…' })).toBeDisabled();
  await page.keyboard.press('c');
  const title = page.getByRole('textbox', { name: 'What is to be done' });
  await expect(title).toBeFocused();
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  read.resolve();
  await expect(page).toHaveURL(/#\/reconciliation\/exceptions\?.*kind=case/);
  await expect(title).toHaveCount(0);
});
