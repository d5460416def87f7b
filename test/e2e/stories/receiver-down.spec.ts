/**
 * The receiver goes down while the console runs: the word comes by itself, and from it to the last recovered order it is five clicks. The judges are the
 * shop, which knows what it has got, and the sandbox. Time is skipped in the sandbox, whose clock the console goes by.
 */
import { expect } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { removeFolder } from '../support/real-console.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();

const ORDERS = 3;
let shop: Shop;
let isUp = true;
/** Orders that the shop has got. */
const arrived = new Set<string>();
let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let profile = '';
const uuids: string[] = [];

function sell(): void {
  const asked = { externalId: `sold-${uuids.length}`, customerId: 'customer-1', amount: '20.00', currency: 'EUR' };
  const { uuid } = sandbox.world.createInvoice({ ...asked, callbackUrl: shop.hook, purpose: null });
  sandbox.world.pay(uuid);
  uuids.push(uuid);
}

const failures = (): number =>
  uuids.flatMap((uuid) => sandbox.world.deliveries(uuid)[0]?.attempts ?? []).filter(({ success }) => !success).length;

/** Later at the service; something happens there, so that what is due is done. More may have failed where real time has brought the next attempt as well. */
async function later(ms: number, failed: number): Promise<void> {
  sandbox.clock.skip(ms);
  const asked = { customerId: 'customer-2', amount: '20.00', currency: 'EUR', purpose: null };
  sandbox.world.createInvoice({ ...asked, externalId: `open-${sandbox.clock.now()}`, callbackUrl: null });
  await expect.poll(failures).toBeGreaterThanOrEqual(failed);
  await desk.script.call('sync.start', {}, profile);
}

test.beforeAll(async ({ openDesk }) => {
  shop = await openShop((body) => {
    if (isUp) arrived.add(/sold-\d+/.exec(body)?.[0] ?? '');
    return isUp ? 200 : 503;
  });
  sandbox = await createSandbox({ size: 12, limit: 100_000, settings: { resendIntervalMs: 0 } });
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox));
  await desk.script.call('watch.resume', {}, profile);
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  shop.close();
  removeFolder(dataDir);
});

test('FAULT-91 FAULT-93 from the first failure to the last recovered order, in five clicks', async () => {
  const { page } = desk;
  const hand = new Hand(page);
  const todo = page.getByRole('region', { name: 'To do' });
  await expect(page.getByRole('button', { name: /Orchard.*Switch profile/ })).toBeVisible();
  // The console has looked once: what comes from now on is news.
  await expect.poll(async () => (await desk.script.call('overview.health', {}, profile)).since).not.toBeNull();
  isUp = false;
  sell();
  await later(20_000, 1);
  sell();
  await later(20_000, 2);
  sell();
  await later(25_000, 4);
  await later(40_000, 6);

  const news = page.getByRole('status').filter({ hasText: `${shop.host} answers HTTP 5xx` });
  await expect(news).toContainText(`${ORDERS} orders wait. Mend the receiver, then resend.`);
  await expect(todo.getByRole('listitem').first()).toContainText(`${shop.host} answers HTTP 5xx${ORDERS} orders wait`);
  await hand.click(todo.getByRole('link', { name: `Check: ${shop.host} answers HTTP 5xx` }));
  const aside = page.getByRole('complementary', { name: 'Resend' });
  isUp = true;
  // The service would try these by itself within ten minutes; the shop does not wait for that.
  await hand.click(aside.getByRole('checkbox', { name: `${ORDERS} that will retry by themselves` }));
  await expect(aside.getByRole('heading', { name: `${ORDERS} webhooks to resend` })).toBeVisible();
  await hand.click(aside.getByRole('button', { name: 'Test one first' }));
  await hand.click(aside.getByRole('button', { name: `Resend the other ${ORDERS - 1}` }));
  await expect.poll(() => [...arrived].toSorted()).toEqual(['sold-0', 'sold-1', 'sold-2']);
  await later(2 * 60_000, failures());
  const over = page.getByRole('status').filter({ hasText: `${shop.host} answers again` });
  await expect(over).toContainText('Every webhook has arrived.');
  await hand.click(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }));
  await expect(todo.getByText(shop.host)).toHaveCount(0);
  await expect(news).toHaveCount(1);
  await expect(over).toHaveCount(1);
  expect(hand.clicks).toBeLessThanOrEqual(5);
  expect(uuids.map((uuid) => sandbox.record.trueResendCount(uuid))).toEqual([1, 1, 1]);
});
