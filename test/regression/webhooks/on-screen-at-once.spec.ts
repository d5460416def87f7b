/**
 * What others have resent is to be known at once where it is on screen, but the engine was told of the list of deliveries's rows once, which it forgets after five
 * minutes, and never of the page of an invoice, which went on showing the mirror's copy; what had been left was read for on. Both are told of
 * again while they stay, and that nothing is there any more when they are left.
 */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { delivery } from '../../renderer/features/records.ts';
import { ago } from '../../renderer/features/scenes.ts';
import { expect, type Stage, test } from '../../renderer/features/stage.ts';
import { deliveryRowAt } from '../../renderer/support/delivery-scripts.ts';

const UUID = '3f1c2b1e-0000-4000-8000-000000000000';
const NOTHING = { invoices: [] };

/** Waits until these are told of again, three times two minutes long. */
async function expectToldWhileThere(stage: Stage, shown: Readonly<Record<string, unknown>>): Promise<void> {
  await stage.expectAsked('watch.look', shown);
  for (let minutes = 2; minutes <= 6; minutes += 2) {
    const before = stage.inputsOf('watch.look').length;
    await stage.page.clock.fastForward(2 * 60_000);
    const since = (): readonly unknown[] => stage.inputsOf('watch.look').slice(before);
    await expect.poll(since).toContainEqual(expect.objectContaining(shown));
  }
  expect(stage.inputsOf('watch.look')).not.toContainEqual(NOTHING);
}

test('the rows of the list of deliveries are named while they stay, and no more once it is left', async ({
  stage,
  page,
}) => {
  await page.clock.install();
  await stage.open('/webhooks/deliveries');
  await expectToldWhileThere(stage, { invoices: expect.arrayContaining([deliveryRowAt(0).invoiceUuid]) });
  await page.getByRole('link', { name: 'Home' }).click();
  await stage.expectAsked('watch.look', NOTHING);
});

test('the invoice of a page is named once there is a copy to doubt, and while it stays', async ({ stage, page }) => {
  await page.clock.install();
  stage.engine.hang('deliveries.ofInvoice');
  await stage.open(`/invoices/${UUID}`);
  await expect(page.getByText('reading the webhook from the API now')).toBeVisible();
  expect(stage.inputsOf('watch.look')).toEqual([]);
  const deliveries = [delivery({ status: 'failed' })];
  stage.engine.on('deliveries.ofInvoice', () =>
    success({ deliveries, asOf: ago(3_600_000), source: 'mirror', quarantined: 0 }),
  );
  await page.reload();
  await expectToldWhileThere(stage, { invoices: [UUID] });
  await page.getByRole('link', { name: 'Home' }).click();
  await stage.expectAsked('watch.look', NOTHING);
});
