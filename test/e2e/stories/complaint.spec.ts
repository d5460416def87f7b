/**
 * A complaint with an amount only, for real: the built console in its own process over a sandbox of the test's own. From the key of the finder to the
 * invoice, and to the list of all that needs a person, by the words of the finder; clicks and keys are counted. Not here: every word (screens/finder/grammar).
 */
import { expect } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { removeFolder } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();

let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let profile = '';

test.beforeAll(async ({ openDesk }) => {
  sandbox = await createSandbox({ size: 300, limit: 100_000 });
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox));
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  removeFolder(dataDir);
});

test('an amount and its state are enough for the invoice; one word more for all that needs a person', async () => {
  const { page, script } = desk;
  const { rows } = await script.call(
    'invoices.page',
    { filter: { status: ['expired'] }, offset: 0, limit: 200 },
    profile,
  );
  const meant = rows.find(({ amount }) => rows.filter((other) => other.amount === amount).length === 1);
  const hand = new Hand(page);
  const field = page.getByRole('combobox', { name: 'Find', exact: true });
  await hand.press('Control+k');
  await expect(field).toBeFocused();
  await hand.type(`amount:${meant?.amount} status:ex`);
  await hand.press('Tab');
  await expect(field).toHaveValue(`amount:${meant?.amount} status:expired`);
  await hand.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/invoices/${meant?.uuid}`));
  expect(hand.clicks).toBe(0);
  expect(hand.keys).toBeLessThanOrEqual(20 + (meant?.amount.length ?? 0));

  const { total } = await script.call('invoices.page', { filter: { unusual: true }, offset: 0, limit: 1 }, profile);
  expect(total).toBeGreaterThan(1);
  await hand.press('Control+k');
  await expect(field).toBeFocused();
  await hand.type('unusual');
  await expect(page.getByRole('option', { name: /^Show all [\d,]+ in Invoices$/ })).toBeVisible();
  await hand.press('Control+Enter');
  await expect(page).toHaveURL(/#\/invoices\?unusual=true$/);
  await expect(page.getByRole('grid', { name: 'Invoices' })).toHaveAttribute('aria-rowcount', /\d/);
  const next = page.getByRole('gridcell').nth(1);
  // A row that is still being read opens nothing.
  await expect(next).toContainText(/\S/);
  await next.focus();
  await hand.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Rows of the list' })).toContainText('1 of ');
  await hand.press('j');
  await expect(page.getByRole('navigation', { name: 'Rows of the list' })).toContainText('2 of ');
});
