/** Where the sums of a month's fees could not be read, and what stands out could, the page said nothing of them at all. */
import { expect, test } from '../../renderer/features/stage.ts';
import { scriptPeriods } from '../../renderer/support/period-scripts.ts';

test.use({ sharesPage: true });

test('a month whose fees could not be summed says so, and what stands out stays', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  stage.engine.fail('reconciliation.feeTotals', {
    kind: 'unavailable-offline',
    detail: 'The mirror is being rebuilt.',
  });
  await stage.open('/statements/month/fees?from=2026-10-01&to=2026-10-31&zone=UTC');
  await expect(page.getByText('The mirror is being rebuilt.', { exact: false })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Invoices that stand out' })).toBeVisible();
  await stage.expectSound();
});
