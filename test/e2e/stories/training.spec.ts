/**
 * A new colleague in the training bench: pays an order, breaks a receiver, sees the outage told, recovers it and resends. The embedded sandbox in real
 * time; the judge is what the console itself says afterwards.
 */
import { expect } from '@playwright/test';
import { Hand } from '../support/hand.ts';
import { freshFolder, prepareWorld, removeFolder, type Script } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];
skipWhereMissing();

let dataDir = '';
let desk: Desk;

test.beforeAll(async ({ openDesk }) => {
  dataDir = freshFolder();
  await prepareWorld(dataDir, 60);
  desk = await openDesk(dataDir);
  const { script } = desk;
  await script.untilSynced(({ invoices }) => invoices.certificate === 'certified');
  await script.call('watch.resume', {});
});

test.afterAll(async () => {
  await desk.stop();
  removeFolder(dataDir);
});

test('a new colleague in the training bench: pays an order, breaks the receiver, sees the outage, recovers it, resends', async () => {
  const { page, script } = desk;
  const hand = new Hand(page);
  // The console has looked once: what comes from now on is news.
  await expect.poll(async () => (await script.call('overview.health', {})).since).not.toBeNull();

  await hand.click(page.getByRole('button', { name: /SANDBOX.*Switch profile/ }));
  await hand.click(page.getByRole('menuitem', { name: 'Training bench' }));
  const bench = page.getByRole('complementary', { name: 'Training bench' });
  await hand.click(bench.getByRole('link', { name: 'Open the newest pending one' }));
  await hand.click(bench.getByRole('button', { name: 'Pay', exact: true }));
  await expect(page.getByRole('main').getByText(/^Paid/).first()).toBeVisible();
  await expect(bench.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled();
  await expect(bench.getByRole('button', { name: 'Adjust to 10 less' })).toBeEnabled();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/training-invoice.png` });

  await hand.click(bench.getByRole('button', { name: 'Refuse connections' }));
  await hand.click(bench.getByRole('button', { name: 'Sell 6 orders' }));
  const word = page.getByRole('status').filter({ hasText: 'shop.example refuses connections' });
  await expect(word).toBeVisible();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/training-outage.png` });
  // The service tries again a minute after the first failure, and then not for five: on a busy machine it would be quicker than whoever recovers the receiver.
  await expect.poll(async () => (await soonest(script)) - Date.now()).toBeGreaterThan(LEAST_MS);
  await hand.click(word.getByRole('link', { name: 'Outage and resend' }));

  await hand.click(bench.getByRole('button', { name: 'Recover' }));
  await expect(bench.getByRole('combobox', { name: 'Receiver' })).toHaveValue('shop.example: answers');
  await hand.click(page.getByRole('link', { name: /^Resend: shop\.example.*refused/ }));
  const aside = page.getByRole('complementary', { name: 'Resend', exact: true });
  await hand.click(aside.getByRole('checkbox', { name: /^\d+ that will retry by themselves/ }));
  await hand.click(aside.getByRole('button', { name: 'Test one first' }));
  await hand.click(aside.getByRole('button', { name: /^Resend the other \d+$/ }));
  await expect.poll(async () => (await script.call('invoices.page', sold)).total).toBe(6);
  const { rows } = await script.call('invoices.page', sold);
  for (const { uuid } of rows)
    await expect
      .poll(async () => (await script.call('deliveries.ofInvoice', { uuid, fresh: true })).deliveries[0]?.status)
      .toBe('delivered');
  await expect(page.getByRole('status').filter({ hasText: 'shop.example answers again' })).toBeVisible();
  expect(hand.clicks).toBeLessThanOrEqual(12);
  expect(hand.keys).toBe(0);
});

const sold = { filter: { customerId: 'training' }, offset: 0, limit: 10 };

/** As long as a person has at least between the word of the outage and the resend. */
const LEAST_MS = 30_000;

/** When the service tries the first of them again by itself, as far as the console has read; milliseconds since 1970. */
async function soonest(script: Script): Promise<number> {
  const filter = { state: ['retrying' as const], customerId: sold.filter.customerId };
  const { rows } = await script.call('deliveries.page', { filter, offset: 0, limit: 10 });
  return Math.min(...rows.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt ?? '')));
}
