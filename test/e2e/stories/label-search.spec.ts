/**
 * A search by label for real, the built console in its own process over a sandbox of the test's own, each click and key counted: orders that customers
 * complained about are labelled together and found again by the label. Not here: states of the screens (screens/invoices/notes).
 */
import { expect, type Page } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { goTo } from '../support/chord.ts';
import { Hand } from '../support/hand.ts';
import { removeFolder, type Script } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

skipWhereMissing();
test.describe.configure({ mode: 'serial' });

let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let page: Page;
let script: Script;
let profile = '';

test.beforeAll(async ({ openDesk }) => {
  sandbox = await createSandbox({ size: 250, limit: 100_000 });
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox, { lists: ['invoices', 'withdrawals'] }));
  ({ page, script } = desk);
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  removeFolder(dataDir);
});

const ids = async (label: string): Promise<readonly string[]> => {
  const filter = { label: [label] };
  const { rows } = await script.call('invoices.page', { filter, offset: 0, limit: 50 }, profile);
  return rows.map(({ uuid }) => uuid);
};

test('a search by label: three chosen orders get one, and the finder leads to them and to no other', async () => {
  await page.locator('main').focus();
  await goTo(page, 'i');
  const grid = page.getByRole('grid', { name: 'Invoices' });
  const boxes = grid.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes.nth(2)).toBeVisible();
  const hand = new Hand(page);
  for (const at of [0, 1, 2]) await hand.click(boxes.nth(at));
  await hand.click(page.getByRole('button', { name: 'Labels…' }));
  await expect(page.getByRole('textbox', { name: 'Find or make a label' })).toBeFocused();
  await hand.type('complaint');
  await hand.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'complaint' })).toBeChecked();
  expect(await ids('complaint')).toHaveLength(3);
  await hand.press('Escape');
  const labelled = { clicks: hand.clicks, keys: hand.keys };
  const search = new Hand(page);
  await search.press('Control+k');
  await search.type('compl');
  await search.click(page.getByRole('option', { name: 'Invoices with the label complaint' }));
  await expect(page).toHaveURL(/#\/invoices\?label=complaint$/);
  await expect(page.getByText('3 invoices')).toBeVisible();
  await expect(boxes).toHaveCount(3);
  console.log(
    `label: ${labelled.clicks} clicks and ${labelled.keys} keys for three orders, then ${search.clicks} clicks and ${search.keys} keys to find them`,
  );
  expect(search.clicks + search.keys).toBeLessThanOrEqual(7);
});
