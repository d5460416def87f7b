/** Lines of an open statement that count no rows, such as a balance, said 0. */
import { expect, test } from '../../renderer/features/stage.ts';
import { scriptPeriods } from '../../renderer/support/period-scripts.ts';

test.use({ sharesPage: true });

test('a balance has no count', async ({ stage, page }) => {
  scriptPeriods(stage.engine);
  await stage.open('/statements/month?from=2026-10-01&to=2026-10-31&zone=UTC');
  const account = page.getByRole('table', { name: 'Statement of USDT' });
  const countOf = (line: RegExp) => account.getByRole('row', { name: line }).getByRole('cell').first();
  await expect(countOf(/^Net change/)).toBeEmpty();
  await expect(countOf(/^Withdrawals/)).toHaveText(/^\d+$/);
});
