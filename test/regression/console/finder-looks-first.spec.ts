/** The finder said that nothing was like what was typed while it was still looking, to whoever does not see the lines come. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

test('nothing is said to be missing before it was looked for', async ({ stage, page }) => {
  const { promise: looked, resolve: answer } = Promise.withResolvers<void>();
  stage.engine.on('invoices.page', async () => {
    await looked;
    return success({ rows: [], total: 0 });
  });
  await stage.open('/settings');
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find' }).fill('nothing like this');
  const said = page.getByRole('dialog').getByRole('status');
  await expect(said).toHaveText('Looking…');
  answer();
  await expect(said).toHaveText('No command, screen or id like this.');
});
