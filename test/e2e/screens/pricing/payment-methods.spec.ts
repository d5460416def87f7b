/** Payment methods: ranges, commissions against their ceiling, no foreign images, set-up not finished, and the states. */
import { hostileScene } from '../../../renderer/features/hostile.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { emptyScene, failingScene } from '../../../renderer/features/scenes.ts';
import { NOT_ON_TOP } from '../../../renderer/support/scripts.ts';
import { expect, test } from '../../../renderer/features/stage.ts';

test.use({ sharesPage: true });

const NO_CATEGORY = { kind: 'rejected', code: 'CATEGORY_NOT_FOUND', status: 404, message: 'x' } as const;

test('shows range and commissions, flags shares above the ceiling, draws a letter and loads no logos', async ({
  stage,
  page,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1')) foreign.push(request.url());
  });
  await stage.open('/pricing/methods');
  const table = page.getByRole('region', { name: 'Payment methods' });
  await expect(table.getByRole('row', { name: /^SEPA instant 5\.00 10,000\.00 2\.5/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /Card.*above the ceiling/ })).toBeVisible();
  await expect(table.locator('.mc-monogram').first()).toHaveAttribute('data-letter', 'S');
  await expect(page.locator('img')).toHaveCount(0);
  await stage.expectSound();
  await page.getByRole('button', { name: 'Currency' }).click();
  await page.getByRole('checkbox', { name: 'PLN' }).check();
  await expect(page.getByText('1 of 3 match')).toBeVisible();
  await expect(page).toHaveURL(/currency=PLN/);
  expect(foreign).toEqual([]);
});

test('the share paid by hour says what it is of, and a point opens its invoices', async ({ stage, page }) => {
  await stage.open('/pricing/methods?hours=1');
  const picture = page.getByRole('figure').filter({ hasText: 'still open' });
  await expect(picture).toContainText(
    /\d+ of [\d,]+ invoices paid, [\d.]+ %; \d+ still open\. 2 invoices tell no time of creation/,
  );
  await picture.getByRole('link', { name: /^Paid of created: a point/ }).focus();
  await expect(picture.getByRole('status')).toContainText('Share paid');
  await stage.expectSound();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/invoices\?createdFrom=\S+&createdTo=\S+&status=pending$/);
  await page.goBack();
  await page.getByRole('combobox', { name: 'Method of the picture' }).click();
  await page.getByRole('option', { name: 'not named' }).click();
  await stage.expectAsked('paymentMethods.shares', { method: null });
  await expect(page.getByText('these points open nothing')).toBeVisible();
  await picture.getByText(/invoices paid/).click();
  await picture.getByRole('row', { name: /^Card/ }).getByRole('link').first().click();
  await expect(page).toHaveURL(/#\/invoices\?createdFrom=\S+&createdTo=\S+&method=Card$/);
});

test('says what each method brought in this month, and what others did', async ({ stage, page }) => {
  const sums = { paid: '0', grossUsdt: '0', netUsdt: '0', ...NOT_ON_TOP };
  stage.engine.on('reconciliation.feeTotals', () =>
    success({
      currencies: [],
      methods: [
        { ...sums, method: 'SEPA instant', currency: 'EUR', count: 704, uncounted: 2, creditedUsdt: '118563.514999' },
        { ...sums, method: 'Gone', currency: 'EUR', count: 1, uncounted: 0, creditedUsdt: '12.5' },
        { ...sums, method: 'SEPA instant', currency: 'USD', count: 1, uncounted: 0, creditedUsdt: '7.25' },
      ],
      days: [],
      networks: [],
      computedAt: '2026-11-24T10:00:00Z',
    }),
  );
  await stage.open('/pricing/methods');
  const table = page.getByRole('region', { name: 'Payment methods' });
  await expect(table.getByRole('row', { name: /^SEPA instant .* 706 118,563\.51$/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Total 706 118,563\.51$/ })).toBeVisible();
  await expect(table.locator('[data-exact="118563.514999"]')).toHaveCount(2);
  await expect(page.getByText('2 more invoices were paid by methods that are not in this list')).toContainText(
    '19.75 USDT net',
  );
  await expect(page.getByRole('link', { name: 'Statements, Fees' })).toBeVisible();
  await stage.open('/pricing/methods?from=2026-10-01&to=2026-10-31&zone=UTC');
  await stage.expectAsked('reconciliation.feeTotals', { period: { from: '2026-10-01', to: '2026-11-01' } });
  await page.getByRole('group', { name: 'Period' }).getByRole('button').first().click();
  await stage.expectAsked('reconciliation.feeTotals', { period: { from: '2026-09-01', to: '2026-10-01' } });
});

test('calls a missing category what it is: set-up that is not finished', async ({ stage, page }) => {
  stage.engine.on('paymentMethods.list', () =>
    success({ methods: [], asOf: null, quarantined: 0, failure: NO_CATEGORY }),
  );
  await stage.open('/pricing/methods');
  await expect(page.getByText('Set-up is not finished: no pricing category')).toBeVisible();
  await expect(page.getByText('ask the payment service to assign a pricing category')).toBeVisible();
  await stage.expectSound('one');
  stage.engine.on('paymentMethods.list', () => failed(NO_CATEGORY));
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByText('Set-up is not finished: no pricing category')).toBeVisible();
});

test('tells its three empty states apart', async ({ stage, page }) => {
  await stage.open('/pricing/methods?currency=XXX');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await stage.open('/pricing/methods', emptyScene());
  await page.reload();
  await expect(page.getByText('No payment methods')).toBeVisible();
  await stage.open('/pricing/methods', failingScene({ kind: 'unreachable', reason: 'tls-untrusted' }));
  await page.reload();
  await expect(page.getByText('The payment methods could not be read')).toBeVisible();
  await stage.expectSound('one');
});

test('keeps hostile values as text', async ({ stage, page }) => {
  await stage.open('/pricing/methods', hostileScene());
  await expect(page.getByText('<img src=x onerror').first()).toBeVisible();
  await stage.expectSound('one');
});
