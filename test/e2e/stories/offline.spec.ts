/**
 * Without the network, for real, each click and key counted: the built console in its own process, an API whose port is closed and opened again. Everything
 * that was read is readable, nothing can be sent and says why before a click, and it goes on by itself; also when it starts that way.
 */
import { expect, type Page } from '@playwright/test';
import { findViolations } from '../../renderer/support/axe.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { goTo } from '../support/chord.ts';
import { Hand } from '../support/hand.ts';
import { type Line, openLine } from '../support/line.ts';
import { freshFolder, prepareWorld, removeFolder } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();
test.describe.configure({ mode: 'serial' });

let api: IndependentApi;
let line: Line;
let dataDir = '';
let desk: Desk;
let page: Page;
let delivered = '';

const notices = () => page.getByRole('region', { name: 'Notices' });
const resend = () => page.getByRole('region', { name: 'Webhook', exact: true }).getByRole('button', { name: /send/i });

async function open(path: string, heading: string | RegExp): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test.beforeAll(async ({ openDesk }) => {
  api = await startIndependentApi();
  line = await openLine(api.baseUrl);
  dataDir = freshFolder();
  await prepareWorld(dataDir, 20);
  desk = await openDesk(dataDir);
  ({ page } = desk);
  delivered = api.business.invoices.findLast(({ deliveries }) => deliveries.length > 0)?.uuid ?? '';
});

test.afterAll(async () => {
  await desk.stop();
  await line.cut();
  await api.close();
  removeFolder(dataDir);
});

test('everything that was read stays readable, what would send is disabled with the reason, and it goes on by itself', async () => {
  const { script } = desk;
  const { id } = await script.call('profiles.add', { name: 'Orchard', baseUrl: line.baseUrl, apiKey: KEY_A });
  await script.call('profiles.select', { id: id ?? '' });
  await script.untilSynced(({ invoices, state }) => invoices.certificate === 'certified' && state === 'idle', id);
  await script.call('deliveries.ofInvoice', { uuid: delivered }, id);
  await desk.reload();
  await page.getByRole('button', { name: /Switch profile/ }).click();
  await page.getByRole('menuitem', { name: /Orchard/ }).click();
  await open(`/invoices/${delivered}`, /.+/);
  await expect(resend()).toBeVisible();
  const posts = api.count('POST', /./);

  await line.cut();
  await script.call('sync.start', {}, id);
  await expect(notices()).toContainText(/Offline since/);
  await expect(resend()).toBeDisabled();
  await expect(resend()).toHaveAccessibleDescription(/Not possible now/);
  await expect(page.getByText(/^Refreshed/).first()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const hand = new Hand(page);
  const lead = (name: string) =>
    hand.click(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: new RegExp(`^${name}`) }));
  await lead('Home');
  await expect(notices()).toContainText(/Showing what was read/);
  await expect(page.getByRole('region', { name: 'Figures of the period' })).toContainText('Net credited');
  for (const name of ['Invoices', 'Withdrawals']) {
    await lead(name);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
  }
  await lead('Pricing');
  for (const name of ['Rates', 'Payment methods']) {
    await hand.click(page.getByRole('main').getByRole('link', { name, exact: true }));
    await expect(page.getByText(/^Read \d/)).toBeVisible();
  }
  await goTo(page, 'n');
  hand.keys += 2;
  await expect(page.getByText(/Nothing can be created now/)).toBeVisible();
  await expect(notices()).toContainText(/Offline since/);
  expect(api.count('POST', /./)).toBe(posts);

  await line.mend();
  await expect(notices()).not.toContainText('Offline');
  const { invoice } = await script.call('invoices.get', { ident: delivered }, id);
  await hand.press('Control+k');
  await hand.type(invoice.external_id);
  await expect(page.getByRole('option', { name: new RegExp(invoice.external_id) }).first()).toBeVisible();
  await hand.press('Enter');
  await expect(resend()).toBeEnabled();
  expect([hand.clicks, hand.keys]).toEqual([6, 4 + invoice.external_id.length]);
  console.log(
    `a lost network: ${hand.clicks} clicks and ${hand.keys} keys through all that was read and back to the order`,
  );
});

test('it opens without the network and shows what there is', async ({ openDesk }) => {
  await line.cut();
  await desk.stop();
  desk = await openDesk(dataDir);
  ({ page } = desk);
  await expect(page.getByRole('button', { name: /Orchard/ })).toBeVisible();
  await expect(notices()).toContainText(/Offline since/);
  await expect(page.locator('[data-console-sync]')).toContainText('Offline since');
  await open(`/invoices/${delivered}`, /.+/);
  await expect(resend()).toBeDisabled();
  await line.mend();
  // The console tries by itself as well, and where it is quicker it takes the button away.
  await expect(async () => {
    const now = notices().getByRole('button', { name: 'Try now' });
    if ((await now.count()) > 0) await now.click({ timeout: 2_000 });
    await expect(notices()).not.toContainText('Offline', { timeout: 5_000 });
  }).toPass();
  await expect(resend()).toBeEnabled();
});
