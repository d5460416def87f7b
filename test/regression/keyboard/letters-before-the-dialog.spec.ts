/** The field of a dialog had the keyboard a moment after it was there: letters that were typed right behind the key of the dialog were lost. */
import { expect, test } from '../../e2e/support/scripted-page.ts';
import { scriptQuietSandbox } from '../../renderer/support/scripts.ts';

/** Whether the field has the keyboard at the moment at which it is put into the page. */
const NOTED = `(() => {
  const look = () => {
    const field = document.querySelector('[role="dialog"] input');
    if (field !== null) window.noted ??= document.activeElement === field;
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
})()`;

test('the field of a dialog has the keyboard as soon as it is there', async ({ engine, open, page }) => {
  scriptQuietSandbox(engine);
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  await page.locator('[row-index="0"] [col-id="status"]').focus();
  await page.evaluate(NOTED);
  await page.keyboard.press('Control+g');
  await expect(page.getByRole('textbox', { name: 'Row' })).toBeFocused();
  expect(await page.evaluate('window.noted')).toBe(true);
});
