/**
 * What a task takes, from a cold start at 1280×800, by role and name: an invoice with its link, month against month, the first minute of a newcomer, a
 * business with a typing error, the way through a list. "What will I receive" in three fields: screens/pricing/calculator; "I paid 49.90 yesterday": screens/frame/lists; the
 * outage: stories/outage.
 */
import { failed, success } from '../../../../src/domain/kernel/failure/failure.ts';
import { orderBody } from '../../../../src/domain/create/order.ts';
import { invoice } from '../../../renderer/features/records.ts';
import { ago, uuidAt } from '../../../renderer/features/scenes.ts';
import { expect, test } from '../../../renderer/features/stage.ts';
import { quietStatus, SANDBOX } from '../../../renderer/support/scripts.ts';
import { watchFor } from '../../support/glimpse.ts';
import { Hand } from '../../support/hand.ts';

test.use({ sharesPage: true });

const LINK = 'https://pay.example/i/3f1c2b1e';

test('an invoice and its link: two clicks, and what is typed with a key between the fields', async ({
  stage,
  page,
}) => {
  const made = invoice({
    uuid: uuidAt(77),
    external_id: 'A-1',
    status: 'pending',
    payment_url: LINK,
    settled_amount_usdt: null,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const order = { external_id: 'A-1', customer_id: 'c-7', amount: '49.90', currency: 'EUR' };
  const times = { armedAt: ago(9_000), endedAt: ago(8_000) };
  stage.engine
    .on('invoices.checkId', ({ externalId }) => success({ externalId, state: 'free', source: 'api', asOf: null }))
    .on('invoices.create', ({ intentId }) => success({ intentId, outcome: 'created', invoice: made }))
    .on('creates.get', ({ intentId }) =>
      success({ intentId, state: 'ended', outcome: 'created', invoice: made, order, body: orderBody(order), ...times }),
    );
  await stage.open('/');
  const hand = new Hand(page);
  await hand.click(page.getByRole('link', { name: 'New invoice' }).first());
  // The keyboard stands in the first field.
  await expect(page.getByRole('textbox', { name: 'Order id' })).toBeFocused();
  await hand.type('A-1');
  await hand.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Customer' })).toBeFocused();
  await hand.type('c-7');
  await hand.press('Tab');
  await hand.type('49,90');
  await hand.press('Tab');
  await hand.type('eur');
  await hand.press('Enter');
  await expect(page.getByText('The invoice is created')).toBeVisible();
  await stage.expectAsked('invoices.create', order);
  // In place of the button's own words, for some seconds.
  const copied = await watchFor(page, 'Copied');
  await hand.click(page.getByRole('button', { name: 'Copy link' }));
  await copied.seen();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(LINK);
  expect(hand.clicks).toBeLessThanOrEqual(2);
  // Fourteen letters, three times on, and once to send.
  expect(hand.keys).toBeLessThanOrEqual(18);
});

test('this month against last: no click', async ({ stage, page }) => {
  await stage.open('/');
  const figures = page.getByRole('region', { name: 'Figures of the period' });
  await expect(page.getByRole('radio', { name: 'This month' })).toBeChecked();
  for (const name of [/^Net credited/, /^Gross/, /^Paid of created/]) {
    await expect(figures.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  }
  // What it was, beside what it is.
  await expect(figures.getByRole('link', { name: /^Net credited/ })).toContainText(/from [\d,]+\.\d\d/);
});

test('a newcomer sees three first steps, and is one click from the first of them', async ({ stage, page }) => {
  stage.engine.on('sync.status', () =>
    success({ ...quietStatus(), invoices: { certificate: 'certified', asOf: ago(0), seen: 0, total: 0 } }),
  );
  await stage.open('/');
  const steps = page.getByRole('region', { name: 'No invoices yet' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  for (const step of await steps.getByRole('listitem').all()) await expect(step).toBeInViewport({ ratio: 1 });
  const hand = new Hand(page);
  await hand.click(steps.getByRole('link', { name: 'New invoice' }));
  await expect(page.getByRole('textbox', { name: 'Order id' })).toBeVisible();
  expect(hand.clicks).toBe(1);
});

test('a business whose address was mistyped: one click more than without, and the key is pasted once', async ({
  stage,
  page,
}) => {
  const added = { ...SANDBOX, id: 'p-new', name: 'Tea', kind: 'business' as const };
  stage.engine
    .on('profiles.check', ({ baseUrl }) =>
      success(
        baseUrl.startsWith('https://')
          ? { origin: baseUrl }
          : { baseUrl: 'The address must begin with https://.', proposal: `https://${baseUrl}` },
      ),
    )
    .on('profiles.add', ({ apiKey, baseUrl }) => {
      expect([apiKey, baseUrl]).toEqual(['key-4f9c2e71', 'https://api.example.com']);
      stage.engine.on('profiles.list', () => success({ profiles: [SANDBOX, added], selected: added.id }));
      return success({ verdict: { ok: true }, id: added.id });
    });
  stage.engine.on('contact.report', () => failed({ kind: 'unreachable', reason: 'dns' }));
  await stage.open('/');
  const hand = new Hand(page);
  await hand.click(page.getByRole('button', { name: /Switch profile/ }));
  await hand.click(page.getByRole('menuitem', { name: 'Connect a business' }));
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await hand.type('Tea');
  await hand.press('Enter');
  await expect(page.getByLabel('API address')).toBeFocused();
  await hand.type('api.example.com');
  await hand.press('Tab');
  await page.keyboard.insertText('key-4f9c2e71');
  await expect(page.getByText('The address must begin with https://.')).toBeVisible();
  await hand.click(page.getByRole('button', { name: 'Use it' }));
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue('key-4f9c2e71');
  await hand.click(page.getByRole('button', { name: /^Connect/ }).filter({ hasText: /^Connect/ }));
  await expect(page.getByRole('region', { name: 'First contact' })).toHaveAttribute('aria-current', 'step');
  expect(hand.clicks).toBeLessThanOrEqual(4);
});

test('from one invoice of a list to the next: a click each', async ({ stage, page }) => {
  await stage.open('/invoices?status=success');
  const hand = new Hand(page);
  await hand.click(page.getByRole('gridcell', { name: /^order-/ }).first());
  const ways = page.getByRole('navigation', { name: 'Rows of the list' });
  await expect(ways).toContainText('1 of ');
  await expect(ways.getByRole('button', { name: 'Previous' })).toBeDisabled();
  const first = page.url();
  await hand.click(ways.getByRole('link', { name: 'Next' }));
  await expect(ways).toContainText('2 of ');
  expect(page.url()).not.toBe(first);
  await hand.click(ways.getByRole('link', { name: 'Previous' }));
  await expect(page).toHaveURL(first);
  expect(hand.clicks).toBe(3);
  // Whoever comes from elsewhere has no list to go through.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Order', exact: true })).toBeVisible();
  await expect(ways).toHaveCount(0);
});
