/** Adjusted invoices: the story of a row, exact totals, filters, sorting, export, and the states a list can be in. */
import { hostileScene } from '../../../renderer/features/hostile.ts';
import { success } from '../../../../src/domain/kernel/failure/failure.ts';
import { emptyScene, failingScene } from '../../../renderer/features/scenes.ts';
import { expect, PROFILE, test } from '../../../renderer/features/stage.ts';
import { scriptAdjusted, scriptReconciliation } from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

test('tells each row’s story and adds up per currency', async ({ stage, page }) => {
  await stage.open('/reconciliation');
  await expect(page.getByRole('grid', { name: 'Adjusted invoices' })).toBeVisible();
  await expect(page.getByText('24 adjusted, 24 open')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '87.40 of 100.00 EUR' }).first()).toBeVisible();
  await expect(page.getByText(/no net USDT/).first()).toBeAttached();
  await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('link')).toHaveText([
    /^Adjusted/,
    /^Webhooks/,
    /^Ledger/,
    /^Records/,
    'Cases 0',
    /^Late changes/,
    /^Unreadable/,
    /^All/,
  ]);
  const totals = page.locator('.ag-row-pinned');
  await expect(totals).toContainText(['24 open']);
  await page.getByRole('button', { name: '24 open' }).click();
  await expect(totals.filter({ hasText: '1,647.00 of 1,800.00 EUR' })).toContainText('1,661.30');
  await expect(totals.filter({ hasText: '1,754.40 of 1,917.39 USDT' })).toHaveCount(2);
  await expect(totals.getByText('1 without net').first()).toBeAttached();
  await stage.expectSound();
  await page.getByRole('gridcell', { name: 'order-2024', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Triage: order-2024' });
  await expect(panel).toContainText('Reconciliation has not looked at this record yet');
  await panel.getByRole('link', { name: 'order-2024' }).click();
  await expect(page).toHaveURL(/#\/invoices\/3f1c2b1e/);
});

test('sends filter and sort exactly, and exports the same', async ({ stage, page }) => {
  const job = { id: 'job-1', kind: 'export', label: 'x', state: 'cancelled', done: 3 } as const;
  stage.engine
    .on('exports.start', () => success({ jobId: 'job-1' }))
    // An engine that does not name it for two seconds has lost it.
    .on('jobs.list', () => success({ jobs: [{ ...job, state: 'running' }] }))
    .on('jobs.cancel', () => success({}));
  await stage.open('/reconciliation?currency=EUR&finishedFrom=2026-11-01&sort=absDeltaFiat');
  await expect(page.getByText('24 match')).toBeVisible();
  const asked = {
    filter: { currency: ['EUR'], finishedFrom: '2026-11-01T00:00:00Z' },
    sort: [{ by: 'absDeltaFiat', direction: 'asc' }],
  };
  await stage.expectAsked('reconciliation.adjusted', asked);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV of this list' }).click();
  await page.getByRole('button', { name: 'Stop export' }).click();
  await expect.poll(() => stage.inputsOf('exports.start')).toMatchObject([{ kind: 'adjusted', ...asked }]);
  await expect.poll(() => stage.inputsOf('jobs.cancel')).toEqual([{ id: 'job-1' }]);
  // Told and there to be asked for: a stream that is just being opened anew hears of nothing before.
  stage.engine.on('jobs.list', () => success({ jobs: [job] })).push('jobs.changed', { jobs: [job] }, PROFILE);
  await expect(page.getByText('Export stopped; nothing was saved')).toBeVisible();
});

test('is worked through by keyboard: each row by reason, note and Enter, and the keyboard never lost', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine);
  scriptAdjusted(stage.engine, books, 300);
  await stage.open('/reconciliation?state=open');
  const grid = page.getByRole('grid', { name: 'Adjusted invoices' });
  await expect(grid.getByText('order-0', { exact: true })).toBeVisible();
  await page.keyboard.press('j');
  for (const at of [0, 1, 2, 3]) {
    await expect(page.getByRole('complementary', { name: `Triage: order-${at}`, exact: true })).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.press('1');
    await page.keyboard.type(`Booked ${at}`);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`order-${at} resolved (explained). Next: order-${at + 1}.`)).toBeVisible();
    // For a moment the row stands twice, where it was and where it is now; the keyboard is in one of them.
    await expect(grid.locator('[role=gridcell]:focus')).toHaveText(`order-${at + 1}`);
  }
  await expect(page.getByText('296 open', { exact: true })).toBeVisible();
  expect(books.rows.filter(({ note }) => note?.startsWith('Booked'))).toHaveLength(4);
  await stage.expectSound();
  await page.keyboard.press('Escape');
  await stage.open('/reconciliation?state=resolved');
  await expect(page.getByText('resolved: explained').first()).toBeVisible();
});

test('takes one method at a time', async ({ stage, page }) => {
  await stage.open('/reconciliation?method=Gone');
  await page.getByRole('button', { name: 'Filter: 1' }).click();
  await page.getByRole('button', { name: 'Method: Gone' }).click();
  await page.getByRole('checkbox', { name: 'Blik' }).check();
  await expect(page).toHaveURL(/#\/reconciliation\?method=Blik$/);
  await stage.expectAsked('reconciliation.adjusted', { filter: { method: 'Blik' } });
});

test('tells its three empty states apart', async ({ stage, page }) => {
  await stage.open('/reconciliation', emptyScene());
  await expect(page.getByText('No adjusted invoices', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await stage.open('/reconciliation?text=nobody');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await stage.open('/reconciliation?text=other', failingScene({ kind: 'bug', incidentId: 'incident-7' }));
  await expect(page.getByRole('alert')).toContainText('incident-7');
  await stage.expectSound('one');
});

test('keeps hostile values as text', async ({ stage, page }) => {
  await stage.open('/reconciliation', hostileScene());
  await expect(page.locator('.ag-row-pinned').first()).toBeVisible();
  await stage.expectSound('one');
});
