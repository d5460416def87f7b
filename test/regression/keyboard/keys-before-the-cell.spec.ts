/** A key that was pressed while the cell with the keyboard was being drawn anew went nowhere: it counts once the cell is there. */
import { expect, test } from '../../e2e/support/scripted-page.ts';
import { scriptQuietSandbox } from '../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

test('keys count that come before the cell is drawn, each in its turn, and are forgotten where a person goes on elsewhere', async ({
  engine,
  open,
  page,
}) => {
  scriptQuietSandbox(engine);
  await open('/invoices');
  await expect(page.getByText('order-0000000')).toBeVisible();
  const cell = (index: number) => page.locator(`[row-index="${index}"] [col-id="status"]`);
  /** What rows that come do: the row is taken out of the page, and one is drawn in its place. */
  const between = async (keys: readonly string[]): Promise<void> => {
    const parts = `const row = document.activeElement.closest('.ag-row'); const rows = row.parentElement; const next = row.nextSibling;`;
    await page.evaluate(`(() => { ${parts} row.remove(); window.putBack = () => rows.insertBefore(row, next); })()`);
    for (const key of keys) await page.keyboard.press(key);
  };
  await cell(2).focus();
  await between(['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown']);
  expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  await page.evaluate('window.putBack()');
  await expect(cell(4)).toBeFocused();
  await cell(2).focus();
  await between(['ArrowDown']);
  await page.getByRole('searchbox').first().focus();
  await page.evaluate('window.putBack()');
  await cell(5).focus();
  await page.keyboard.press('ArrowDown');
  await expect(cell(6)).toBeFocused();
});
