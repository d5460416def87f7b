/**
 * While a figure was still being computed, or its list read, screens told it as a fact: "Gross, in 0 currencies", "No withdrawals yet", "nothing was
 * paid". What is not known yet says nothing, or that it is not read.
 */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../renderer/features/stage.ts';
import { fillingStatus } from '../../renderer/support/scripts.ts';

test.use({ sharesPage: true });

test('Home counts no currencies before they are counted, and no withdrawals before they are read', async ({
  stage,
  page,
}) => {
  stage.engine.hang('reconciliation.feeTotals');
  stage.engine.on('sync.status', () => success(fillingStatus()));
  stage.engine.on('withdrawals.page', () => success({ rows: [], total: 0, totals: [] }));
  await stage.open('/');
  await expect(page.getByText('Gross, so far')).toBeVisible();
  await expect(page.getByText('Not read yet')).toBeVisible();
  await expect(page.getByText('No withdrawals yet')).toHaveCount(0);
});

test('the rates say that nothing was paid only once the payments were summed', async ({ stage, page }) => {
  stage.engine.hang('reconciliation.feeTotals');
  await stage.open('/pricing/rates');
  await expect(page.getByRole('region', { name: 'Rates' }).getByRole('row', { name: /^EUR/ })).not.toHaveCount(0);
  await expect(page.getByText('nothing was paid')).toHaveCount(0);
});

test('Home tells neither an empty month nor nothing to do while that is read, nor where it could not be', async ({
  stage,
  page,
}) => {
  const calls = ['overview.totals', 'overview.attention', 'withdrawals.page'] as const;
  stage.engine.hang('overview.totals');
  await stage.open('/');
  const empty = page.getByText(/^No invoice was paid|^Nothing to do$|^No withdrawals yet$/);
  await expect(page.getByRole('region', { name: 'By currency' }).locator('[aria-busy="true"]')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Figures of the period' }).getByText('—')).toHaveCount(0);
  await expect(empty).toHaveCount(0);
  for (const call of calls) stage.engine.fail(call, { kind: 'bug', incidentId: 'incident-1' });
  await page.reload();
  await expect(page.getByRole('region', { name: 'By currency' }).getByText('Could not be read')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Withdrawals' }).getByText('Could not be read')).toBeVisible();
  await expect(page.getByRole('region', { name: 'To do' }).getByRole('alert')).toBeVisible();
  await expect(empty).toHaveCount(0);
});

test('a list that could not be read draws no rows on their way, and says it once', async ({ stage, page }) => {
  stage.engine.fail('invoices.page', { kind: 'bug', incidentId: 'incident-1' });
  await stage.open('/invoices');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Status' })).toBeVisible();
});
