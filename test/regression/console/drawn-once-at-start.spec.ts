/** What a person begins in the first moment stays: the screens were drawn as this computer writes, and wholly anew once the settings came. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { SETTINGS } from '../../renderer/support/scripts.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';

test('the frame waits for how numbers are written, and a menu opened at once stays open', async ({
  engine,
  joinSession,
  page,
  shell,
}) => {
  const settings = Promise.withResolvers<void>();
  engine.on('settings.get', async () => {
    await settings.promise;
    return success({ ...SETTINGS, numbers: 'space-comma' });
  });
  await joinSession(page);
  await page.goto(`${shell.origin}/#/`);
  await expect.poll(() => engine.inputsOf('profiles.list')).toHaveLength(1);
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /Switch profile/ })).toHaveCount(0);
  settings.resolve();
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.evaluate(`document.querySelector('.mc-shell').dataset.first = ''`);
  await expect(page.getByText('This window shows')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.mc-shell[data-first]')).toHaveCount(1);
  await expect(page.getByText('This window shows')).toBeVisible();
});
