/** An order that a later file says otherwise: the earlier row says which one holds instead, and the newer one what it replaces. */
import { expect, test } from '../../../renderer/features/stage.ts';
import { entryIdAt, scriptEntries, scriptSources } from '../../../renderer/support/entries-scripts.ts';

test.use({ sharesPage: true });

const SHOTS = process.env['SHOTS_DIR'];

test('a replaced row leads to the newer one, and that one back', async ({ stage, page }) => {
  const made = scriptEntries(stage.engine, null, 12);
  scriptSources(stage.engine, made);
  made.rows = made.rows.map((row, at) =>
    at === 4
      ? {
          ...row,
          ident: 'order-00005',
          status: 'unfulfilled',
          statusText: 'Offen',
          outcome: 'replaced',
          against: null,
          delta: null,
        }
      : row,
  );
  await stage.open('/reconciliation/ledger');
  await expect(page.locator('.ag-row-pinned').last()).toContainText('with 1 replaced row that a later file says anew');
  await stage.open(`/reconciliation/ledger/${entryIdAt(4)}`);
  await expect(page.getByText('A later file says it otherwise.')).toBeVisible();
  const notice = page.getByText('A newer row of this ledger holds instead').locator('../..');
  await expect(notice).toContainText('line 7 of orders-2026-10.csv');
  await stage.expectSound();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/replaced.png` });
  await notice.getByRole('link', { name: 'order-00005' }).click();
  await expect(page).toHaveURL(new RegExp(`#/reconciliation/ledger/${entryIdAt(5)}$`));
  await expect(page.getByRole('heading', { name: 'It replaces an earlier row' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'order-00005', exact: true })).toHaveAttribute(
    'href',
    `#/reconciliation/ledger/${entryIdAt(4)}`,
  );
  await stage.expectSound();
  if (SHOTS === undefined) return;
  await page.screenshot({ path: `${SHOTS}/replacing.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goBack();
  await expect(page.getByText('A newer row of this ledger holds instead')).toBeVisible();
  await page.screenshot({ path: `${SHOTS}/replaced-dark.png` });
});
