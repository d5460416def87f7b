/**
 * A column of money was measured with its code of a currency set as text, a pixel narrower than it is drawn: the widest amount of a list lost its
 * end and its currency ("17,107.18…"), and tests that forgave one pixel did not see it.
 */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { invoiceRows } from '../../renderer/features/scenes.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

for (const code of ['TRY', 'EUR', 'ILS', 'USDTX'])
  test(`the widest amount of a list is whole, with its currency, in ${code}`, async ({ stage, page }) => {
    const [row] = invoiceRows();
    stage.engine.on('invoices.page', () =>
      success({
        total: 1,
        rows: row === undefined ? [] : [{ ...row, amount: '17107.18', currency: { ...row.currency, code } }],
      }),
    );
    await stage.open('/invoices');
    const cell = page.locator('.ag-cell[col-id="amount"]').first();
    await expect(cell).toContainText('17,107.18');
    const cut = (): Promise<number> =>
      cell.evaluate(
        (box) =>
          [box, ...box.querySelectorAll('*')].filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth)
            .length,
      );
    await expect.poll(cut).toBe(0);
  });
