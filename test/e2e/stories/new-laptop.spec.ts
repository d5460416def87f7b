/**
 * A new laptop for real, each click and key counted: on the old one a run of resends is paused in the middle, and everything leaves in one file under a
 * passphrase; on the new one that file is brought in before anything else, the key is typed, and the run stands still until a person lets it go on. The judge is
 * the sandbox, which knows what was really sent. Not here: the dialogs' refusals (screens/settings/copies), the files (test/faults/moves.test.ts).
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { Hand } from '../support/hand.ts';
import { freshFolder, prepareWorld, removeFolder } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

const SHOTS = process.env['CONSOLE_SHOTS'];
skipWhereMissing();
test.describe.configure({ mode: 'serial' });

const PASSPHRASE = 'orchid tram vinegar pulse lamp';
/** More than are sent before a run is paused that has just begun. */
const ORDERS = 12;
const folders: string[] = [];
const uuids: string[] = [];
let shop: Server;
let sandbox: Sandbox;
let desk: Desk;
let page: Page;
let file = '';

const folder = async (): Promise<string> => {
  const path = freshFolder();
  folders.push(path);
  await prepareWorld(path, 5);
  return path;
};
const sent = (): readonly number[] => uuids.map((uuid) => sandbox.record.trueResendCount(uuid));

test.beforeAll(async ({ openDesk }) => {
  let isUp = false;
  shop = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(isUp ? 200 : 503).end());
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', () => resolve()));
  const address = shop.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  sandbox = await createSandbox({ size: 12, limit: 100_000, settings: { resendIntervalMs: 0, maxAttempts: 1 } });
  for (let index = 0; index < ORDERS; index += 1) {
    const externalId = `order-${index}`;
    const order = { externalId, customerId: 'customer-1', amount: '20.00', currency: 'EUR', purpose: null };
    const { uuid } = sandbox.world.createInvoice({ ...order, callbackUrl: `http://127.0.0.1:${address.port}/hook` });
    sandbox.world.pay(uuid);
    uuids.push(uuid);
  }
  const states = (): readonly string[] =>
    uuids.flatMap((uuid) => sandbox.world.deliveries(uuid).map(({ status }) => status));
  await expect.poll(() => states().filter((state) => state === 'failed')).toHaveLength(ORDERS);
  isUp = true;
  desk = await openDesk(await folder());
  const { script } = desk;
  const { baseUrl, apiKey } = sandbox;
  const profile =
    (await script.call('profiles.add', { name: 'Orchard', baseUrl, apiKey, storage: 'session' })).id ?? '';
  await script.call('profiles.select', { id: profile });
  await script.untilSynced(({ invoices }) => invoices.certificate === 'certified', profile);
  for (const uuid of uuids) await script.call('deliveries.ofInvoice', { uuid, fresh: true }, profile);
  const runId = randomUUID();
  await script.call('resends.start', { runId, label: 'Friday evening', invoices: uuids }, profile);
  await script.call('jobs.pause', { id: runId }, profile);
  await desk.reload();
  page = desk.page;
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  shop.closeAllConnections();
  shop.close();
  for (const path of folders) removeFolder(path);
});

test('on the old laptop everything leaves in one file', async () => {
  const hand = new Hand(page);
  await hand.click(page.getByRole('link', { name: 'Settings', exact: true }));
  await hand.click(page.getByRole('link', { name: 'Data and sync' }));
  await hand.click(page.getByRole('button', { name: 'Write all to a file…' }));
  const dialog = page.getByRole('dialog', { name: 'Everything into one file' });
  await expect(dialog.getByLabel('Passphrase of the file')).toBeFocused();
  await hand.type(PASSPHRASE);
  await expect(dialog).toContainText('Strong.');
  await hand.click(dialog.getByLabel('Once more'));
  await hand.type(PASSPHRASE);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/write-out.png` });
  const saved = await desk.save(() => hand.press('Enter'));
  expect(saved.name).toMatch(/^merchant-console-books-.*\.age$/);
  const stick = freshFolder();
  folders.push(stick);
  file = join(stick, saved.name);
  copyFileSync(saved.path, file);
  await expect(dialog).toContainText('Now on the other computer');
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/write-out-saved.png` });
  await expect(dialog.getByLabel('Passphrase of the file')).toHaveCount(0);
  await hand.press('Escape');
  await expect(dialog).toHaveCount(0);
  console.log(
    `old laptop: ${hand.clicks} clicks and ${hand.keys} keys, ${2 * PASSPHRASE.length} of them the passphrase typed twice`,
  );
});

test('on the new one it is brought in first, the key is typed, and the run stands still until it is let go on', async ({
  openDesk,
}) => {
  const before = sent();
  expect(before).toContain(0);
  await desk.kill();
  desk = await openDesk(await folder());
  ({ page } = desk);
  const hand = new Hand(page);
  await hand.click(page.getByRole('button', { name: /Switch profile/ }));
  await hand.click(page.getByRole('menuitem', { name: 'Connect a business' }));
  await hand.click(page.getByRole('button', { name: 'Bring in a file…' }));
  const dialog = page.getByRole('dialog', { name: 'Bring in books of another computer' });
  await desk.choose(dialog.getByLabel('File of books'), file);
  await hand.click(dialog.getByLabel('Passphrase of the file'));
  await hand.type(PASSPHRASE);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/bring-in.png` });
  await hand.press('Enter');
  const restore = page.getByRole('dialog', { name: 'Restore this copy?' });
  await expect(restore).toContainText('stand still until you decide');
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/bring-in-restore.png` });
  await hand.click(restore.getByRole('button', { name: 'Restore' }));

  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('1 thing of this business stands still until you decide.');
  await hand.click(notices.getByRole('link', { name: 'Set its key' }));
  await hand.click(page.getByRole('button', { name: 'More for Orchard' }));
  await hand.click(page.getByRole('menuitem', { name: /key/ }));
  await page.getByLabel('API key', { exact: true }).fill(sandbox.apiKey);
  hand.keys += 2;
  await page.getByRole('radio', { name: /this run/i }).check();
  hand.clicks += 1;
  await hand.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await hand.click(notices.getByRole('link', { name: 'Decide' }));
  await expect(page.getByText('Friday evening')).toBeVisible();
  expect(sent()).toEqual(before);
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/new-laptop-restored.png` });
  await hand.click(page.getByRole('button', { name: 'Go on: Friday evening' }));
  await expect.poll(sent).toEqual(uuids.map(() => 1));
  console.log(
    `new laptop: ${hand.clicks} clicks and ${hand.keys} keys, ${PASSPHRASE.length} of them the passphrase, to everything as it was and the run gone on`,
  );
});
