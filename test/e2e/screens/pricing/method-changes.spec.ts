/** Changes of payment methods: what moved from what to what, between which readings, the invoices since in one click, and the states of the screen. */
import { emptyScene, failingScene } from '../../../renderer/features/scenes.ts';
import { hostileScene } from '../../../renderer/features/hostile.ts';
import { expect, test } from '../../../renderer/features/stage.ts';

test.use({ sharesPage: true });

test('says what moved, between which readings, and opens the invoices since', async ({ stage, page }) => {
  await stage.open('/pricing/changes');
  const table = page.getByRole('region', { name: 'Changes of payment methods' });
  const fee = table.getByRole('row', {
    name: /^Card EUR Your fee 2\.40 % 2\.90? % between 2 Oct 17:30 and 3 Oct 08:00/,
  });
  await expect(fee).toBeVisible();
  await expect(table.getByRole('row', { name: /^Card EUR Largest order not named 2,500\.00 EUR/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Gone EUR In the list listed not listed/ })).toBeVisible();
  await expect(page.getByText('what moved before is not known')).toBeVisible();
  await stage.expectSound();
  await expect(fee.getByRole('link', { name: '6 more between the two readings' })).toHaveAttribute(
    'href',
    /createdFrom=2026-10-02T17%3A30%3A00\.000Z&createdTo=2026-10-03T08%3A00%3A00\.000Z/,
  );
  await fee.getByRole('link', { name: '1,412', exact: true }).click();
  await expect(page).toHaveURL(/#\/invoices\?method=Card&currency=EUR&createdFrom=2026-10-03T08%3A00%3A00\.000Z$/);
  await stage.open('/pricing/changes');
  await page.getByRole('button', { name: 'What' }).click();
  await page.getByRole('checkbox', { name: 'Your fee' }).check();
  await expect(page).toHaveURL(/field=merchant_commission_percent/);
  await stage.expectAsked('catalogue-changes.page', { filter: { field: ['merchant_commission_percent'] } });
  await expect(table.getByRole('row')).toHaveCount(2);
});

test('stands on the list of payment methods with its last fee', async ({ stage, page }) => {
  await stage.open('/pricing/methods');
  await expect(page.getByText('Moved last: your fee of Card')).toContainText('2.40 % to 2.9');
  await page.getByRole('link', { name: 'All changes' }).click();
  await expect(page).toHaveURL(/#\/pricing\/changes$/);
});

test('says that nothing has moved, that it could not be read, and survives hostile names', async ({ stage, page }) => {
  await stage.open('/pricing/changes', emptyScene());
  await page.reload();
  await expect(page.getByText('were not read yet')).toBeVisible();
  await stage.open('/pricing/changes', failingScene({ kind: 'unreachable', reason: 'timeout' }));
  await page.reload();
  await expect(page.getByText('The changes could not be read')).toBeVisible();
  await stage.open('/pricing/changes', hostileScene());
  await page.reload();
  await expect(page.getByRole('region', { name: 'Changes of payment methods' }).getByRole('row')).toHaveCount(3);
  await stage.expectSound();
});
