/** Who had gone on to the second page of the changes of payment methods and then chose what to see stood at the second page of what has only one: before nothing. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test.use({ sharesPage: true });

const ALL = 60;

test('changes that are narrowed begin at their first page', async ({ stage, page }) => {
  stage.engine.on('catalogue-changes.page', ({ filter: { field = [] }, offset, limit }) => {
    const found = Array.from({ length: ALL }, (_, at) => ({
      id: ALL - at,
      methodId: 7,
      method: `Card ${at}`,
      currency: 'EUR',
      field: at === 0 ? ('merchant_commission_percent' as const) : ('max_amount' as const),
      before: '2.4',
      after: '2.9',
      unseenAt: '2026-10-02T17:30:00.000Z',
      seenAt: '2026-10-03T08:00:00.000Z',
      invoicesSince: 0,
      invoicesBetween: 0,
    })).filter((row) => field.length === 0 || field.includes(row.field));
    return success({
      rows: found.slice(offset, offset + limit),
      total: found.length,
      since: '2026-09-01T08:00:00.000Z',
    });
  });
  await stage.open('/pricing/changes');
  const table = page.getByRole('region', { name: 'Changes of payment methods' });
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(table.getByRole('row', { name: /^Card 59 / })).toBeVisible();
  await page.getByRole('button', { name: 'What' }).click();
  await page.getByRole('checkbox', { name: 'Your fee' }).check();
  await expect(table.getByRole('row', { name: /^Card 0 / })).toBeVisible();
});
