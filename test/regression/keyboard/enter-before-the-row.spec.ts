/** Enter on a row that was not read yet opened nothing, and nothing said so: it opens once the row is there, unless the keyboard has gone on. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../e2e/support/scripted-page.ts';
import { invoiceAt } from '../../renderer/support/scripts.ts';

test('Enter waits for the row under the keyboard, and is forgotten where the keyboard moves', async ({
  engine,
  open,
  page,
}) => {
  let answer: () => void = () => undefined;
  const waiting = (): void => {
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    engine.on('invoices.page', async ({ offset, limit }) => {
      await answered;
      const rows = [0, 1, 2].slice(offset, offset + limit).map(invoiceAt);
      return success({ total: 3, rows });
    });
  };
  const cell = (index: number) => page.locator(`[row-index="${index}"] [col-id="status"]`);
  // The invoice that is opened is no matter of this test.
  engine.hang('invoices.get');
  waiting();
  await open('/invoices');
  await cell(1).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  answer();
  await expect(cell(2)).not.toBeEmpty();
  await expect(cell(2)).toBeFocused();
  expect(new URL(page.url()).hash).toBe('#/invoices');
  waiting();
  await page.reload();
  await expect(cell(1)).toBeVisible();
  await cell(1).focus();
  await page.keyboard.press('Enter');
  answer();
  await expect(page).toHaveURL(new RegExp(`#/invoices/${invoiceAt(1).external_id}|#/invoices/${invoiceAt(1).uuid}`));
});
