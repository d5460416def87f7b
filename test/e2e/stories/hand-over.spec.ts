/**
 * A hand-over between shifts for real, the built console in its own process over a sandbox of the test's own, each click and key counted: in the evening a
 * webhook cannot be delivered, so a note and a case are left for the morning; the morning finds it on Home, sends the webhook again and closes the case with
 * its reason. The judge of the resend is the sandbox. Not here: states of the screens (screens/invoices/notes, screens/reconciliation/cases).
 */
import { expect, type Page } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { goTo } from '../support/chord.ts';
import { Hand } from '../support/hand.ts';
import { removeFolder, type Script } from '../support/real-console.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();
test.describe.configure({ mode: 'serial' });

let shop: Shop;
let isUp = false;
let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let page: Page;
let script: Script;
let profile = '';
let uuid = '';

/** Of each webhook of the order, as the sandbox knows it. */
const states = () => sandbox.world.deliveries(uuid).map(({ status }) => status);

test.beforeAll(async ({ openDesk }) => {
  shop = await openShop(() => (isUp ? 200 : 503));
  sandbox = await createSandbox({ size: 12, limit: 100_000, settings: { resendIntervalMs: 0, maxAttempts: 1 } });
  const order = { externalId: 'order-77', customerId: 'customer-1', amount: '20.00', currency: 'EUR', purpose: null };
  ({ uuid } = sandbox.world.createInvoice({ ...order, callbackUrl: shop.hook }));
  sandbox.world.pay(uuid);
  await expect.poll(states).toEqual(['failed']);
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox));
  ({ page, script } = desk);
  await script.call('deliveries.ofInvoice', { uuid, fresh: true }, profile);
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  shop.close();
  removeFolder(dataDir);
});

test('the evening leaves a note and a case, the morning finds it on Home, sends the webhook again and closes the case', async () => {
  const evening = new Hand(page);
  await page.locator('main').focus();
  await evening.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find', exact: true })).toBeFocused();
  await evening.type('order-77');
  await evening.press('Enter');
  const notes = page.getByRole('region', { name: 'Notes' });
  await expect(notes.getByRole('button', { name: 'Open a case…' })).toBeEnabled();
  await evening.press('w');
  await evening.type('Their server is down until seven');
  await evening.press('Enter');
  await expect(notes.getByRole('listitem').first()).toContainText('down until seven');
  await evening.press('Escape');
  await evening.press('c');
  const dialog = page.getByRole('dialog', { name: 'Open a case' });
  await expect(dialog.getByRole('textbox', { name: 'What is to be done' })).toBeFocused();
  await evening.type('Resend the webhook');
  await evening.press('Tab');
  await evening.press('ControlOrMeta+a');
  await evening.type('morning');
  // A day is eight digits, typed in the order of the system's own field.
  evening.keys += 8;
  await dialog.getByLabel('Due on').fill(new Date().toISOString().slice(0, 10));
  await evening.click(dialog.getByRole('button', { name: 'Open the case' }));
  await expect(dialog).toHaveCount(0);
  await expect(notes).toContainText('morning');

  isUp = true;
  const morning = new Hand(page);
  await page.locator('main').focus();
  await goTo(page, 'h');
  const line = page.getByRole('listitem').filter({ hasText: '1 case is due' });
  await expect(line).toContainText('Resend the webhook');
  await morning.click(line.getByRole('link'));
  const grid = page.getByRole('grid', { name: 'Exceptions' });
  await expect(grid.getByText('Resend the webhook')).toBeVisible();
  await morning.press('j');
  const panel = page.getByRole('complementary', { name: /^Triage: / });
  await morning.click(panel.getByRole('link').first());
  await expect(notes.getByRole('listitem').first()).toBeVisible();
  await expect(notes).toContainText('down until seven');
  const webhook = page.getByRole('region', { name: 'Webhook' });
  await expect(webhook.getByRole('button', { name: 'Resend', exact: true })).toBeEnabled();
  await morning.press('Shift+S');
  await expect.poll(() => sandbox.record.trueResendCount(uuid)).toBe(1);
  await expect.poll(states).toEqual(['delivered']);
  await expect(webhook.getByText(/[Dd]elivered/).first()).toBeVisible();
  await morning.press('c');
  await expect(grid.getByText('Resend the webhook')).toBeVisible();
  await morning.press('j');
  await expect(panel.getByRole('list', { name: 'History' })).toContainText('Opened by hand');
  await morning.press('r');
  await morning.press('6');
  await morning.type('Arrived');
  await morning.press('Enter');
  await expect(page.getByText(/resolved \(done\)\./)).toBeVisible();
  console.log(
    `hand-over: ${evening.clicks} clicks and ${evening.keys} keys to leave it; two keys to Home, then ${morning.clicks} clicks and ${morning.keys} keys to send it again and close it`,
  );
  expect(morning.clicks + morning.keys).toBeLessThanOrEqual(16);
  const cases = { filter: { kind: ['case'] }, offset: 0, limit: 5 } as const;
  const { rows } = await script.call('exceptions.page', cases, profile);
  expect(rows).toMatchObject([{ recordUuid: uuid, state: 'resolved', reason: 'done', assignee: 'morning' }]);
});
