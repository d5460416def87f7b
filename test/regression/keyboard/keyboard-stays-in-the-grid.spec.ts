/** A cell that had the keyboard was drawn anew when its rows came, or when its column went, and the keyboard was nowhere: Enter opened nothing. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';
import { withdrawal } from '../../renderer/features/records.ts';

const NOW = '2026-11-23T10:00:00Z';
const uuidOf = (number: number): string => `3f1c2b1e-0000-4000-8000-${String(number).padStart(12, '0')}`;

test('the keyboard stays on its row when the rows come, and when its column goes', async ({ engine, open, page }) => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  engine
    .on('withdrawals.page', async ({ offset, limit }) => {
      await answered;
      const rows = [0, 1, 2].slice(offset, offset + limit).map((number) => ({
        ...withdrawal({ uuid: uuidOf(number), address: `T-${number}` }),
        asOf: NOW,
      }));
      return success({ total: 3, totals: [], rows });
    })
    .on('withdrawals.facets', () => success({ statuses: [], tokens: [], networks: [], addresses: [] }))
    .on('withdrawals.get', ({ uuid }) => success({ withdrawal: withdrawal({ uuid }), asOf: NOW, source: 'mirror' }));
  await page.clock.setFixedTime(NOW);
  await open('/withdrawals');
  const row = page.locator('[row-index="1"]');
  await row.locator('[col-id="status"]').focus();
  answer();
  await expect(row).toContainText('T-1');
  await expect(row.locator('[col-id="status"]')).toBeFocused();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Status' }).uncheck();
  await expect(row.locator('[col-id="status"]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await row.locator('[col-id="amount"]').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(uuidOf(1)));
});
