/**
 * Support's evening, for real: the built console in its own process, a sandbox of the test's own as the API, and a shop that is down, up
 * or slow. Many are resent at once across a kill -9; one is resent too soon, though delivered, and while it is being sent. The judge is
 * the sandbox's count of resends that were really executed. Not here: states of the screens (screens/webhooks/bulk, screens/webhooks/of-invoice).
 */
import type { ServerResponse } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { removeFolder } from '../support/real-console.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();
test.describe.configure({ mode: 'serial' });

const RESEND_INTERVAL_MS = 4_000;
/**
 * However long a busy machine takes to open a page and to read, a resend is too soon still; the page's own clock is what is moved past it. Two minutes beside
 * the API's it would be called wrong.
 */
const LONG_INTERVAL_MS = 110_000;

/** The shop's receiver: what it does is the test's to say. */
let shop: Shop;
let shopDoes: 'accept' | 'refuse' = 'refuse';
/** The invoice whose webhook is left without an answer, and that webhook once it has come. */
let unanswered = '';
let held: ServerResponse | null = null;

let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let page: Page;
let profile = '';
let failing: readonly string[] = [];
let retrying = '';

/** A paid invoice whose webhook has met the shop as it is now, with so many attempts in all. */
async function paid(externalId: string, maxAttempts: number): Promise<string> {
  sandbox.settings.maxAttempts = maxAttempts;
  const order = { externalId, customerId: 'customer-1', amount: '20.00', currency: 'EUR', callbackUrl: shop.hook };
  const { uuid } = sandbox.world.createInvoice({ ...order, purpose: null });
  sandbox.world.pay(uuid);
  await untilAttempted(uuid);
  return uuid;
}

/** The delivery that a resend is about: an invoice's newest, as the API has it. */
const latestDelivery = (uuid: string) => sandbox.world.deliveries(uuid).at(-1);

async function untilAttempted(uuid: string): Promise<void> {
  await expect.poll(() => latestDelivery(uuid)?.attempts.length).toBeGreaterThan(0);
}

/** Of each of the failing invoices. */
function executed(): number[] {
  return failing.map((uuid) => sandbox.record.trueResendCount(uuid));
}

/** Those that the run has resent: all, but for the one that the kill may have met. */
const resent = () => failing.filter((uuid) => sandbox.record.trueResendCount(uuid) > 0);

async function open(path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const panel = () => page.getByRole('region', { name: 'Webhook', exact: true });

test.beforeAll(async ({ openDesk }) => {
  shop = await openShop((body, response) => {
    if (unanswered === '' || !body.includes(unanswered)) return shopDoes === 'accept' ? 200 : 503;
    held = response;
    return null;
  });
  sandbox = await createSandbox({
    size: 20,
    limit: 100_000,
    settings: { resendIntervalMs: RESEND_INTERVAL_MS },
  });
  failing = await Promise.all(['order-a', 'order-b', 'order-c', 'order-d'].map(async (id) => paid(id, 1)));
  retrying = await paid('order-later', 7);
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox));
  const { script } = desk;
  ({ page } = desk);
  for (const uuid of [...failing, retrying]) {
    await script.call('deliveries.ofInvoice', { uuid, fresh: true }, profile);
  }
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  shop.close();
  removeFolder(dataDir);
});

