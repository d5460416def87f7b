/** From one record to the next of the list that it was opened from, whichever list that is; and the keys that press what a screen has: refresh, business. */
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { withdrawal } from '../../../renderer/features/records.ts';
import { BUSINESS } from '../../../renderer/support/scripts.ts';
import type { ScriptedEngine } from '../../../renderer/support/scripted-engine.ts';
import { expect, test } from '../../support/scripted-page.ts';

const NOW = '2026-11-23T10:00:00Z';
const uuidOf = (number: number): string => `3f1c2b1e-0000-4000-8000-${String(number).padStart(12, '0')}`;

function scriptWithdrawals(engine: ScriptedEngine): void {
  engine
    .on('withdrawals.page', ({ offset, limit }) =>
      success({
        total: 3,
        totals: [],
        rows: [0, 1, 2]
          .slice(offset, offset + limit)
          .map((number) => ({ ...withdrawal({ uuid: uuidOf(number), address: `T-${number}` }), asOf: NOW })),
      }),
    )
    .on('withdrawals.facets', () => success({ statuses: [], tokens: [], networks: [], addresses: [] }))
    .on('withdrawals.get', ({ uuid }) => success({ withdrawal: withdrawal({ uuid }), asOf: NOW, source: 'mirror' }));
}

test('J and K go through the list of withdrawals in its order, and end where it ends', async ({
  engine,
  open,
  page,
}) => {
  scriptWithdrawals(engine);
  await page.clock.setFixedTime(NOW);
  await open('/withdrawals');
  const second = page.locator('[row-index="1"]');
  await expect(second).toContainText('T-1');
  await second.locator('[role=gridcell]').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(uuidOf(1)));
  const rows = page.getByRole('navigation', { name: 'Rows of the list' });
  await expect(rows).toContainText('2 of 3');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(uuidOf(2)));
  await expect(rows).toContainText('3 of 3');
  await expect(rows.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.keyboard.press('j');
  await rows.getByRole('link', { name: 'Previous' }).click();
  await expect(rows).toContainText('2 of 3');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(uuidOf(0)));
  await expect(rows).toContainText('1 of 3');
});

test('a large letter presses what the screen has: refresh the record, or else the lists', async ({
  engine,
  open,
  page,
}) => {
  scriptWithdrawals(engine);
  await page.clock.setFixedTime(NOW);
  await open(`/withdrawals/${uuidOf(1)}`);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await page.keyboard.press('Shift+R');
  await expect.poll(() => engine.inputsOf('withdrawals.get')).toContainEqual({ uuid: uuidOf(1), fresh: true });
  await expect(page.getByRole('navigation', { name: 'Rows of the list' })).toHaveCount(0);
  await open('/withdrawals');
  await page.keyboard.press('Shift+R');
  await expect.poll(() => engine.inputsOf('sync.start')).toEqual([{}]);
});

test('and another opens the choice of the business', async ({ open, page }) => {
  await open('/');
  await page.keyboard.press('Shift+B');
  await expect(page.getByText('This window shows')).toBeVisible();
  const other = page.getByRole('menuitem', { name: BUSINESS.name });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(other).toBeFocused({ timeout: 300 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Switch profile/ })).toContainText(BUSINESS.name);
});
