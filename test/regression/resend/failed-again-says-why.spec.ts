/** “Resend the failed…” reads which they are first; where that could not be read the button did nothing and said nothing. */
import { RUN_ID, run, scriptBulk } from '../../renderer/features/bulk-scene.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

test('that the failed ones could not be read is said beside the button', async ({ stage, page }) => {
  const counts = { ...run().counts, waiting: 0, running: 0, failed: 2 };
  scriptBulk(stage.engine, { run: run({ state: 'done', estimate: undefined, counts }) });
  await stage.open(`/webhooks/resends/${RUN_ID}`);
  const again = page.getByRole('button', { name: 'Resend the 2 failed…' });
  await expect(again).toBeVisible();
  await expect(page.locator('[row-index="0"]')).toContainText('order-');
  stage.engine.fail('resends.report', { kind: 'unavailable-offline', detail: 'The store is busy' });
  await again.click();
  await expect(page.getByText('The store is busy')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(RUN_ID));
});