test('the shop was down: what failed is planned and resent, each once, across a kill of the console', async ({
  openDesk,
}) => {
  await open('/webhooks/deliveries?state=failed&state=retrying&text=order-');
  await page.getByRole('checkbox', { name: 'Select order-a' }).check();
  await page.getByRole('button', { name: /^Select all 5/ }).click();
  await page.getByRole('button', { name: 'Resend…', exact: true }).click();
  await expect(page.getByRole('heading', { name: '4 webhooks to resend' })).toBeVisible();
  await expect(page.getByText('1 retrying by themselves')).toBeVisible();
  shopDoes = 'accept';
  await page.getByRole('button', { name: 'Resend 4 webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Deliveries: / })).toBeVisible();
  const address = new URL(page.url()).hash;
  await expect.poll(() => executed().reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  await desk.kill();
  desk = await openDesk(dataDir);
  ({ page } = desk);
  // Goes on by itself, and forward when a test says so.
  await page.clock.install();
  await open(address.slice(1));
  await expect(page.getByRole('heading', { level: 1, name: /^Deliveries: / })).toBeVisible();
  await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible();
  // Killed between writing down that one is sent and sending it, the console never repeats that one by itself, and says so.
  const unsent = executed().filter((count) => count === 0).length;
  expect(unsent).toBeLessThan(2);
  expect(executed().filter((count) => count > 1)).toEqual([]);
  await expect(page.getByText('No trace of it so far', { exact: true })).toHaveCount(unsent);
  expect(sandbox.record.trueResendCount(retrying)).toBe(0);
});

test('too soon: a countdown that arms and does not fire', async () => {
  const [uuid = ''] = resent();
  shopDoes = 'refuse';
  sandbox.settings.resendIntervalMs = LONG_INTERVAL_MS;
  // Somebody at the dashboard was faster: the console's own resend comes too soon.
  sandbox.world.resendFromDashboard(uuid);
  await expect.poll(() => latestDelivery(uuid)?.status).toBe('failed');
  const before = sandbox.record.trueResendCount(uuid);
  await open(`/invoices/${uuid}`);
  await panel().getByRole('button', { name: 'Refresh the webhook' }).click();
  await panel().getByRole('button', { name: 'Resend', exact: true }).click();
  // Within two minutes of the console's start it is asked first, for the run has sent it just before that.
  const question = page.getByRole('dialog', { name: 'It has just been sent again' });
  const pause = panel().getByRole('button', { name: /^Possible in/ });
  await expect(question.or(pause)).toBeVisible();
  if (await question.isVisible()) await question.getByRole('button', { name: 'Send another one' }).click();
  await expect(panel().getByRole('button', { name: /^Possible in (\d+ s|\d:\d\d min)$/ })).toBeDisabled();
  await expect(panel().getByText('Too soon for another resend')).toBeVisible();
  await page.clock.fastForward(LONG_INTERVAL_MS);
  await expect(panel().getByRole('button', { name: 'Resend', exact: true })).toBeEnabled();
  await expect(panel().getByText('The pause is over; another click asks again.')).toBeVisible();
  expect(sandbox.record.trueResendCount(uuid)).toBe(before);
  sandbox.settings.resendIntervalMs = RESEND_INTERVAL_MS;
});

test('already delivered: said before the click, asked before the send, and read back', async () => {
  const [, uuid = ''] = resent();
  shopDoes = 'accept';
  await open(`/invoices/${uuid}`);
  await panel().getByRole('button', { name: 'Refresh the webhook' }).click();
  await expect(panel().getByText(/deduplicates on it ignores the repeat/)).toBeVisible();
  await panel().getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog', { name: 'Already delivered. Send again?' });
  await expect(question).toContainText(latestDelivery(uuid)?.uuid ?? 'no delivery');
  expect(sandbox.record.trueResendCount(uuid)).toBe(1);
  await question.getByRole('button', { name: 'Send again' }).click();
  const outcome = panel().getByRole('status').filter({ hasText: 'The receiver has answered' });
  await expect(outcome).toContainText('Read back: the delivery is');
  expect(sandbox.record.trueResendCount(uuid)).toBe(2);
});

test('being sent now: no error, looked at again, then offered', async () => {
  const [, , uuid = ''] = resent();
  await open(`/invoices/${uuid}`);
  await panel().getByRole('button', { name: 'Refresh the webhook' }).click();
  unanswered = uuid;
  // Somebody at the dashboard is faster, by no more than the console could have seen: the API hears of both together.
  sandbox.faults.add({ kind: 'parallel-resend', method: 'POST', path: `/external/invoices/${uuid}/resend-webhook` });
  const before = sandbox.record.trueResendCount(uuid);
  // On screen it is in flight for some seconds; however slow this machine is, they pass when it has been seen.
  await page.clock.setFixedTime(Date.now());
  await panel().getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog', { name: 'Already delivered. Send again?' });
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => held !== null).toBe(true);
  await expect(
    panel()
      .getByText(/In flight right now|Being sent right now/)
      .first(),
  ).toBeVisible();
  await expect(panel().getByRole('alert')).toHaveCount(0);
  held?.writeHead(503).end();
  await expect.poll(() => latestDelivery(uuid)?.status).toBe('failed');
  await page.clock.setFixedTime(Date.now() + 22_000);
  await expect(panel().getByRole('button', { name: 'Resend', exact: true })).toBeEnabled();
  expect(sandbox.record.trueResendCount(uuid)).toBe(before);
});
