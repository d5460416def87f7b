/** Exceptions: what was found at a glance, working through it by keyboard, many at once with a report, history, and the states of the list. */
import { failed } from '../../src/domain/failure.ts';
import { expect, test } from '../renderer/features/stage.ts';
import { ME, scriptReconciliation } from '../renderer/support/reconciliation-scripts.ts';

test('tells what is open by finding and age, narrows to it, and says how far reconciliation came', async ({
  stage,
  page,
}) => {
  await stage.open('/exceptions');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  await expect(page.getByText('50 exceptions open')).toBeVisible();
  await expect(
    page.getByText(/Looked at 7,412 successes and 40 withdrawals .* both lists certified complete/),
  ).toBeVisible();
  await page
    .getByRole('group', { name: 'Finding' })
    .getByRole('button', { name: /^Credited ≠ actual/ })
    .click();
  await expect(page).toHaveURL(/#\/exceptions\?kind=settled-differs$/);
  await expect(page.getByText(/exceptions open match/)).toBeVisible();
  await page
    .getByRole('group', { name: 'With' })
    .getByRole('button', { name: /^nobody/ })
    .click();
  await expect
    .poll(() => stage.inputsOf('exceptions.page').at(-1))
    .toMatchObject({
      filter: { kind: ['settled-differs'], assignee: [''], state: ['open'] },
    });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect.poll(() => stage.inputsOf('reconciliation.run').length).toBe(1);
});

test('is worked through by keyboard alone: facts, reason by digit, note, Enter, on to the next', async ({
  stage,
  page,
}) => {
  await stage.open('/exceptions');
  const grid = page.getByRole('grid', { name: 'Exceptions' });
  await expect(grid.getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: 'Triage: order-00000' });
  await expect(panel).toContainText('A dispute corrected what was paid.');
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('The facts changed');
  await expect(panel.getByRole('cell', { name: '99.5' })).toBeVisible();
  await stage.expectSound();
  await page.keyboard.press('r');
  await expect(panel.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Choose a reason first.')).toBeVisible();
  await page.keyboard.press('2');
  await expect(panel.getByRole('radio', { name: /Accepted/ })).toBeChecked();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/A note is needed/)).toBeVisible();
  await page.keyboard.type('Taken over by sales');
  await page.keyboard.press('Enter');
  await expect(page.getByText('order-00000 resolved (accepted). Next: order-00001.')).toBeVisible();
  expect(stage.inputsOf('exceptions.act')).toEqual([
    { ids: ['x-0'], action: { kind: 'resolve', reason: 'accepted', note: 'Taken over by sales' } },
  ]);
  await expect(page.getByRole('complementary', { name: 'Triage: order-00001' })).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'order-00001', exact: true })).toBeFocused();
  await expect(page.getByText('49 exceptions open')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('order-00001: yours now.')).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('gridcell', { name: 'order-00001', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: /Triage/ })).toHaveCount(0);
  // `g` and a letter is a screen, never an action.
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { name: 'Adjusted invoices', level: 1 })).toBeVisible();
  expect(stage.inputsOf('exceptions.act')).toHaveLength(2);
});

test('reopens with a note, and keeps what one other has resolved', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 6);
  await stage.open('/exceptions?state=resolved');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00005')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('complementary', { name: 'Triage: order-00005' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByText('order-00005: resolved already. U reopens it.')).toBeVisible();
  await page.keyboard.press('u');
  await page.keyboard.type('The service wrote again');
  await page.keyboard.press('Enter');
  await expect(page.getByText('order-00005 reopened.')).toBeVisible();
  expect(books.rows[5]).toMatchObject({ state: 'open', reopened: 1, note: 'The service wrote again', updatedBy: ME });
});

test('many at once: words once, a result for each, and why some were not', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 30);
  await stage.open('/exceptions?state=all');
  await expect(page.getByRole('grid', { name: 'Exceptions' }).getByText('order-00000')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('complementary', { name: 'Triage: order-00000' })).toBeVisible();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('All 30 selected');
  await bar.getByRole('button', { name: 'Resolve' }).click();
  await page.keyboard.press('5');
  await page.keyboard.type('Test orders');
  await page.keyboard.press('Enter');
  const report = page.getByRole('dialog', { name: 'What became of each' });
  await expect(report).toContainText('25 exceptions resolved. 5 were not:');
  await expect(report).toContainText('Resolved already, perhaps by somebody else');
  await stage.expectSound('one');
  await report.getByRole('button', { name: 'Close' }).last().click();
  await expect(bar).toHaveCount(0);
  expect(books.rows.every(({ state }) => state === 'resolved')).toBe(true);
});

test('tells its empty states apart, and an open list is only good news after a run', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 0);
  books.run = null;
  await stage.open('/exceptions');
  await expect(page.getByText('Reconciliation has not run yet', { exact: true })).toBeVisible();
  books.run = {
    at: new Date().toISOString(),
    invoices: 5,
    withdrawals: 0,
    findings: 0,
    invoicesCertificate: 'incomplete',
    withdrawalsCertificate: 'certified',
  };
  await page.reload();
  await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect(page.getByText('not of complete lists: what is missing was not looked at.')).toBeVisible();
  await stage.open('/exceptions?text=nobody');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  stage.engine.on('exceptions.page', () => failed({ kind: 'bug', incidentId: 'incident-7' }));
  await stage.open('/exceptions?text=other');
  await expect(page.getByRole('alert')).toContainText('incident-7');
});

test('the page of an invoice names what was found in it', async ({ stage, page }) => {
  const books = scriptReconciliation(stage.engine, 12);
  await stage.open(`/invoices/3f1c2b1e-0000-4000-8000-000000000005`);
  books.rows = books.rows.map((row) => ({ ...row, recordUuid: '3f1c2b1e-0000-4000-8000-000000000005' })).slice(0, 2);
  await page.reload();
  const found = page.getByRole('region', { name: 'Reconciliation' });
  await expect(found.getByRole('link', { name: 'Adjusted' })).toHaveAttribute(
    'href',
    '#/exceptions?state=all&kind=adjusted&text=3f1c2b1e-0000-4000-8000-000000000005',
  );
});
