/** An arrow that comes before the keyboard has arrived in a menu that was just opened closed it, and the next ones went nowhere. */
import { BUSINESS } from '../../renderer/support/scripts.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';

test.use({ sharesPage: true });

test('an arrow from outside of an open menu leaves it open', async ({ open, page }) => {
  await open('/');
  const switcher = page.getByRole('button', { name: /Switch profile/ });
  await page.keyboard.press('Shift+B');
  const dropdown = page.getByRole('menu');
  await expect(dropdown.locator(':focus')).toHaveCount(1);
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('ArrowDown');
  expect(await switcher.getAttribute('aria-expanded')).toBe('true');
  await dropdown.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: BUSINESS.name })).toBeFocused();
});
