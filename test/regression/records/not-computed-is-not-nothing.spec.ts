/**
 * While a figure was still being computed, or its list read, screens told it as a fact: "Gross, in 0 currencies", "No withdrawals yet", "nothing was
 * paid". What is not known yet says nothing, or that it is not read.
 */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../renderer/features/stage.ts';
import { fillingStatus } from '../../renderer/support/scripts.ts';

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
