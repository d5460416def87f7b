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
  // Names come after the rows; until then the cell has none.
  await expect(cell).toHaveText('Shop ledger');
  await page.evaluate(() => navigator.clipboard.writeText('what another test has left'));
  await cell.focus();
  await page.keyboard.press('Shift+C');
  // What is said of it goes by itself after a moment, which a busy machine may not draw.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Shop ledger');
});
