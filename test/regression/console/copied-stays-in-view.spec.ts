/** That something was copied was said for one second, counted from the deed: a busy machine drew it late, and it was gone before anybody had read it. */
import { success } from '../../../src/domain/kernel/failure/failure.ts';
import { orderBody } from '../../../src/domain/create/order.ts';
import { invoice } from '../../renderer/features/records.ts';
import { ago, uuidAt } from '../../renderer/features/scenes.ts';
import { expect, test } from '../../renderer/features/stage.ts';

test('that a link was copied is still said three seconds later, and not for ever', async ({ stage, page }) => {
  const order = { external_id: 'A-1', customer_id: 'c-7', amount: '49.90', currency: 'EUR' };
  const made = invoice({
    uuid: uuidAt(77),
    external_id: 'A-1',
    status: 'pending',
    settled_amount_usdt: null,
    expires_at: ago(-3_600_000),
    payment_url: 'https://pay.example/i/1',
  });
  const times = { armedAt: ago(9_000), endedAt: ago(8_000) };
  stage.engine.on('creates.get', ({ intentId }) =>
    success({ intentId, state: 'ended', outcome: 'created', invoice: made, order, body: orderBody(order), ...times }),
  );
  await page.clock.install();
  await stage.open('/new-invoice/intent-1');
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 30_000);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
});
