/** The column “Source” of the ledger shows what people call a source; what was copied of it was its id, which nobody knows. */
import { expect, test } from '../../renderer/features/stage.ts';
import { scriptEntries, scriptSources } from '../../renderer/support/entries-scripts.ts';
import { scriptReconciliation } from '../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

test('what is copied of the source is its name', async ({ context, stage, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  scriptSources(stage.engine, scriptEntries(stage.engine, scriptReconciliation(stage.engine), 20));
  await stage.open('/reconciliation/ledger?columns=ident.*source');
  const cell = page.locator('[row-index="0"] [col-id="source"]');
  await expect(cell).toHaveText(/\S/);
  const name = await cell.textContent();
  await cell.focus();
  await page.keyboard.press('Shift+C');
  await expect(page.getByText(/^1 cell copied/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(name);
});
