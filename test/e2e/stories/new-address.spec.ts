/**
 * A payout to a new address, for real: the built console over a sandbox of the test's own. The word comes by itself; from Home to an address that has a name it
 * is three clicks and the letters of the name, and the line is gone.
 */
import { expect } from '@playwright/test';
import { test } from '../support/business.ts';
import { Hand } from '../support/hand.ts';
import { skipWhereMissing } from '../support/target.ts';

skipWhereMissing();
test.use({ past: { size: 60, lists: ['invoices', 'withdrawals'] } });

test('a payout to a new address: from Home to its name in three clicks', async ({
  own: { sandbox, desk, profile },
}) => {
  const { page } = desk;
  const hand = new Hand(page);
  await expect(page.getByRole('button', { name: /Orchard.*Switch profile/ })).toBeVisible();
  const asked = { filter: { newAddress: true, status: ['pending'] }, offset: 0, limit: 1 };
  const pending = async () => (await desk.script.call('withdrawals.page', asked, profile)).total;
  const before = await pending();
  const { uuid } = sandbox.world.requestWithdrawal({
    network: 'TRC20',
    address: 'TNewAddressOfTheStory1234567890abc',
    amount: '410.00',
  });
  sandbox.clock.skip(60_000);
  await expect
    .poll(async () => {
      await desk.script.call('withdrawals.get', { uuid, fresh: true }, profile);
      return pending();
    })
    .toBe(before + 1);
  const todo = page.getByRole('region', { name: 'To do' });
  const line = todo
    .getByRole('listitem')
    .filter({ hasText: before === 0 ? 'withdrawal to a new address' : 'withdrawals to new addresses' });
  await hand.click(line.getByRole('link', { name: /^Check/ }));
  const grid = page.getByRole('grid', { name: 'Withdrawals' });
  await hand.click(grid.getByRole('row').filter({ hasText: '410' }).getByRole('gridcell').nth(1));
  await expect(page.getByText('First withdrawal to this address on TRC20')).toBeVisible();
  await hand.click(page.getByRole('button', { name: 'Name this address…' }));
  await hand.type('Treasury');
  await hand.press('Enter');
  await expect(page.getByText('Treasury', { exact: true })).toBeVisible();
  await page.goto(`${page.url().split('#')[0]}#/`);
  await expect(todo.getByRole('listitem').filter({ hasText: 'new address' })).toHaveCount(before === 0 ? 0 : 1);
  expect([hand.clicks, hand.keys]).toEqual([3, 9]);
});
