/**
 * The receiver was down for two hours, for real: 37 webhooks have failed, and support begins at a cold start. One test first, then the rest, in at most six
 * clicks; every item ends as what it is. The judge is the sandbox, which knows what was really sent and what the shop answered.
 */
import { expect, type Locator } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { connectBusiness } from '../support/business.ts';
import { removeFolder } from '../support/real-console.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();

const DOWN = 37;
/** The shop knows neither of these orders when it is up again. */
const UNKNOWN_ORDERS: ReadonlySet<string> = new Set(['order-18', 'order-25']);

let shop: Shop;
let isUp = false;
let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
const uuids: string[] = [];

const latest = (uuid: string) => sandbox.world.deliveries(uuid).at(-1);

test.beforeAll(async ({ openDesk }) => {
  shop = await openShop((body) => {
    if (!isUp) return 503;
    return [...UNKNOWN_ORDERS].some((order) => body.includes(`"${order}"`)) ? 404 : 200;
  });
  sandbox = await createSandbox({ size: 12, limit: 100_000, settings: { resendIntervalMs: 0, maxAttempts: 1 } });
  for (let order = 1; order <= DOWN; order += 1) {
    const asked = { externalId: `order-${order}`, customerId: 'customer-1', amount: '20.00', currency: 'EUR' };
    const { uuid } = sandbox.world.createInvoice({ ...asked, callbackUrl: shop.hook, purpose: null });
    sandbox.world.pay(uuid);
    uuids.push(uuid);
  }
  await expect.poll(() => uuids.filter((uuid) => latest(uuid)?.status === 'failed').length).toBe(DOWN);
  const first = await connectBusiness(openDesk, sandbox);
  ({ dataDir } = first);
  for (const uuid of uuids) await first.desk.script.call('deliveries.ofInvoice', { uuid, fresh: true }, first.profile);
  await first.desk.stop();
  // The cold start.
  desk = await openDesk(dataDir);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  shop.close();
  removeFolder(dataDir);
});

test('37 of 37 end as what they are, in at most six clicks', async () => {
  const { page } = desk;
  let clicks = 0;
  const click = async (control: Locator): Promise<void> => {
    clicks += 1;
    await control.click();
  };
  await expect(page.getByRole('button', { name: /Orchard.*Switch profile/ })).toBeVisible();
  await click(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Webhooks/ }));
  const failing = page.getByRole('table', { name: 'Failing webhooks' });
  const group = failing.getByRole('row').filter({ hasText: shop.host }).first();
  await expect(group).toContainText('37');
  await click(page.getByRole('link', { name: new RegExp(`^Resend: ${shop.host.replaceAll('.', '\\.')}`) }));
  const aside = page.getByRole('complementary', { name: 'Resend' });
  await expect(aside.getByRole('heading', { name: '37 webhooks to resend' })).toBeVisible();
  await expect(aside.getByText(/^answers HTTP 503 since/)).toBeVisible();
  await expect(aside.getByText('No webhook on record has arrived there.')).toBeVisible();
  isUp = true;
  await click(aside.getByRole('button', { name: 'Test one first' }));
  await expect(group).toContainText('37');
  await click(aside.getByRole('button', { name: 'Resend the other 36' }));
  // First all are sent, then the last attempt ends: each has its own patience, for 36 requests take their time on a busy machine.
  await expect.poll(() => uuids.filter((uuid) => sandbox.record.trueResendCount(uuid) === 1).length).toBe(37);
  await expect(aside.getByRole('status').getByText('Done: 2 failed', { exact: true })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(6);

  // What stands on screen is what happened, item by item; the test has ended before as delivered.
  const items = aside.getByRole('list', { name: 'Items of the resend' }).getByRole('listitem');
  await expect(items).toHaveCount(36);
  await expect(items.filter({ hasText: 'Delivered' })).toHaveCount(34);
  await expect(items.filter({ hasText: 'Failed, HTTP 404' })).toHaveCount(2);
  for (const order of UNKNOWN_ORDERS) await expect(items.filter({ hasText: order })).toContainText('Failed, HTTP 404');
  await expect(aside.getByRole('button', { name: 'Resend the 2 failed…' })).toBeVisible();
  expect(uuids.map((uuid) => sandbox.record.trueResendCount(uuid))).toEqual(uuids.map(() => 1));
  expect(uuids.filter((uuid) => latest(uuid)?.status === 'delivered')).toHaveLength(35);

  // What failed is planned again; what has arrived is not in it.
  await aside.getByRole('button', { name: 'Resend the 2 failed…' }).click();
  await expect(aside.getByRole('heading', { name: '2 webhooks to resend' })).toBeVisible();
  expect(uuids.map((uuid) => sandbox.record.trueResendCount(uuid))).toEqual(uuids.map(() => 1));
});

test('why did the webhook fail, send it again: the key of the finder, the order, Enter, one click', async () => {
  const { page } = desk;
  await page.goto(`${page.url().split('#')[0]}#/`);
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  const uuid = uuids[17] ?? '';
  const before = sandbox.record.trueResendCount(uuid);
  let presses = 0;
  for (const key of ['Control+k', ...Array.from('order-18'), 'Enter']) {
    presses += 1;
    await page.keyboard.press(key);
    if (key === 'Control+k') await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
  }
  // The cause stands there without a scroll, before anything is pressed.
  const webhook = page.getByRole('region', { name: 'Webhook' });
  await expect(webhook.getByText(/Failed, HTTP 404/).first()).toBeVisible();
  await expect(webhook.getByText(new RegExp(`^${shop.host} answers`))).toBeInViewport();
  const resend = webhook.getByRole('button', { name: 'Resend', exact: true });
  await expect(resend).toBeInViewport();
  await resend.click();
  presses += 1;
  expect(presses).toBeLessThanOrEqual(12);
  // Where the run of the test before has sent it less than half a minute ago, that is asked about first.
  const question = page.getByRole('dialog', { name: 'It has just been sent again' });
  const sent = (): number => sandbox.record.trueResendCount(uuid);
  await expect.poll(async () => sent() > before || (await question.isVisible())).toBe(true);
  if (await question.isVisible()) await question.getByRole('button', { name: 'Send another one' }).click();
  // It ends as what it is: the shop still does not know the order, and nothing says otherwise.
  await expect.poll(() => sandbox.record.trueResendCount(uuid)).toBe(before + 1);
  await expect(webhook.getByText(/its attempt failed: HTTP 404/).first()).toBeVisible();
  expect(latest(uuid)?.status).not.toBe('delivered');
});
