/**
 * A payout to a new address, for real: the built console over a sandbox of the test's own. The word comes by itself; from Home to an address that has a name it
 * is three clicks and the letters of the name, and the line is gone.
 */
import { expect as patient } from '@playwright/test';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { chooseBusiness, connectBusiness } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { removeFolder } from '../support/real-console.ts';
import { type Desk, skipWhereMissing, test } from '../support/target.ts';

const expect = patient.configure({ timeout: 90_000 });
skipWhereMissing();
test.use({ actionTimeout: 30_000 });

let sandbox: Sandbox;
let dataDir = '';
let desk: Desk;
let profile = '';

test.beforeAll(async ({ openDesk }) => {
  sandbox = await createSandbox({ size: 60, limit: 100_000 });
  ({ dataDir, desk, profile } = await connectBusiness(openDesk, sandbox, { lists: ['invoices', 'withdrawals'] }));
  await chooseBusiness(desk);
});

test.afterAll(async () => {
  await desk.stop();
  await sandbox.close();
  removeFolder(dataDir);
});

test('a payout to a new address: from Home to its name in three clicks', async () => {
  const { page } = desk;
  const hand = new Hand(page);
  await expect(page.getByRole('button', { name: /Orchard.*Switch profile/ })).toBeVisible();
  const before = (
    await desk.script.call(
      'withdrawals.page',
      { filter: { newAddress: true, status: ['pending'] }, offset: 0, limit: 1 },
      profile,
    )
  ).total;
  const { uuid } = sandbox.world.requestWithdrawal({
    network: 'TRC20',
    address: 'TNewAddressOfTheStory1234567890abc',
    amount: '410.00',
  });
  sandbox.clock.skip(60_000);
  await expect
    .poll(async () => {
      await desk.script.call('withdrawals.get', { uuid, fresh: true }, profile);
      return (
        await desk.script.call(
          'withdrawals.page',
          { filter: { newAddress: true, status: ['pending'] }, offset: 0, limit: 1 },
          profile,
        )
      ).total;
    })
    .toBe(before + 1);
  const todo = page.getByRole('region', { name: 'To do' });
  const line = todo
    .getByRole('listitem')
    .filter({ hasText: before === 0 ? 'payout to a new address' : 'payouts to new addresses' });
  await hand.click(line.getByRole('link', { name: /^Check/ }));
  const grid = page.getByRole('grid', { name: 'Withdrawals' });
  await hand.click(grid.getByRole('row').filter({ hasText: '410' }).getByRole('gridcell').nth(1));
  await expect(page.getByText('First payout to this address on TRC20')).toBeVisible();
  await hand.click(page.getByRole('button', { name: 'Name this address…' }));
  await hand.type('Treasury');
  await hand.press('Enter');
  await expect(page.getByText('Treasury', { exact: true })).toBeVisible();
  await page.goto(`${page.url().split('#')[0]}#/`);
  await expect(todo.getByRole('listitem').filter({ hasText: 'new address' })).toHaveCount(before === 0 ? 0 : 1);
  expect([hand.clicks, hand.keys]).toEqual([3, 9]);
});
