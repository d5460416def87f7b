/** J and K that were pressed before the rows around the record were read went nowhere: whoever leafs through a list quickly stopped short of the record that was meant. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';
import { withdrawal } from '../../renderer/features/records.ts';

const NOW = '2026-11-23T10:00:00Z';
const uuidOf = (number: number): string => `3f1c2b1e-0000-4000-8000-${String(number).padStart(12, '0')}`;
const COUNT = 5;

test('every step counts, however early: two on and one back end one on', async ({ engine, open, page }) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  engine
    .on('withdrawals.page', async ({ offset, limit }) => {
      // The rows around a record are three at most.
      if (limit <= 3) await answered;
      const numbers = Array.from({ length: COUNT }, (_, number) => number).slice(offset, offset + limit);
      const rows = numbers.map((number) => ({
        ...withdrawal({ uuid: uuidOf(number), address: `T-${number}` }),
        asOf: NOW,
      }));
      return success({ total: COUNT, totals: [], rows });
    })
    .on('withdrawals.facets', () => success({ statuses: [], tokens: [], networks: [], addresses: [] }))
    .on('withdrawals.get', ({ uuid }) => success({ withdrawal: withdrawal({ uuid }), asOf: NOW, source: 'mirror' }));
  await page.clock.setFixedTime(NOW);
  await open('/withdrawals');
  const first = page.locator('[row-index="0"]');
  await expect(first).toContainText('T-0');
  await first.locator('[role=gridcell]').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(uuidOf(0)));
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  answer();
  const rows = page.getByRole('navigation', { name: 'Rows of the list' });
  await expect(rows).toContainText('3 of 5');
  await expect(page).toHaveURL(new RegExp(uuidOf(2)));
  // Beyond the end there is nothing to come back from.
  for (const key of ['j', 'j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await expect(rows).toContainText('4 of 5');
});
