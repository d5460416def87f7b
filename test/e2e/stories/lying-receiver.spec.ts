/**
 * A receiver that lies, for real, each click and key counted: the customer has paid, the shop shows nothing, and the webhook is delivered. The receiver answers 200
 * and says in its answer that it threw the webhook away; support finds its words, leaves them for the shop, and once the shop has mended it sends the
 * webhook again, knowing what a receiver that deduplicates does with it. The judge is the shop. Not here: checks of a signature (screens/webhooks/signature).
 */
import { createServer, type Server } from 'node:http';
import { expect } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { Hand } from '../support/hand.ts';
import { freshFolder, prepareWorld, removeFolder } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];
skipWhereMissing();
test.describe.configure({ mode: 'serial' });

let shop: Server;
let isMended = false;
let taken = 0;
let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let uuid = '';

test.beforeAll(async ({ openDesk }) => {
  shop = createServer((request, response) => {
    request.resume().on('end', () => {
      if (isMended) taken += 1;
      response.writeHead(200).end(isMended ? 'ok' : '{"ok":false,"reason":"signature mismatch, ignored"}');
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', () => resolve()));
  const address = shop.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  sandbox = await createSandbox({ size: 12, limit: 100_000, settings: { resendIntervalMs: 0, maxAttempts: 3 } });
  const order = { externalId: 'order-77', customerId: 'customer-1', amount: '20.00', currency: 'EUR', purpose: null };
  ({ uuid } = sandbox.world.createInvoice({ ...order, callbackUrl: `http://127.0.0.1:${address.port}/hook` }));
  sandbox.world.pay(uuid);
  await expect.poll(() => sandbox.world.deliveries(uuid).map(({ status }) => status)).toEqual(['delivered']);
  dataDir = freshFolder();
  await prepareWorld(dataDir, 5);
  desk = await openDesk(dataDir);
  const { page, script } = desk;
  const { baseUrl, apiKey } = sandbox;
  const profile = (await script.call('profiles.add', { name: 'Orchard', baseUrl, apiKey })).id ?? '';
  await script.call('profiles.select', { id: profile });
  await script.untilSynced(({ invoices }) => invoices.certificate === 'certified', profile);
  await desk.reload();
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: /Orchard/ }).click();
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  shop.closeAllConnections();
  shop.close();
  removeFolder(dataDir);
});

test('delivered, and the shop has nothing: its own answer says why, and after it is mended the webhook is sent again', async () => {
  const { page } = desk;
  const hand = new Hand(page);
  await page.locator('main').focus();
  await hand.press('Control+k');
  await hand.type('order-77');
  await hand.press('Enter');
  const webhook = page.getByRole('region', { name: 'Webhook', exact: true });
  await expect(webhook.getByText(/deduplicates on it ignores the repeat/)).toBeVisible();
  await hand.click(webhook.getByText('Response body').first());
  await expect(webhook.getByText(/signature mismatch, ignored/)).toBeVisible();
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/lying-receiver.png` });
  const notes = page.getByRole('region', { name: 'Notes' });
  await hand.press('w');
  await hand.type('Their receiver says signature mismatch');
  await hand.press('Enter');
  await expect(notes.getByRole('listitem').first()).toContainText('signature mismatch');
  await hand.press('Escape');
  const found = { clicks: hand.clicks, keys: hand.keys };

  isMended = true;
  await hand.click(webhook.getByRole('button', { name: 'Send again' }));
  const question = page.getByRole('dialog', { name: 'Already delivered. Send again?' });
  await hand.click(question.getByRole('button', { name: 'Send again' }));
  await expect(webhook.getByRole('status').filter({ hasText: 'The receiver has answered' })).toBeVisible();
  await expect.poll(() => taken).toBe(1);
  expect(sandbox.record.trueResendCount(uuid)).toBe(1);
  console.log(
    `a receiver that lies: ${found.clicks} click and ${found.keys} keys to its own words and a note of them; ${hand.clicks - found.clicks} clicks to send it again`,
  );
  expect(found.clicks).toBe(1);
});
