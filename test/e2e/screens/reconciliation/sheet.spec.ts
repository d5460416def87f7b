/** Exceptions by spreadsheet: the way out, bringing a sheet back, what each row would do, applied once; and the findings of the merchant's own books. */
import type { SheetRowResult } from '../../../../src/domain/reconcile/exception-sheet.ts';
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import { scriptEntries } from '../../../renderer/support/entries-scripts.ts';
import { scriptReconciliation, scriptSheet } from '../../../renderer/support/reconciliation-scripts.ts';

test.use({ sharesPage: true });

const FILE = { name: 'exceptions.csv', mimeType: 'text/csv', buffer: Buffer.from('exception_id;Do\n') };

test('a sheet comes back: every row with what it would do, applied once, a result for each, copied whole', async ({
  stage,
  page,
}) => {
  const results: SheetRowResult[] = Array.from({ length: 60 }, (_, index) =>
    index < 40 ? 'done' : index < 52 ? 'nothing-asked' : index < 57 ? 'changed-since' : 'unknown-reason',
  );
  const sheet = scriptSheet(stage.engine, results);
  await stage.open('/reconciliation/exceptions');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Work on them in a spreadsheet…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Work on them in a spreadsheet' });
  await expect(
    dialog.getByText('explained, accepted, corrected-by-service, corrected-by-us, no-difference'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Export/ }).first()).toBeVisible();
  await stage.expectSound();
  await dialog.locator('input[type="file"]').setInputFiles(FILE);
  await expect(dialog.getByText('exceptions.csv')).toBeVisible();
  const counts = dialog.getByRole('group', { name: 'Rows by result' });
  await expect(counts.getByRole('button', { name: '60 rows' })).toBeVisible();
  const [, ...told] = await counts.getByRole('button').allTextContents();
  expect(told.reduce((sum, one) => sum + Number(/\d+$/.exec(one)?.[0]), 0)).toBe(60);
  await expect(dialog.getByText('Nothing is done yet.')).toBeVisible();
  await counts.getByRole('button', { name: /^“Because” is none/ }).click();
  await expect(dialog.getByRole('region', { name: 'Rows of the sheet' }).getByRole('row')).toHaveCount(4);
  await stage.expectAsked('exceptions.checkSheet', {
    fileId: 'file-1',
    results: ['unknown-reason'],
  });
  await stage.expectSound('one');
  // A lost answer is asked for again under the same intent; two presses are one.
  stage.engine.on('exceptions.applySheet', () =>
    failed({ kind: 'unavailable-offline', detail: 'The console does not answer.' }),
  );
  await dialog.getByRole('button', { name: 'Apply to 40 exceptions' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The console does not answer.');
  const [lost] = stage.inputsOf('exceptions.applySheet');
  scriptSheet(stage.engine, results);
  await dialog.getByRole('button', { name: 'Apply to 40 exceptions' }).dblclick();
  await expect(dialog.getByText('40 of 48 rows that ask for something were done')).toBeVisible();
  await expect.poll(() => stage.inputsOf('exceptions.applySheet')).toEqual([lost, lost]);
  await dialog.getByRole('button', { name: 'Next rows' }).click();
  await expect(dialog.getByText('51–60 of 60 rows')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  expect(sheet.intents).toEqual([]);
});

test('a file that is no sheet is refused in words, and one that asks for nothing cannot be applied', async ({
  stage,
  page,
}) => {
  scriptSheet(stage.engine, ['nothing-asked', 'nothing-asked']);
  stage.engine.on('files.open', () => failed({ kind: 'file-refused', reason: 'file-empty' }));
  await stage.open('/reconciliation/exceptions');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Work on them in a spreadsheet…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Work on them in a spreadsheet' });
  await dialog.locator('input[type="file"]').setInputFiles(FILE);
  await expect(dialog.getByRole('alert')).toContainText('The file was not taken');
  scriptSheet(stage.engine, ['nothing-asked', 'nothing-asked']);
  stage.engine.on('exceptions.checkSheet', () =>
    failed({ kind: 'file-refused', reason: 'no-such-column', detail: 'exception_id' }),
  );
  await dialog.locator('input[type="file"]').setInputFiles(FILE);
  await expect(dialog.getByRole('alert')).toContainText('exception_id');
  scriptSheet(stage.engine, ['nothing-asked', 'nothing-asked']);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText(/nothing to apply/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Apply to 0 exceptions' })).toBeDisabled();
  stage.engine.on('files.discard', () => success({}));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // What was handed over and is not kept does not stay.
  await expect.poll(() => stage.inputsOf('files.discard').length).toBeGreaterThan(0);
});

test('findings of the merchant’s own books stand apart, with both sides and the way to the entry', async ({
  stage,
  page,
}) => {
  const books = scriptReconciliation(stage.engine);
  scriptEntries(stage.engine, books, 60);
  await stage.open('/reconciliation/exceptions/ledger');
  await page.getByRole('button', { name: 'Finding' }).click();
  await expect(page.getByRole('checkbox', { name: 'Adjusted' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Paid, not fulfilled' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: 'Paid, not fulfilled' })).toHaveCount(0);
  await expect(page).toHaveURL(/exceptions\/ledger\?kind=paid-not-fulfilled/);
  // The rows of the filter are there, and no others.
  const cells = page.getByRole('grid', { name: 'Exceptions' }).getByRole('gridcell');
  await expect(cells.filter({ hasText: 'Ledger amount differs' })).toHaveCount(0);
  await expect(cells.filter({ hasText: 'Paid, not fulfilled' })).toHaveCount(2);
  await page.keyboard.press('j');
  const panel = page.getByRole('complementary', { name: /^Triage: order-/ });
  const row = panel.getByRole('row', { name: /^Status/ });
  await expect(row).toContainText('Storniert');
  await expect(row).toContainText('success');
  await expect(panel.getByRole('link', { name: 'Its record' })).toHaveAttribute('href', /^#\/find\?id=/);
  await stage.expectSound();
  await panel.getByRole('link', { name: 'Both sides of the entry' }).click();
  await expect(page).toHaveURL(/#\/reconciliation\/ledger\/[0-9a-f]{32}$/);
  await expect(page.getByRole('region', { name: 'Both sides' }).getByRole('row', { name: /^Amount/ })).toBeVisible();
});
