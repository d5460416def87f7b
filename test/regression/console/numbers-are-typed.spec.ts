/** An arrow, or the wheel over the field, changed a threshold by accident; one that is out of bounds was dropped without a word. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';
import { SETTINGS } from '../../renderer/support/scripts.ts';
import { expectAsked } from '../../renderer/support/asked.ts';

test.use({ sharesPage: true });

test('what is counted is typed, and what is no such number stays with the reason', async ({ engine, open, page }) => {
  let settings = SETTINGS;
  engine
    .on('settings.get', () => success(settings))
    .on('settings.set', ({ failuresInRow = 0 }) => {
      settings = { ...settings, failuresInRow };
      return success(settings);
    });
  await open('/settings?section=notices');
  const field = page.getByRole('textbox', { name: 'A receiver is down after' });
  await expect(field).toHaveValue('6');
  await field.press('ArrowUp');
  await field.hover();
  await page.mouse.wheel(0, -200);
  await expect(field).toHaveValue('6');
  await field.fill('0');
  await field.press('Tab');
  await expect(page.getByText(/^A whole number from \d+ to \d+$/)).toBeVisible();
  await expect(field).toHaveValue('0');
  expect(engine.inputsOf('settings.set')).toEqual([]);
  await field.fill(' 9 ');
  await field.press('Enter');
  await expectAsked(engine, 'settings.set', { failuresInRow: 9 });
  await expect(field).toHaveValue('9');
  await expect(page.getByText(/^A whole number from/)).toHaveCount(0);
});
