/**
 * A line of the finder that somebody had gone to by an arrow became another one when records came above it, and Enter before they came opened the
 * first of them: what was opened hung on how quick the engine was.
 */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { invoiceRows } from '../../renderer/features/scenes.ts';
import { expect, type Stage, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

/** The finder over an amount that a saved view has in its name, with the arrow on that view; gives what lets the invoices of the amount come. */
async function goToTheView(stage: Stage): Promise<() => void> {
  const { engine, page } = stage;
  const { promise: looked, resolve: answer } = Promise.withResolvers<void>();
  const view = (status: string) => ({
    id: status,
    list: 'invoices',
    name: `Over 49.90 EUR, ${status}`,
    query: `status=${status}`,
  });
  engine
    .on('views.list', () => success({ views: [view('expired'), view('pending')] }))
    .on('invoices.page', async () => {
      await looked;
      return success({ rows: invoiceRows().slice(0, 3), total: 3 });
    });
  await stage.open('/settings');
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find', exact: true }).fill('49.90 eur');
  const wanted = page.getByRole('option', { name: 'View: Over 49.90 EUR, pending' });
  await expect(wanted).toHaveAttribute('aria-selected', 'false');
  const lines = await page.getByRole('option').count();
  for (let line = 1; line < lines && (await wanted.getAttribute('aria-selected')) === 'false'; line += 1)
    await page.keyboard.press('ArrowDown');
  await expect(wanted).toHaveAttribute('aria-selected', 'true');
  return answer;
}

test('the line that was gone to stays the one where records come above it', async ({ stage, page }) => {
  const answer = await goToTheView(stage);
  answer();
  await expect(page.getByRole('option', { name: /order-1060/ })).toBeVisible();
  await expect(page.getByRole('option', { name: 'View: Over 49.90 EUR, pending' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/invoices\?status=pending$/);
});

test('Enter on it does not wait for what is looked for', async ({ stage, page }) => {
  const answer = await goToTheView(stage);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/invoices\?status=pending$/);
  answer();
});
