/** Whoever pressed the key of the customer reply and at once that of the note had whichever was read later in the clipboard, not what was asked for last. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { invoice } from '../../renderer/features/records.ts';
import { ago, invoiceAnswer, uuidAt } from '../../renderer/features/scenes.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test('of two that are asked for one after the other the last is copied', async ({ stage, page }) => {
  const paid = invoice({ uuid: uuidAt(1), external_id: 'order-1057' });
  stage.engine
    .on('invoices.get', () => success(invoiceAnswer(paid, 0, 'api')))
    .on('deliveries.ofInvoice', () => success({ deliveries: [], asOf: ago(0), source: 'api', quarantined: 0 }));
  await stage.open(`/invoices/${paid.uuid}`);
  await expect(page.getByRole('heading', { name: 'Paid: safe to fulfil' })).toBeVisible();
  await expect(page.getByText('No webhook yet')).toBeVisible();
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  const asked = stage.inputsOf('answers.list').length;
  const answers = [late, Promise.resolve()];
  stage.engine.on('answers.list', async () => {
    await answers.shift();
    return success({ answers: [] });
  });
  await page.keyboard.press('y');
  await expect.poll(() => stage.inputsOf('answers.list').length).toBe(asked + 1);
  await page.keyboard.press('n');
  await expect(page.getByText('Internal note copied')).toBeVisible();
  const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes('"answers.list"'));
  answer();
  await answered;
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await expect(page.getByText('Internal note copied')).toBeVisible();
  await expect(page.getByText('Customer reply copied')).toHaveCount(0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('INTERNAL NOTE');
});
